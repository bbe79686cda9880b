"""Labels that are too long: what is left of a token, and that its markers and characters stay."""

import pytest

from tokviz.text.labels import cut_label, short_label
from tokviz.text.markers import SPACES, continuations, word_ends


def test_a_long_label_is_cut_and_says_so() -> None:
    assert short_label("terrace", 7) == "terrace"
    assert short_label("terrace", 5) == "terr…"
    assert short_label("😄" * 9, 4) == short_label(("😄" * 9).encode(), 4) == "😄😄😄…"


def test_a_token_that_fits_has_its_whole_label() -> None:
    assert cut_label("##abcd", 4, continuations("##")) == (("marker", "##"), ("text", "abcd"))
    assert cut_label(b"abcd", 4) == (("text", "abcd"),)


def test_a_cut_token_keeps_its_markers_which_are_not_counted() -> None:
    more = ("more", "… 10 more characters")
    goes_on = cut_label("##" + "a" * 90, 80, continuations("##"))
    assert goes_on == (("marker", "##"), ("text", "a" * 80), more)
    ends_word = cut_label("a" * 90 + "</w>", 80, word_ends("</w>"))
    assert ends_word == (("text", "a" * 80), more, ("marker", "</w>"))
    opens_word = cut_label("▁" + "a" * 89, 80, SPACES)
    assert opens_word == (("marker", "▁"), ("text", "a" * 79), more)


def test_what_the_cut_leaves_at_an_end_is_no_marker() -> None:
    parts = cut_label("a</w>b</w>", 5, word_ends("</w>"))
    assert parts == (("text", "a</w>"), ("more", "… 1 more character"), ("marker", "</w>"))


@pytest.mark.parametrize("whole", ["é", "안", "👍🏽", "e\u0301"])
def test_no_character_of_a_cut_token_is_cut(whole: str) -> None:
    for token in (f"a{whole}bc", f"a{whole}bc".encode()):
        rest = len(token) - 1
        for longest in range(1, rest - 1):
            shown, more = cut_label(token, longest)
            assert (shown, more[1].split()[1]) == (("text", "a"), str(rest))


def test_of_a_character_longer_than_the_label_no_code_point_is_cut() -> None:
    parts = cut_label(("e" + "\u0301" * 90).encode(), 80)
    assert parts == (("text", "e◌" + "\u0301" * 39), ("more", "… 102 more bytes"))


def test_bytes_that_are_no_character_are_cut_anywhere() -> None:
    assert cut_label(b"\x80" * 5, 3) == (("bytes", "80 80 80"), ("more", "… 2 more bytes"))
