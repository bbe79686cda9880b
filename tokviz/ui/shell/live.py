"""A text box that sends what is typed while it is typed, with no button and no Ctrl+Enter."""

from typing import Any

import streamlit as st

from tokviz.ui.shell.mounting import mount
from tokviz.views.components import LIVE

KEY = "live"
NAMES = ("", "_new", "_held", "_second")
"""A page's boxes for a text: what it learns from, what is encoded, what is compared on, and what
the other training of What if learns from. views/live knows their containers."""


def live_box(name: str = "") -> Any:
    """A place for a text area: ``with live_box(): st.text_area(...)``; one a page of each name."""
    if name not in NAMES:
        raise ValueError(f"No live box is named {name!r}. Take one of {NAMES}, or add it there.")
    return st.container(key=KEY + name, gap=None)


def send_while_typing() -> None:
    """Draw the script, once a page; it finds the box whenever that is drawn."""
    mount(LIVE, key=KEY + "_script")
