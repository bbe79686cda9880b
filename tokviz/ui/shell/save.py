"""A button that saves a file as it is at the address's step, which only the browser knows."""

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

from tokviz.ui.shell.state import MEMORY
from tokviz.views.save.save import save_files, save_payload


def save_button(
    label: str,
    make: Callable[[int], bytes],
    *,
    name: str,
    mime: str,
    key: str,
    help: str = "",
) -> None:
    """Show the button; ``make`` gives the file at a step, once the reader has asked for it.

    Arguments:
        name: of the file.
        key: names the button on its page.
    """
    asked = st.session_state.pop(key + MEMORY, None)
    content = make(int(asked["step"])) if asked else b""
    answers = str(asked["asked"]) if asked else ""
    data = save_payload(label, name=name, mime=mime, help=help, answers=answers, content=content)
    _component()(data=data, key=key, on_save_change=lambda: _ask(key))


def _ask(key: str) -> None:
    st.session_state[key + MEMORY] = st.session_state[key]["save"]


@cache
def _component() -> Any:
    markup, style, script = save_files()
    return st.components.v2.component(
        "tokviz.save", html=markup, css=style, js=script, isolate_styles=True
    )
