"""Halves of characters are joined or replaced as Python's codecs do it, and all at once."""

import codecs
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.text.pre_tokens import well_formed
from tokviz.text.surrogates import from_utf8
from tokviz.ui.shell.values import pack_text, unpack_text

LETTERS = [*"\ud800\udbff\udc00\udfff\ud83d\ude00", *"aé字🙂\x00\ud7ff\ue000\ufffd"]
PIECES = [b"\xed", b"\xa0", b"\xb0", b"\xbf", b"\x80", b"A", b"\xf0\x9f", b"\xe1", b"\xc3", b"\xa9"]


def by_the_codecs(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@given(st.text(st.sampled_from(LETTERS)))
def test_a_text_is_what_the_codecs_make_of_it(text: str) -> None:
    assert well_formed(text) == by_the_codecs(text)


@given(st.lists(st.sampled_from(PIECES)).map(b"".join))
def test_bytes_are_what_the_codecs_make_of_them_or_none(content: bytes) -> None:
    try:
        expected = by_the_codecs(content.decode("utf-8", "surrogatepass"))
    except UnicodeDecodeError:
        with pytest.raises(UnicodeDecodeError):
            from_utf8(content)
    else:
        assert from_utf8(content) == expected


@pytest.fixture
def asked() -> Iterator[list[Exception]]:
    """What the codecs ask about, one fault at a time."""
    faults: list[Exception] = []
    kept = {name: codecs.lookup_error(name) for name in ("surrogatepass", "replace")}

    def noting(name: str) -> None:
        def note(fault: UnicodeError) -> tuple[str | bytes, int]:
            faults.append(fault)
            return kept[name](fault)

        codecs.register_error(name, note)

    for name in kept:
        noting(name)
    yield faults
    for name, handler in kept.items():
        codecs.register_error(name, handler)


@pytest.mark.parametrize("text", ["\ud800" * 300, "\ud800a" * 300, "a" + "\ud83d\ude00" * 300])
def test_nobody_is_asked_about_each_half(text: str, asked: list[Exception]) -> None:
    """A link of six thousand letters holds a million of them."""
    assert well_formed(text) == text.replace("\ud83d\ude00", "😀").replace("\ud800", "\ufffd")
    assert not asked


def test_nobody_is_asked_about_each_half_of_a_link(asked: list[Exception]) -> None:
    link = pack_text("\ud800" * 300)
    assert link is not None
    assert unpack_text(link) == "\ufffd" * 300
    assert not asked
