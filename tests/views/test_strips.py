"""Strips: rows cut into common groups, and a payload that loses nothing."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.payload_reader import unpack
from tokviz.traces.around import Mark
from tokviz.traces.results import Loss
from tokviz.views.components import PLAYER, STRIPS
from tokviz.views.script import one_module
from tokviz.views.strips import strips
from tokviz.views.strips.groups import common_cuts, group_numbers
from tokviz.views.strips.strips import StripRow, strips_payload


def row(name: str, *pieces: str | bytes) -> StripRow:
    """A row whose tokens follow each other without gaps; the id is the place of the token."""
    tokens, at = [], 0
    for token_id, piece in enumerate(pieces):
        size = len(piece if isinstance(piece, bytes) else piece.encode())
        tokens.append((token_id, piece, at, at + size))
        at += size
    return StripRow(name, tokens)


def read(*rows: StripRow, text: str, drawn: int = strips.DRAWN_TOKENS, **settings: Any) -> Any:
    """What is sent where so many tokens are drawn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strips, "DRAWN_TOKENS", drawn)
        return unpack(strips_payload(rows, text=text, **settings))[0]


# ---- marks of a post-processor ----------------------------------------------------------------


def test_marks_stand_at_both_ends_and_count_nothing() -> None:
    plain = row("A", "low", "er")
    marked = replace(plain, front=[Mark(8, "[CLS]"), Mark(8, "[CLS]")], back=[Mark(9, "[SEP]")])
    bare, body = (read(each, text="lower") for each in (plain, marked))
    (shown,) = body["rows"]
    assert [shown["kinds"][k]["id"] for k in shown["tokens"]] == [8, 8, 0, 1, 9]
    assert [shown["kinds"][k]["mark"] for k in shown["tokens"]] == [True, True, False, False, True]
    assert (shown["starts"][1], shown["ends"][1], shown["starts"][4]) == (0, 0, 5)
    for name in ("total", "bytesPerToken", "lostBytes"):
        assert shown[name] == bare["rows"][0][name]
    assert body["groups"] == bare["groups"]


def test_lines_begin_where_they_are_told_and_have_names() -> None:
    body = read(row("A", "You", "\n", "I"), text="You\nI", lines=[(0, "one"), (4, "two")])
    assert body["lines"] == [[0, "one"], [2, "two"]]
    assert read(row("A", "low"), text="low")["lines"] == []


def test_of_a_text_that_is_cut_short_the_lines_behind_it_are_not_drawn() -> None:
    body = read(row("A", *"abcd"), text="abcd", lines=[(0, "one"), (3, "two")], drawn=2)
    assert body["lines"] == [[0, "one"]]


def test_a_special_token_in_the_text_is_told_from_its_letters() -> None:
    framed = replace(row("A", "<s>", "low"), special=[(0, 3)])
    (shown,) = read(framed, text="<s>low")["rows"]
    assert [kind["special"] for kind in shown["kinds"]] == [True, False]


def test_around_the_empty_text_the_marks_stand_alone() -> None:
    body = read(StripRow("A", [], front=[Mark(8, "<s>")], back=[Mark(9, "</s>")]), text="")
    (shown,) = body["rows"]
    assert (body["groups"], len(shown["tokens"]), shown["numbers"]) == (1, 2, [0, 0])
    assert read(StripRow("A", []), text="")["groups"] == 0


def test_a_mark_is_no_token_of_the_text_with_the_same_id() -> None:
    marked = replace(row("A", "low"), front=[Mark(0, "low")])
    (shown,) = read(marked, text="low")["rows"]
    assert [(kind["mark"], kind["count"]) for kind in shown["kinds"]] == [(True, 1), (False, 1)]


def test_a_mark_is_never_what_was_lost() -> None:
    lost = Loss(0, 3, "low", "<unk>", "unknown")
    marked = replace(
        row("A", "low"), losses=[lost], unknown=[(0, 3), (0, 0)], front=[Mark(8, "<s>")]
    )
    (shown,) = read(marked, text="low")["rows"]
    assert [(kind["mark"], kind["unknown"]) for kind in shown["kinds"]] == [
        (True, False),
        (False, True),
    ]
    assert shown["hatched"] == [1]


