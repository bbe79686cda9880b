"""Markers: where they stand, what they spell, and what is left without them."""

import pytest

from tokviz.text.markers import (
    SPACES,
    Markers,
    continuations,
    cut_markers,
    num_letters,
    spelled_text,
    word_ends,
)


def test_a_marker_is_cut_off_its_own_end_only() -> None:
    assert cut_markers("##a##", continuations("##")) == ("##", "a##", "")
    assert cut_markers("</w>a</w>", word_ends("</w>")) == ("", "</w>a", "</w>")


def test_a_symbol_of_one_character_at_the_end_of_words_is_no_space() -> None:
    assert cut_markers("_a_", word_ends("_")) == ("", "_a", "_")


def test_no_symbol_is_no_marker() -> None:
    assert word_ends(None) == ()


@pytest.mark.parametrize(
    ("token", "markers", "text", "letters"),
    [
        ("##ly", continuations("##"), "ly", 2),
        ("low</w>", word_ends("</w>"), "low", 3),
        ("▁the", SPACES, " the", 3),
        ("▁", SPACES, " ", 0),
        ("low", (), "low", 3),
    ],
)
def test_a_token_is_spelled_and_measured_without_its_markers(
    token: str, markers: Markers, text: str, letters: int
) -> None:
    assert spelled_text(token, markers) == text
    assert num_letters(token, markers) == letters


def test_the_length_of_a_byte_token_is_its_bytes() -> None:
    assert num_letters("안".encode(), ()) == 3
