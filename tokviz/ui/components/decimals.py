"""How numbers are written in tables: as many decimals in all of a column, thousands parted.

2.00 stands beside 2.14, and 50,257 tokens are written as in a sentence, whatever the browser's
language; an id is a name and has no comma.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from tokviz.ui.components.table import columns_of, draw_table

DECIMALS = {
    "unknown %": 1,
    "lost %": 1,
    "score": 3,
    "log-probability": 4,
    "probability %": 3,
    "probability % before": 3,
    "probability % after": 3,
    "uses in one": 3,
    "in all of these": 3,
    "in the whole text": 3,
}
"""Of the columns that need more or fewer than the others."""
OTHERWISE = 2
NAME = "id"
LETTER, AROUND = 6.5, 20
"""Pixels that a letter of a cell takes, and what is beside its words."""


def with_decimals(
    rows: Sequence[Mapping[str, Any]], *, whole: str | None = None, **options: Any
) -> None:
    """Draw a table; ``options`` are those of ``st.dataframe``.

    Arguments:
        whole: a column whose words are read whole; the browser cuts what is longer than most.
    """
    columns = columns_of(rows)
    config = number_formats(columns)
    if whole is not None:
        config[whole] = st.column_config.TextColumn(width=_width(columns.get(whole, ())))
    draw_table(rows, column_config=config, **options)


def number_formats(columns: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """How ``st.dataframe`` is to write those columns that hold numbers."""
    formats = {name: _format(name, values) for name, values in columns.items() if name != NAME}
    return {
        name: st.column_config.NumberColumn(format=written)
        for name, written in formats.items()
        if written is not None
    }


def _width(words: Sequence[str]) -> int:
    return round(LETTER * max(map(len, words), default=0)) + AROUND


def _format(name: str, values: Sequence[Any]) -> str | None:
    if name in DECIMALS or any(isinstance(value, float) for value in values):
        return f"%,.{DECIMALS.get(name, OTHERWISE)}f"
    return "%,d" if any(type(value) is int for value in values) else None
