"""The decimals that numbers have in tables, as many in all of a column: 2.00 beside 2.14."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

DECIMALS = {
    "bytes per token": 2,
    "characters per token": 2,
    "tokens per word": 2,
    "unknown %": 1,
    "lost %": 1,
    "ms to encode": 1,
    "score": 3,
    "log-probability": 4,
    "probability %": 3,
}
PREMIUM, DECIMALS_OF_PREMIUMS = "×", 2
"""What stands in the name of a column of prices, beside the tokenizer's and the language's."""


def with_decimals(rows: Sequence[Mapping[str, Any]], **options: Any) -> None:
    """Draw a table; ``options`` are those of ``st.dataframe``."""
    names = rows[0] if rows else ()
    count = {name: DECIMALS_OF_PREMIUMS for name in names if PREMIUM in name} | DECIMALS
    columns = {
        name: st.column_config.NumberColumn(format=f"%.{count[name]}f")
        for name in names
        if name in count
    }
    st.dataframe(rows, hide_index=True, column_config=columns, **options)
