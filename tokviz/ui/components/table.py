"""A table on the page, with cells that a browser can bear, and as it is printed.

It measures each cell that it shows, letter by letter: a word of a million ideographs kept it busy
for half a minute. So a cell has the beginning of what is longer.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.text.characters import beginning
from tokviz.text.direction import from_left
from tokviz.views.tables.printed import printed_html

LONGEST_CELL = 400
"""Characters; a line of the widest screen has some two hundred."""

Row = Mapping[str, Any]
Rows = Sequence[Row] | Mapping[str, Sequence[Any]]
"""A table row by row, or column by column."""


def draw_table(rows: Rows, *, place: DeltaGenerator | None = None, **options: Any) -> None:
    """Draw a table in a place; ``options`` are those of ``st.dataframe``."""
    short = short_cells(rows)
    with (st if place is None else place).container(gap=None):
        st.dataframe(short, hide_index=True, **options)
        st.html(_on_paper_html(columns_of(short), **options))


def columns_of(rows: Rows) -> Mapping[str, Sequence[Any]]:
    """[{"id": 0}, {"id": 1}] -> {"id": [0, 1]}"""
    if isinstance(rows, Mapping):
        return rows
    return {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}


def short_cells(rows: Rows) -> Rows:
    """The same table, with no text longer than ``LONGEST_CELL``, each from the left edge on."""
    if isinstance(rows, Mapping):
        return {name: list(map(_short, column)) for name, column in rows.items()}
    return [{name: _short(value) for name, value in row.items()} for row in rows]


def _short(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return from_left(
        value if len(value) <= LONGEST_CELL else f"{beginning(value, LONGEST_CELL - 1)}…"
    )


def _on_paper_html(
    columns: Mapping[str, Sequence[Any]],
    *,
    column_config: Mapping[str, Any] | None = None,
    placeholder: str = "None",
    **_: Any,
) -> str:
    """The table on paper: heads, numbers and what is missing as the options have them."""
    configured = column_config or {}
    heads = {name: one for name, one in configured.items() if isinstance(one, str)}
    formats = {
        name: one["type_config"]["format"].removeprefix("%")
        for name, one in configured.items()
        if name not in heads and "format" in one["type_config"]
    }
    return printed_html(columns, heads=heads, formats=formats, missing=placeholder)
