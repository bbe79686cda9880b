"""A label shows every character and every byte of its token, once."""

import sys
import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.text.characters import visible_label
from tokviz.text.invisible import invisible_name, is_mark
from tokviz.text.labels import (
    in_digits,
    label_parts,
    plain_label,
    plural,
    score_words,
    told,
    unit_of,
)
from tokviz.text.markers import SPACES, Marker, continuations, word_ends

ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


def test_a_verb_agrees_with_its_number() -> None:
    said = [told(number, "was left", "were left") for number in (0, 1, 1_000)]
    assert said == ["0 were left", "1 was left", "1,000 were left"]


def test_lengths_are_counted_in_bytes_where_a_token_is_bytes() -> None:
    assert unit_of([b"a", "<|end|>"]) == unit_of(["<|end|>", b"a"]) == "byte"
    assert unit_of(["a"]) == unit_of([]) == "character"


@pytest.mark.parametrize(
    "text",
    ["ผู้", "हि", "e\u0301", "👨‍👩‍👧", "🇩🇪", "👋🏽", "\u1112\u1161\u11ab", "שָׁ", "\u1cf5क"],
)
def test_lengths_are_counted_in_code_points_where_a_character_has_several(text: str) -> None:
    assert unit_of([text]) == unit_of([*text]) == unit_of(["abc", text]) == "code point"


@pytest.mark.parametrize("text", ["the", "é", "안녕", "日本", "שלום", "👋", "▁a"])
def test_they_are_characters_where_each_is_one_code_point(text: str) -> None:
    assert unit_of([text]) == "character"


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Fraction(1, 6), "0.1667"),
        (Fraction(1, 32), "0.03125"),
        (Fraction(1, 64), "0.01563"),
        (Fraction(1, 160), "0.00625"),
        (Fraction(99_999, 100_000), "1"),
        (Fraction(1), "1"),
        (0.00001234, "0.00001234"),
        (Fraction(1, 8_000_000), "1.25e-7"),
    ],
)
def test_a_score_has_four_digits_rounded_half_up_and_is_never_0(
    score: float | Fraction, words: str
) -> None:
    assert score_words(score) == words


def test_an_empty_token_has_no_parts() -> None:
    assert label_parts(b"") == ()


def test_spaces_stand_apart_from_text() -> None:
    assert label_parts("  the ") == (("space", "  "), ("text", "the"), ("space", " "))


def test_line_ends_and_tabs_have_kinds_of_their_own() -> None:
    assert label_parts(b"\t\r\n") == (("tab", "\t"), ("return", "\r"), ("newline", "\n"))


def test_bytes_of_no_whole_character_are_hex() -> None:
    assert label_parts(b"a\xf0\x9f") == (("text", "a"), ("bytes", "F0 9F"))


def test_whole_characters_between_stray_bytes_are_kept() -> None:
    assert label_parts("é".encode() + b"\x80!") == (("text", "é"), ("bytes", "80"), ("text", "!"))


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\0", "NUL"),
        ("\ufeff", "BOM"),
        ("\u200d", "ZWJ"),
        ("\u200c", "ZWNJ"),
        ("\u200f", "RLM"),
        ("\u202e", "RLO"),
        ("\xa0", "NBSP"),
        ("\u2028", "LSEP"),
        ("\ud800", "U+D800"),
        ("\udc80", "U+DC80"),
        ("\ue000", "U+E000"),
        ("\U0010ffff", "U+10FFFF"),
        ("\ufffd", "U+FFFD"),
        ("\ufe0f", "VS16"),
    ],
)
def test_an_invisible_character_is_named(character: str, name: str) -> None:
    assert label_parts(character) == (("control", name),)


@given(st.characters(exclude_characters=" \n\r\t"))
def test_a_lone_character_is_labelled_as_on_the_page_of_bytes(character: str) -> None:
    assert "".join(shown for _, shown in label_parts(character)) == visible_label(character)


