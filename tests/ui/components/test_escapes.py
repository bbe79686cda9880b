"""Escapes are read as the code points they name."""

import pytest

from tokviz.ui.components.escapes import read_escapes


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"caf\u00E9", "caf\u00e9"),
        (r"\u{1F44F}!", "👏!"),
        (r"\uD83D", "\ud83d"),
        (r"\uD83D\uDE04", "😄"),
        (r"\uDE04\uD83D", "\ude04\ud83d"),
        (r"\uFEFFa", "\ufeffa"),
        (r"\u{110000}", r"\u{110000}"),
        (r"\u12 \n \x41", r"\u12 \n \x41"),
        ("plain", "plain"),
    ],
)
def test_an_escape_becomes_its_code_point(written: str, read: str) -> None:
    assert read_escapes(written) == read
