"""The rows that reach the browser are the text's: every character, code point, byte and bit."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.payload_reader import unpack
from tokviz.text.characters import encode_utf8, text_rows
from tokviz.views.components import ROWS
from tokviz.views.payload import payload_sig
from tokviz.views.rows import rows
from tokviz.views.rows.rows import rows_payload


def content(text: str) -> Any:
    return unpack(rows_payload(text_rows(text)))[0]


def points(text: str) -> list[dict[str, Any]]:
    return [point for grapheme in content(text)["graphemes"] for point in grapheme["points"]]


@settings(max_examples=80)
@given(st.text(st.characters(), max_size=30))
def test_the_bytes_of_all_rows_are_the_text(text: str) -> None:
    assert bytes(byte for point in points(text) for byte in point["bytes"]) == encode_utf8(text)


@settings(max_examples=80)
@given(st.text(st.characters(), max_size=30))
def test_every_byte_that_occurs_is_explained(text: str) -> None:
    assert set(content(text)["bits"]) == {str(byte) for byte in encode_utf8(text)}


def test_a_code_point_has_notation_and_name() -> None:
    assert [(point["notation"], point["name"]) for point in points("안👏🏻")] == [
        ("U+C548", "HANGUL SYLLABLE AN"),
        ("U+1F44F", "CLAPPING HANDS SIGN"),
        ("U+1F3FB", "EMOJI MODIFIER FITZPATRICK TYPE-1-2"),
    ]


@pytest.mark.parametrize(
    ("text", "graphemes", "code_points"),
    [
        ("👏🏻", 1, 2),
        ("🇰🇷", 1, 2),
        ("👩‍👩‍👧‍👦", 1, 7),
        ("e\u0301", 1, 2),
        ("\r\n", 1, 2),
        ("", 0, 0),
    ],
)
def test_one_sign_may_hold_many_code_points(text: str, graphemes: int, code_points: int) -> None:
    assert len(content(text)["graphemes"]) == graphemes
    assert len(points(text)) == code_points


@pytest.mark.parametrize(
    ("text", "label", "name"),
    [
        ("\ufeff", "BOM", "ZERO WIDTH NO-BREAK SPACE (byte order mark)"),
        ("\ud83d", "U+D83D", "<lone high surrogate>"),
        ("\udc4f", "U+DC4F", "<lone low surrogate>"),
        ("\x00", "NUL", "<control: NULL>"),
    ],
)
def test_what_cannot_be_seen_is_named(text: str, label: str, name: str) -> None:
    grapheme = content(text)["graphemes"][0]
    assert grapheme["drawn"] == ""
    assert (grapheme["points"][0]["label"], grapheme["points"][0]["name"]) == (label, name)


def test_a_sign_that_can_be_seen_is_drawn_whole() -> None:
    assert content("e\u0301")["graphemes"][0]["drawn"] == "e\u0301"


def test_a_long_text_is_cut_between_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "DRAWN_BYTES", 12)
    sent = content("👏🏻👏🏻")
    assert (len(sent["graphemes"]), sent["shown"], sent["bytes"]) == (1, 8, 16)


def test_the_signature_tells_texts_apart() -> None:
    assert payload_sig(rows_payload(text_rows("a"))) != payload_sig(rows_payload(text_rows("b")))


def test_the_script_is_one_module() -> None:
    script = ROWS.js
    assert "\nimport " not in script
    assert script.count("export default") == 1


def test_a_mark_that_encloses_is_named_but_in_a_whole_keycap() -> None:
    (circled,) = content("a\u20dd")["graphemes"]
    assert circled["drawn"] == ""
    assert [point["label"] for point in circled["points"]] == ["a", "CIRCLE"]
    assert content("1\ufe0f\u20e3")["graphemes"][0]["drawn"] == "1\ufe0f\u20e3"
