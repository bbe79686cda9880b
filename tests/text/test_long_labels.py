"""Of a long label both ends are shown: cut between what a reader counts, and nothing twice."""

import pytest

from tokviz.text.labels import Part, cut_label, label_parts, on_one_line
from tokviz.text.long_labels import both_ends, cut_of, ends_of
from tokviz.text.markers import continuations, word_ends

FACES = "😀😁😂😃😄😅😆😇😈😉😊"
FAMILY = "👨\u200d👩\u200d👧\u200d👦"


def test_of_a_long_label_both_ends_are_shown_and_its_length() -> None:
    assert both_ends(b" terrace" * 2) == "·terrace·terrace"
    assert both_ends(b" terrace" * 5) == "·terrace… 40 bytes …errace"
    assert both_ends(FACES * 3) == "😀😁😂😃😄😅😆😇… 33 characters …😅😆😇😈😉😊"


def test_what_would_be_no_shorter_is_whole() -> None:
    for whole in ("a" * 24, FACES * 2, "🇩🇪" * 24):
        assert both_ends(whole) == whole
        assert len(both_ends("a" * 25)) > 24


@pytest.mark.parametrize("one", ["🇩🇪", "x\u0323\u0301", "क्षि", "👍🏽", "अ्क", "অ্যা"])
def test_no_flag_no_letter_with_its_marks_and_no_conjunct_is_cut(one: str) -> None:
    length = 1 + 25 * len(one)
    assert both_ends("a" + one * 25) == f"a{one * 7}… {length} code points …{one * 6}"


def test_no_family_and_no_name_is_cut() -> None:
    assert both_ends(f"{FAMILY}abcdefghij" * 3) == f"{FAMILY}abcdefg… 51 code points …efghij"
    parted = "👨‹ZWJ›👩‹ZWJ›🍕"
    assert both_ends(f"{FAMILY[:3]}\u200d🍕abcdefghij" * 2) == f"{parted}… 30 code points …efghij"
    name = "<|the name of a special token|>"
    assert both_ends(name, continuations(name)) == name


def test_the_two_ends_are_written_as_labels_are_and_no_byte_is_cut() -> None:
    assert both_ends(b"\x80" * 30) == "‹80 80 80 80›… 30 bytes …‹80 80 80›"
    assert both_ends(b"\x80" * 8) == "‹80 80 80 80 80 80 80 80›"


def test_the_two_ends_keep_the_markers_and_the_length_does_not_count_them() -> None:
    goes_on = both_ends("##" + "a" * 30, continuations("##"))
    assert goes_on == "##aaaaaa… 30 characters …aaaaaa"
    assert both_ends("a" * 30 + "</w>", word_ends("</w>")) == "aaaaaaaa… 30 characters …aa</w>"


def test_of_a_token_whose_end_is_not_sent_no_end_is_shown() -> None:
    parts = cut_label("a" * 90, 80)
    assert on_one_line(ends_of(parts, "many")) == "aaaaaaaa… many …"


@pytest.mark.parametrize(("many", "head"), [(80, "aaaaaaaa"), (1, "a")])
def test_of_a_token_whose_middle_is_not_sent_its_marker_is_the_end(many: int, head: str) -> None:
    parts: tuple[Part, ...] = (("text", "a" * many), ("more", "… 9 more"), ("marker", "</w>"))
    assert on_one_line(ends_of(parts, "many")) == f"{head}… many …</w>"


@pytest.mark.parametrize(
    ("token", "cut"),
    [
        ("a" * 24, None),
        ("a" * 25, (8, 19)),
        (FACES * 3, (16, 54)),  # a script counts each as two
        (b"\x80" * 12, None),
        (b"\x80" * 13, (11, 30)),  # behind "80 80 80 80", before "80 80 80"
        ("अ्क" * 25, (24, 57)),
    ],
)
def test_a_script_is_told_both_places(token: str | bytes, cut: tuple[int, int] | None) -> None:
    assert cut_of(label_parts(token)) == cut


def test_an_empty_label_has_no_ends() -> None:
    assert cut_of(()) is None
    assert both_ends("") == ""
