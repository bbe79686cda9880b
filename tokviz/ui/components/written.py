"""A result as it is written, ids or a decoded text: the files of ``tokviz/views/written``.

Streamlit's box for code does the same, but loads half a megabyte for the colours of code.
"""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from tokviz.ui.shell.mounting import mount
from tokviz.ui.shell.state import PageState
from tokviz.views.components import WRITTEN


def written_columns(widths: int | Sequence[int]) -> list[Any]:
    """Columns in which such boxes stand: on paper (paper.css) they stand below each other."""
    with st.container(key="written"):
        return st.columns(widths, gap="medium")


def written(state: PageState, name: str, text: str) -> None:
    """Show the text, letter by letter, in a box with a button that copies it.

    Arguments:
        name: keeps the boxes of a page apart.
    """
    mount(WRITTEN, data=text.encode(), key=state.key(name))