def test_of_a_text_that_is_cut_short_the_marks_behind_it_are_not_drawn() -> None:
    marked = replace(row("A", *"abcdef"), front=[Mark(8, "<s>")], back=[Mark(9, "</s>")])
    (shown,) = read(marked, text="abcdef", drawn=3)["rows"]
    assert [shown["kinds"][k]["id"] for k in shown["tokens"]] == [8, 0, 1]


# ---- cuts -----------------------------------------------------------------------------------


def test_a_cut_is_where_every_row_has_a_border() -> None:
    assert common_cuts([[(0, 3), (3, 5)], [(0, 1), (1, 3), (3, 5)]], 5) == [0, 3, 5]


def test_one_row_is_cut_at_each_of_its_borders() -> None:
    assert common_cuts([[(0, 2), (2, 3)]], 3) == [0, 2, 3]


def test_bytes_that_a_row_dropped_do_not_prevent_a_cut() -> None:
    """A row of words with nothing for the space between them."""
    assert common_cuts([[(0, 2), (3, 5)], [(0, 2), (2, 5)]], 5) == [0, 2, 5]


def test_the_empty_text_has_one_cut() -> None:
    assert common_cuts([[]], 0) == [0]


def test_a_token_without_bytes_stays_with_what_stands_before() -> None:
    assert group_numbers([(0, 2), (2, 2), (2, 4)], [0, 2, 4]) == [0, 0, 1]


borders = st.lists(st.integers(1, 29), max_size=12).map(lambda cuts: sorted({0, 30, *cuts}))


@given(st.lists(borders, min_size=1, max_size=4))
@settings(max_examples=80)
def test_the_cuts_are_the_borders_that_all_rows_share(rows: list[list[int]]) -> None:
    spans = [list(pairwise(row)) for row in rows]
    assert common_cuts(spans, 30) == sorted(set.intersection(*map(set, rows)))


# ---- payload --------------------------------------------------------------------------------


def test_tokens_come_back_in_order() -> None:
    shown = read(row("A", "low", "er"), text="lower")["rows"][0]
    assert [shown["kinds"][k]["hex"] for k in shown["tokens"]] == ["6C 6F 77", "65 72"]


def test_both_rows_share_their_groups() -> None:
    body = read(row("A", "l", "ow", "er"), row("B", "low", "er"), text="lower")
    assert [shown["numbers"] for shown in body["rows"]] == [[0, 0, 1], [0, 1]]


def test_a_group_never_cuts_a_character() -> None:
    """Both rows split the two characters byte by byte; each character stays one group."""
    pieces = [bytes([byte]) for byte in "é👏".encode()]
    body = read(row("A", *pieces), row("B", *pieces), text="é👏")
    assert body["rows"][0]["numbers"] == [0, 0, 1, 1, 1, 1]


def test_a_group_of_bytes_says_which_text_it_is() -> None:
    pieces = [bytes([byte]) for byte in "é".encode()]
    assert read(row("A", *pieces), text="é")["overs"] == {"0": [["text", "é"]]}


def test_a_group_of_whole_characters_needs_no_such_words() -> None:
    assert read(row("A", "é", "a"), text="éa")["overs"] == {}


def test_a_token_says_which_bytes_of_a_character_it_holds() -> None:
    data = "👏".encode()
    shown = read(row("A", data[:1], data[1:]), text="👏")["rows"][0]
    assert shown["holds"] == {
        "0": ["byte 1 of 4 of 👏 U+1F44F"],
        "1": ["bytes 2 to 4 of 4 of 👏 U+1F44F"],
    }


def test_a_token_may_hold_parts_of_two_characters() -> None:
    data = "éé".encode()
    shown = read(row("A", data[:1], data[1:3], data[3:]), text="éé")["rows"][0]
    assert shown["holds"]["1"] == ["byte 2 of 2 of é U+00E9", "byte 1 of 2 of é U+00E9"]


def test_a_line_break_follows_the_group_that_ends_a_line() -> None:
    assert read(row("A", "a", "\n", "b"), text="a\nb")["breaks"] == [1]


