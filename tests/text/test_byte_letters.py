"""The letters in which GPT-2's files write bytes, and what is none of them."""

import pytest

from tokviz.text.byte_letters import LETTER_OF, spelled_bytes


def test_every_byte_is_read_back() -> None:
    every = bytes(range(256))
    assert spelled_bytes("".join(LETTER_OF[byte] for byte in every)) == every


@pytest.mark.parametrize("letters", [" ", "\n", "\xad", "\xa0", "\x7f", "a b", "ń", "あ", "\ud800"])
def test_other_letters_write_no_byte(letters: str) -> None:
    assert spelled_bytes(letters) is None
