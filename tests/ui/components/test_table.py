"""A table has no cell that keeps the browser busy, wherever on the pages it stands."""

import re
from pathlib import Path

import pytest

from tokviz.text.direction import isolated
from tokviz.ui.components.table import LONGEST_CELL, short_cells

UI = Path(__file__).parents[3] / "tokviz" / "ui"
LONG = "日" * (LONGEST_CELL + 1)
SHORT = "日" * LONGEST_CELL
CUT = "日" * (LONGEST_CELL - 1) + "…"


def test_a_long_cell_is_cut_and_says_so() -> None:
    assert short_cells([{"word": LONG, "times": 2}, {"word": SHORT, "times": None}]) == [
        {"word": CUT, "times": 2},
        {"word": SHORT, "times": None},
    ]
    assert short_cells({"word": [LONG, SHORT], "id": [0, 1]}) == {
        "word": [CUT, SHORT],
        "id": [0, 1],
    }


@pytest.mark.parametrize("path", sorted(UI.rglob("*.py")), ids=lambda path: path.stem)
def test_no_table_is_drawn_in_another_way(path: Path) -> None:
    if path.stem != "table":
        assert not re.search(r"\.(dataframe|data_editor|table)\(", path.read_text(encoding="utf-8"))


def test_a_hebrew_cell_begins_at_the_left_edge_as_the_cells_around_it() -> None:
    pair = f"{isolated('ה')} + {isolated('י')}"
    assert short_cells({"token": ["ה", "the", pair], "id": [0, 1, 2]}) == {
        "token": ["\u200e\u2068ה\u2069", "the", f"\u200e{pair}"],
        "id": [0, 1, 2],
    }


def test_no_character_is_cut_where_a_cell_ends() -> None:
    shown = short_cells([{"text": "ผู้" * LONGEST_CELL}])
    assert shown == [{"text": "ผู้" * ((LONGEST_CELL - 1) // 3) + "…"}]