def test_a_row_without_places_is_not_aligned() -> None:
    loose = StripRow("B", [(7, "low", None, None)])
    body = read(row("A", "Low"), loose, text="Low")
    assert [shown["aligned"] for shown in body["rows"]] == [True, False]


def test_totals_are_of_the_whole_text_though_only_a_part_is_drawn() -> None:
    shown = read(row("A", *"abcdef"), text="abcdef", drawn=4)["rows"][0]
    assert (shown["total"], len(shown["tokens"])) == (6, 4)


def test_how_often_a_token_occurs_is_counted_in_the_whole_text() -> None:
    tokens = [(97, "a", at, at + 1) for at in range(6)]
    body = read(StripRow("A", tokens), text="aaaaaa", drawn=2)
    assert body["rows"][0]["kinds"][0]["count"] == 6


def test_all_rows_end_at_the_same_group_when_cut_short() -> None:
    body = read(row("A", *"abcdef"), row("B", "ab", "cd", "ef"), text="abcdef", drawn=4)
    assert [len(shown["tokens"]) for shown in body["rows"]] == [4, 2]
    assert body["shownBytes"] == 4


def test_one_id_with_two_spellings_stays_two_tokens() -> None:
    """An unknown token stands for different words under one id."""
    tokens = [(0, "a", 0, 1), (0, "b", 1, 2)]
    assert len(read(StripRow("A", tokens), text="ab")["rows"][0]["kinds"]) == 2


def test_overlapping_tokens_are_refused_with_the_remedy() -> None:
    tokens = [(0, "ab", 0, 2), (1, "bc", 1, 3)]
    with pytest.raises(ValueError, match="Give None for both ends"):
        strips_payload([StripRow("A", tokens)], text="abc")


def test_a_lone_surrogate_survives_the_journey() -> None:
    text = "a\ud800"
    tokens = [(0, "a", 0, 1), (1, "\ud800", 1, 4)]
    assert read(StripRow("A", tokens), text=text)["rows"][0]["kinds"][1]["parts"] == [
        ["control", "U+D800"]
    ]


def test_the_same_rows_give_the_same_bytes() -> None:
    rows = [row("A", "a", "b")]
    assert strips_payload(rows, text="ab") == strips_payload(rows, text="ab")


def test_another_text_has_another_signature() -> None:
    assert read(row("A", "a"), text="a")["sig"] != read(row("A", "b"), text="b")["sig"]


def test_the_empty_text_has_no_groups() -> None:
    assert read(row("A"), row("B"), text="")["groups"] == 0


# ---- files ----------------------------------------------------------------------------------


def test_the_script_is_one_module_that_imports_and_exports_nothing() -> None:
    assert not re.search(r"^(import|export) ", one_module("strips/strips.js"), re.MULTILINE)


def test_the_script_never_writes_html() -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML", one_module("strips/strips.js"))


def test_style_and_script_ask_for_nothing_from_the_network() -> None:
    assert not re.search(
        r"https?://|src=|<link|@import", STRIPS.css + one_module("strips/strips.js")
    )


@pytest.mark.parametrize("number", range(8))
def test_an_id_has_the_same_hue_as_in_the_player(number: int) -> None:
    def hue(css: str) -> str:
        rules = re.findall(r"([^{}]*)\{ --hue: (\d+); \}", css)
        return next(str(degrees) for names, degrees in rules if re.search(rf"\.c{number}\b", names))

    assert hue(STRIPS.css) == hue(PLAYER.css)


def test_a_text_runs_as_its_first_letter_and_each_group_as_its_own() -> None:
    body = read(row("A", "Say ", "\u05e9", " ", "12"), text="Say \u05e9 12")
    assert body["back"] is False
    assert body["runs"] == ["ltr", "rtl", None, "ltr"]
    assert read(row("A", "\u05e9", " a"), text="\u05e9 a")["back"] is True


def test_of_a_text_without_letters_from_right_to_left_nothing_is_said() -> None:
    assert not {"back", "runs"} & read(row("A", "Say"), text="Say").keys()
