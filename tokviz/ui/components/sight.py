"""What stands below the stage is drawn anew only for the reader who looks at it.

An edit changes all of a page, and most readers who edit look at the stage alone. A page opens
whole. After an edit each part below the stage waits, at no cost to the server, until the browser
says that its place is in sight.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

from tokviz.ui.shell.errors import fragment
from tokviz.ui.shell.share import share_boxes
from tokviz.ui.shell.state import PageState
from tokviz.views.sight.sight import sight_files


@fragment
def in_sight(state: PageState, name: str, sig: str, draw: Callable[[], None]) -> None:
    """Draw a part of the page, or the place that asks for it.

    Arguments:
        name: keeps the parts of a page apart.
        sig: what the part is about; another one waits until it is looked at.
    """
    if state.kept(f"{name}_drawn") is None:
        state.put(f"{name}_drawn", sig)
    if state.kept(f"{name}_drawn") == sig:
        with st.container(key=f"seen-{name}"):
            draw()
        share_boxes(state)
        return
    _component()(
        data=sig,
        key=state.key(f"{name}_sight"),
        on_sight_change=lambda: state.put(f"{name}_drawn", sig),
    )


@cache
def _component() -> Any:
    markup, style, script = sight_files()
    return st.components.v2.component(
        "tokviz.sight", html=markup, css=style, js=script, isolate_styles=True
    )