@pytest.mark.parametrize(
    ("mark", "name"), [("\u20e3", "KEYCAP"), ("\u20dd", "CIRCLE"), ("\u0488", "U+0488")]
)
def test_a_mark_that_encloses_is_named(mark: str, name: str) -> None:
    """Few fonts have a shape for it."""
    assert label_parts(mark) == (("control", name),)
    assert label_parts(f"a{mark}") == (("text", "a"), ("control", name))


@pytest.mark.parametrize(
    "emoji", ["👨\u200d👩\u200d👧\u200d👦", "👩🏽\u200d🚀", "1\ufe0f\u20e3", ENGLAND]
)
def test_an_emoji_of_several_code_points_is_drawn_where_a_token_holds_all_of_it(emoji: str) -> None:
    assert label_parts(f"a{emoji}b") == (("text", f"a{emoji}b"),)
    assert any(kind == "control" for kind, _ in label_parts(emoji[1:]))


@pytest.mark.parametrize("pictures", ["👨\u200d👩", "👩\u200d🍕", "a\u200d👩"])
def test_a_joiner_that_makes_no_emoji_is_named(pictures: str) -> None:
    assert ("control", "ZWJ") in label_parts(pictures)


def test_a_mark_with_nothing_before_it_sits_on_a_dotted_circle() -> None:
    assert label_parts("\u0301x") == (("text", "◌\u0301x"),)


def test_a_mark_that_looks_like_no_other_character_stays_on_its_letter() -> None:
    assert label_parts("q\u0307") == (("text", "q\u0307"),)


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("é", "e\u0301"),
        ("café!", "cafe\u0301!"),
        ("ộ", "o\u0323\u0302"),
        ("ộ", "ô\u0323"),
        ("ọ\u0302", "ô\u0323"),
        ("x\u0323\u0301", "x\u0301\u0323"),
        ("が", "か\u3099"),
        ("й", "и\u0306"),
    ],
)
def test_two_spellings_of_one_look_have_two_labels(one: str, several: str) -> None:
    """A class that asks why é is not é must see it, wherever the tokens stand."""
    assert one != several
    assert plain_label(one) != plain_label(several)
    assert plain_label(one.encode()) == plain_label(one)
    assert plain_label(several.encode()) == plain_label(several)
    assert plain_label(several).replace("◌", "") == several


@pytest.mark.parametrize(("letter", "sign"), [("Ω", "\u2126"), ("K", "\u212a"), ("Å", "\u212b")])
def test_a_sign_that_looks_like_a_letter_is_shown_by_its_number(letter: str, sign: str) -> None:
    assert unicodedata.normalize("NFC", sign) == letter
    assert label_parts(letter) == (("text", letter),)
    assert label_parts(f"2{sign}") == (("text", "2"), ("control", f"U+{ord(sign):04X}"))


def test_a_composed_character_stands_as_it_is_and_its_parts_on_circles() -> None:
    assert label_parts("\u00e9") == (("text", "\u00e9"),)
    assert label_parts("e\u0301") == (("text", "e◌\u0301"),)


@pytest.mark.parametrize(
    "token",
    [
        "\u1112\u1161\u11ab\u1100\u1173",  # 한그, of jamo
        "가\u11a8",
        "\u1112",
        "\u1161\u11ab",
        "\u0b95\u0bc6\u0bbe",  # Tamil: kā, of two vowel signs
        "\u0928\u093c",  # Devanagari: a letter and its dot
        "\u0645\u0651\u064e",  # Arabic, in the order in which it is typed
        "\u0627\u0653",
        "\u05e9\u05bc\u05c1\u05b8",  # Hebrew, as typed
        "\u0e19\u0e49\u0e38",  # Thai, as typed by mistake
        "1\ufe0f\u20e3",
    ],
)
def test_a_token_of_another_script_is_drawn_as_it_is_spelled(token: str) -> None:
    assert label_parts(token) == label_parts(token.encode()) == (("text", token),)


