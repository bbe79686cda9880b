"""A text box that sends what is typed while it is typed, with no button and no Ctrl+Enter."""

from typing import Any

import streamlit as st

from tokviz.ui.shell.mounting import mount
from tokviz.views.components import LIVE

KEY = "live"
"""The container whose text box sends; views/live/component.js looks for it. One a page."""


def live_box() -> Any:
    """A place for a text area: ``with live_box(): st.text_area(...)``."""
    return st.container(key=KEY, gap=None)


def send_while_typing() -> None:
    """Draw the script, once a page; it finds the box whenever that is drawn."""
    mount(LIVE, key=KEY + "_script")
