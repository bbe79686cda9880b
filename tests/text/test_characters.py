"""The aligned rows of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.text.characters import (
    beginning,
    byte_bits,
    byte_offsets,
    code_point_name,
    decode_utf8,
    encode_utf8,
    first_words,
    iter_graphemes,
    text_rows,
    visible_label,
)

any_text = st.text(st.characters())  # lone surrogates included


@pytest.mark.parametrize(
    "character",
    [
        "안",
        "\u1100\u1161\u11a8",
        "👏🏻",
        "🇩🇪",
        "👨‍👩‍👧",
        "e\u0301",
        "\r\n",
    ],
    ids=["syllable", "jamo", "skin tone", "flag", "family", "accent", "line end"],
)
def test_one_character_is_one_grapheme(character: str) -> None:
    assert list(iter_graphemes(character * 2 + "a")) == [character, character, "a"]


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("क्त", ["क्त"]),
        ("क्\u200dत", ["क्\u200dत"]),
        ("क्\u200cत", ["क्\u200c", "त"]),
        ("क़्त", ["क़्त"]),
        ("क्त्य", ["क्त्य"]),
        ("क्ा", ["क्ा"]),
        ("क्a", ["क्", "a"]),
        ("काक्त", ["का", "क्त"]),
        ("का्त", ["का्त"]),
        ("\u1cf5क", ["\u1cf5क"]),
        ("க்க", ["க்", "க"]),
        ("অ্যাপ", ["অ্যা", "প"]),
        ("অ্যাকাউন্ট", ["অ্যা", "কা", "উ", "ন্ট"]),
        ("अ्क", ["अ्क"]),
        ("इ्क", ["इ्क"]),
        ("a्क", ["a्क"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_linker_joins_a_consonant_to_whatever_stands_before_it(
    text: str, characters: list[str]
) -> None:
    """Rule GB9c of Annex 29 for Unicode 18; until 17 it asked for a consonant before the linker."""
    assert list(iter_graphemes(text)) == characters


@given(any_text)
def test_rows_hold_the_whole_text(text: str) -> None:
    rows = text_rows(text)
    assert "".join(grapheme.text for grapheme in rows.graphemes) == text
    assert "".join(point.char for point in rows.code_points) == text
    assert b"".join(point.utf8 for point in rows.code_points) == rows.utf8


@given(any_text)
def test_rows_are_aligned(text: str) -> None:
    rows = text_rows(text)
    edges = [0, *(grapheme.end for grapheme in rows.graphemes)]
    assert [grapheme.start for grapheme in rows.graphemes] == edges[:-1]
    for point in rows.code_points:
        assert rows.utf8[point.start : point.end] == point.utf8
    assert rows.num_bytes == len(rows.utf8)


@given(any_text)
def test_bytes_lead_back_to_the_text(text: str) -> None:
    assert decode_utf8(encode_utf8(text)) == text


@given(st.binary().filter(lambda data: b"\xed" not in data))
def test_broken_bytes_become_replacement_characters(data: bytes) -> None:
    assert decode_utf8(data) == data.decode("utf-8", "replace")


def test_byte_offsets_count_bytes_not_characters() -> None:
    assert byte_offsets("aé€😀") == [0, 1, 3, 6, 10]


def test_empty_text_has_empty_rows() -> None:
    assert text_rows("").graphemes == ()
    assert text_rows("").num_bytes == 0


def test_byte_order_mark_is_named() -> None:
    rows = text_rows("\ufeffa")
    assert "byte order mark" in rows.code_points[0].name
    assert rows.code_points[0].utf8 == b"\xef\xbb\xbf"


def test_lone_surrogates_are_counted_and_named() -> None:
    rows = text_rows("a\ud83d \udc4f")
    assert [point.name for point in rows.code_points if point.kind == "surrogate"] == [
        "<lone high surrogate>",
        "<lone low surrogate>",
    ]


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("안", "HANGUL SYLLABLE AN"),
        ("\n", "<control: LINE FEED>"),
        ("\0", "<control: NULL>"),
        ("\x7f", "<control: DELETE>"),
        ("\x85", "<control>"),
        ("\ue000", "<private use>"),
        ("\uffff", "<noncharacter>"),
        ("\u0378", "<unassigned>"),
    ],
)
def test_every_code_point_has_a_name(char: str, name: str) -> None:
    assert code_point_name(char) == name


@pytest.mark.parametrize(
    ("char", "label"),
    [
        ("a", "a"),
        (" ", "SP"),
        ("\x1f", "US"),
        ("\u200d", "ZWJ"),
        ("\ufeff", "BOM"),
        ("\u0301", "◌\u0301"),
        ("\ud800", "U+D800"),
    ],
)
def test_every_code_point_can_be_seen(char: str, label: str) -> None:
    assert visible_label(char) == label


@given(st.characters())
def test_no_label_is_blank(char: str) -> None:
    assert visible_label(char).strip()


def test_notation_has_four_digits_or_more() -> None:
    assert [point.notation for point in text_rows("\tA👏").code_points] == [
        "U+0009",
        "U+0041",
        "U+1F44F",
    ]


@pytest.mark.parametrize(
    ("byte", "role", "marker", "payload"),
    [
        (0x41, "single", "0", "1000001"),
        (0xC3, "lead", "110", "00011"),
        (0xEC, "lead", "1110", "1100"),
        (0xF0, "lead", "11110", "000"),
        (0x95, "continuation", "10", "010101"),
        (0xC0, "never", "11000000", ""),
        (0xFF, "never", "11111111", ""),
    ],
)
def test_bits_tell_the_role(byte: int, role: str, marker: str, payload: str) -> None:
    bits = byte_bits(byte)
    assert (bits.role, bits.marker, bits.payload) == (role, marker, payload)


@given(st.characters(exclude_categories=["Cs"]))
def test_payload_bits_spell_the_code_point(char: str) -> None:
    payload = "".join(byte_bits(byte).payload for byte in encode_utf8(char))
    assert int(payload, 2) == ord(char)


def test_bits_of_no_byte_are_refused() -> None:
    with pytest.raises(ValueError, match="0 to 255, but this is 256"):
        byte_bits(256)


@pytest.mark.parametrize(
    ("text", "longest", "shown"),
    [
        ("ผู้ใหญ่", 2, "ผู"),
        ("ผู้ใหญ่", 4, "ผู้ใ"),
        ("กผู้", 3, "ก"),
        ("विद्यार्थी", 3, "वि"),
        ("hi 👨‍👩‍👧", 6, "hi "),
        ("short", 9, "short"),
    ],
)
def test_what_is_cut_ends_between_two_characters(text: str, longest: int, shown: str) -> None:
    assert beginning(text, longest) == shown


@given(text=st.text(), longest=st.integers(1, 40))
def test_a_beginning_is_never_empty_nor_too_long(text: str, longest: int) -> None:
    shown = beginning(text, longest)
    assert text.startswith(shown)
    assert bool(shown) == bool(text)
    assert len(shown) <= longest


@pytest.mark.parametrize(
    ("text", "longest", "shown"),
    [
        ("the small boat", 14, "the small boat"),
        ("the small boat", 13, "the small"),
        ("the small boat", 10, "the small"),
        ("the small boat", 9, "the small"),
        ("lighthouse", 5, "light"),
        (" lighthouse", 5, " ligh"),
        ("早上好今天", 3, "早上好"),
        ("", 5, ""),
    ],
)
def test_first_words_are_whole(text: str, longest: int, shown: str) -> None:
    assert first_words(text, longest) == shown
