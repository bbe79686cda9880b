"""A text box that sends what is typed while it is typed, with no button and no Ctrl+Enter."""

from functools import cache
from typing import Any

import streamlit as st

from tokviz.views.live.live import live_files

KEY = "live"
"""The container whose text box sends; views/live/component.js looks for it. One a page."""


def live_box() -> Any:
    """A place for a text area: ``with live_box(): st.text_area(...)``."""
    return st.container(key=KEY, gap=None)


def send_while_typing() -> None:
    """Draw the script, once a page; it finds the box whenever that is drawn."""
    _component()(key=KEY + "_script")


@cache
def _component() -> Any:
    style, script = live_files()
    return st.components.v2.component("tokviz.live", css=style, js=script, isolate_styles=False)