def test_a_letter_with_thousands_of_marks_is_labelled() -> None:
    assert plain_label("e" + "\u0301" * 5_000) == "e◌" + "\u0301" * 5_000


@given(st.text(st.sampled_from("aeo\u0301\u0302\u0323q\u0307й\u0438\u0306かが\u3099"), max_size=6))
@settings(max_examples=300)
def test_no_two_labels_look_alike(token: str) -> None:
    """Said of what a reader sees in alphabets and kana: of labels that Unicode says look alike."""
    seen = unicodedata.normalize("NFC", plain_label(token))
    composed = unicodedata.normalize("NFC", token)
    assert token == composed or seen != unicodedata.normalize("NFC", plain_label(composed))


def test_an_emoji_keeps_its_variation_selector() -> None:
    assert label_parts("❤\ufe0f") == (("text", "❤\ufe0f"),)


def test_end_of_word_is_a_marker_at_the_end_only() -> None:
    assert label_parts("</w>a</w>", markers=word_ends("</w>")) == (
        ("text", "</w>a"),
        ("marker", "</w>"),
    )


def test_a_continuing_prefix_is_a_marker_at_the_start_only() -> None:
    assert label_parts("##a##", markers=continuations("##")) == (("marker", "##"), ("text", "a##"))


def test_a_space_marker_counts_anywhere() -> None:
    assert label_parts("▁a▁", markers=SPACES) == (
        ("marker", "▁"),
        ("text", "a"),
        ("marker", "▁"),
    )


def test_without_markers_the_same_text_is_text() -> None:
    assert label_parts("▁a</w>") == (("text", "▁a</w>"),)


def test_a_plain_label_is_one_line() -> None:
    assert plain_label(b" a\r\n\tb\xf0\x9f") == "·a␍↵⇥b‹F0 9F›"


def test_a_plain_label_names_controls() -> None:
    assert plain_label("a\u200db") == "a‹ZWJ›b"


@given(st.binary(max_size=24))
@settings(max_examples=100)
def test_every_byte_is_shown(token: bytes) -> None:
    shown = sum(len(text.split()) if kind == "bytes" else 0 for kind, text in label_parts(token))
    assert shown == sum("\udc80" <= c <= "\udcff" for c in token.decode(errors="surrogateescape"))


@given(st.text(st.characters(), max_size=24))
@settings(max_examples=100)
def test_a_plain_label_holds_nothing_invisible(token: str) -> None:
    hidden = {"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"}
    assert not any(unicodedata.category(c) in hidden for c in plain_label(token))


def test_each_letter_and_digit_of_unicode_is_shown_alike_alone_and_within_a_run() -> None:
    for letter in filter(str.isalnum, map(chr, range(sys.maxunicode + 1))):
        assert not is_mark(letter)
        name = invisible_name(letter)
        if name is None:
            assert label_parts(f"x{letter}y") == (("text", f"x{letter}y"),)
        else:
            assert label_parts(f"x{letter}y") == (("text", "x"), ("control", name), ("text", "y"))


def test_a_marker_that_is_a_letter_is_marked_within_a_run() -> None:
    markers = (Marker("G", "front", spells=" "),)
    assert label_parts("aGb", markers) == (("text", "a"), ("marker", "G"), ("text", "b"))


def test_counts_have_their_plural() -> None:
    assert [plural(n, "entry") for n in (0, 1, 2_000)] == ["0 entries", "1 entry", "2,000 entries"]
    assert [plural(n, "token") for n in (0, 1, 2)] == ["0 tokens", "1 token", "2 tokens"]


def test_a_number_has_two_digits_also_where_rounding_carries() -> None:
    numbers = (0.0396, 0.0404, 0.0197, 0.00996, 9.96, 123.0, 0.0, -0.0000123)
    written = ["0.040", "0.040", "0.020", "0.010", "10", "120", "0.0", "\u22120.000012"]
    assert [in_digits(number, 2) for number in numbers] == written
