"""A table on the page, with cells that a browser can bear.

It measures each cell that it shows, letter by letter: a word of a million ideographs kept it busy
for half a minute. So a cell has the beginning of what is longer.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

LONGEST_CELL = 400
"""Characters; a line of the widest screen has some two hundred."""

Row = Mapping[str, Any]
Rows = Sequence[Row] | Mapping[str, Sequence[Any]]
"""A table row by row, or column by column."""


def draw_table(rows: Rows, *, place: DeltaGenerator | None = None, **options: Any) -> None:
    """Draw a table in a place; ``options`` are those of ``st.dataframe``."""
    draw = st.dataframe if place is None else place.dataframe
    draw(short_cells(rows), hide_index=True, **options)


def short_cells(rows: Rows) -> Rows:
    """The same table, with no text longer than ``LONGEST_CELL``."""
    if isinstance(rows, Mapping):
        return {name: list(map(_short, column)) for name, column in rows.items()}
    return [{name: _short(value) for name, value in row.items()} for row in rows]


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > LONGEST_CELL:
        return f"{value[: LONGEST_CELL - 1]}…"
    return value
