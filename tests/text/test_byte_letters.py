"""The letters in which GPT-2's files write bytes, and what is none of them."""

import pytest

from tokviz.text.byte_letters import LETTER_OF, spelled_bytes, spelled_lines


def test_every_byte_is_read_back() -> None:
    every = bytes(range(256))
    assert spelled_bytes("".join(LETTER_OF[byte] for byte in every)) == every


@pytest.mark.parametrize("letters", [" ", "\n", "\xad", "\xa0", "\x7f", "a b", "ń", "あ", "\ud800"])
def test_other_letters_write_no_byte(letters: str) -> None:
    assert spelled_bytes(letters) is None


def test_each_line_is_read_by_itself() -> None:
    every = [bytes([byte]) for byte in range(256)]
    assert spelled_lines("\n".join(LETTER_OF[byte] for byte in range(256))) == every
    assert spelled_lines("Ġa\n\nĊāb") == [b" a", b"", b"\n\x01b"]


@pytest.mark.parametrize("letters", [" ", "\xad", "\xa0", "\x7f", "a b", "ń", "あ", "\ud800"])
def test_a_line_with_another_letter_is_refused(letters: str) -> None:
    with pytest.raises(ValueError, match="latin-1"):
        spelled_lines(f"Ġa\n{letters}")
