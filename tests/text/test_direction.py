"""Hebrew and Arabic among words of ours: nothing around a token is drawn on its wrong side."""

import pytest

from tokviz.text.direction import (
    direction,
    direction_of_label,
    from_left,
    in_a_row,
    isolated,
    run_of,
    runs_left,
    unmarked,
    unturned,
)


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        ("the ילד", "ltr"),
        ("12 ילדים", "rtl"),
        ("“قال", "rtl"),
        ("12, 13.", "ltr"),
        ("", "ltr"),
        ("हिन्दी", "ltr"),
        ("<p>שלום</p>", "ltr"),
        ("‹D7› ו", "ltr"),
    ],
)
def test_a_line_runs_as_its_first_letter_does(line: str, runs: str) -> None:
    assert direction(line) == runs


@pytest.mark.parametrize(
    ("token", "runs"),
    [(", של", "rtl"), ("12 של", "ltr"), ("١٢", "ltr"), ("ab ה", "ltr"), ("., ", None), ("", None)],
)
def test_a_token_runs_as_its_first_letter_or_digit_does(token: str, runs: str | None) -> None:
    assert run_of(token) == runs


def test_whether_something_is_drawn_from_right_to_left() -> None:
    assert runs_left("the ה")
    assert not runs_left("the 12 안녕")


@pytest.mark.parametrize("line", ["‹D7›ו", "</w> ה", "… 43 bytes … ה"])
def test_a_name_that_we_write_is_no_first_letter(line: str) -> None:
    assert direction_of_label(line) == "rtl"


@pytest.mark.parametrize("label", ["the", "·the", "हि", "安녕", "12"])
def test_what_runs_from_left_to_right_stands_as_it_is(label: str) -> None:
    assert isolated(label) == in_a_row([label]) == from_left(label) == label


@pytest.mark.parametrize("label", ["ה", "ה + י", "صص", "٣"])
def test_what_runs_from_right_to_left_is_isolated(label: str) -> None:
    assert isolated(label) == f"\u2068{label}\u2069"


def test_a_tag_and_a_name_keep_their_order_beside_hebrew() -> None:
    assert isolated("ה</w>") == "\u2068ה\u2066</w>\u2069\u2069"
    assert isolated("‹D7›ו") == "\u2068\u2066‹D7›\u2069ו\u2069"


def test_a_row_of_tokens_runs_as_their_text_does() -> None:
    assert in_a_row(["ה", "PC", "."]) == "\u2067\u2068ה\u2069 \u2068PC\u2069 \u2068.\u2069\u2069"
    assert in_a_row(["PC", "ה"], " | ").startswith("\u2066\u2068PC\u2069 | ")


def test_a_cell_begins_at_the_left_edge_as_those_above_it() -> None:
    assert from_left("ה") == "\u200e\u2068ה\u2069"
    pair = f"{isolated('ה')} + {isolated('י')}"
    assert from_left(pair) == from_left(from_left(pair)) == "\u200e" + pair


def test_who_copies_a_cell_finds_what_stands_in_it() -> None:
    assert unmarked(from_left("ה</w>")) == "ה</w>"
    assert unmarked("\u2068") == "\u2068"


def test_what_another_typed_is_read_in_its_order() -> None:
    """And what joins emoji or letters stays."""
    turning = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
    assert unturned("a" + "".join(map(chr, turning)) + "b") == "ab"
    assert unturned("\u202edamn\u202c fool") == "damn fool"
    for kept in ("ילדים 12", "👩\u200d👧", "می\u200cخواهم", "a\u00adb"):
        assert unturned(kept) == kept
