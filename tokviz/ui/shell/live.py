"""A text box that sends what is typed while it is typed, with no button and no Ctrl+Enter."""

from typing import Any

import streamlit as st

from tokviz.checks import limits
from tokviz.ui.shell.mounting import mount
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text
from tokviz.views.components import LIVE

KEY = "live"
NAMES = ("", "_new", "_held", "_second", "_ids", "_chat")
"""A page's boxes for a text: what it learns from, what is encoded, what is compared on, what the
other training of What if learns from, the ids that are decoded, and the messages of a chat.
views/live knows their containers."""
ENCODED = "It is encoded while you type."
"""What a box for a new text says of itself."""


def live_box(name: str = "") -> Any:
    """A place for a text area: ``with live_box(): st.text_area(...)``; one a page of each name."""
    if name not in NAMES:
        raise ValueError(f"No live box is named {name!r}. Take one of {NAMES}, or add it there.")
    return st.container(key=KEY + name, gap=None)


def live_text_area(
    state: PageState,
    box: str,
    name: str,
    label: str,
    first: str,
    *,
    height: int = 90,
    most: int = limits.TYPED_TEXT,
    shared: bool = True,
    help: str,
) -> str:
    """A text that the reader types, sent meanwhile and kept as ``name``; ``first`` is in it first.

    ``box`` is one of ``NAMES``; it takes ``most`` characters; ``shared`` puts it into links.
    """
    with live_box(box):
        text: str = st.text_area(
            label,
            height=height,
            key=state.start(name, first, Text(most), shared=shared),
            max_chars=most,
            help=help,
        )
    state.keep(name)
    return text


def send_while_typing() -> None:
    """Draw the script, once a page; it finds the box whenever that is drawn."""
    mount(LIVE, key=KEY + "_script")
