"""Buttons that save a file as it is at the reader's step, which only the browser knows."""

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

from tokviz.ui.shell.state import MEMORY
from tokviz.views.payload import number_of
from tokviz.views.save.save import picture_payload, save_files, save_payload


def save_button(
    label: str,
    make: Callable[[int], bytes],
    *,
    name: str,
    mime: str,
    key: str,
    help: str = "",
    replay: str = "",
) -> None:
    """Show the button; ``make`` gives the file at a step, once the reader has asked for it.

    Arguments:
        name: of the file.
        key: names the button on its page.
        replay: the key of the replay whose step counts; by default the page's address has it.
    """
    asked = st.session_state.pop(key + MEMORY, None)
    content = make(int(asked["step"])) if asked else b""
    answers = str(asked["asked"]) if asked else ""
    data = save_payload(
        label,
        name=name,
        mime=mime,
        help=help,
        replay=number_of(replay) if replay else 0,
        answers=answers,
        content=content,
    )
    _component()(data=data, key=key, width="content", on_save_change=lambda: _ask(key))


def page_buttons(replay: str, make: Callable[[int], str], *, what: str = "replay") -> None:
    """Save the replay of this key as one page, or what it shows as a picture.

    Arguments:
        make: gives the page of HTML that opens on a step.
        what: it is called, also in the name of the file.
    """
    with st.container(horizontal=True):
        save_button(
            f"Save this {what} as one HTML file",
            lambda step: make(step).encode(),
            name=f"tokviz-{what}.html",
            mime="text/html",
            key=f"{replay}:html",
            help="It opens in any browser, without tokviz and without a network.",
            replay=replay,
        )
        picture = picture_payload(
            "Save a picture of this step",
            name=f"tokviz-{what}",
            replay=number_of(replay),
            help="An SVG for slides, as sharp at any size; its text stays text.",
        )
        _component()(data=picture, key=f"{replay}:picture", width="content")


def _ask(key: str) -> None:
    st.session_state[key + MEMORY] = st.session_state[key]["save"]


@cache
def _component() -> Any:
    markup, style, script = save_files()
    return st.components.v2.component(
        "tokviz.save", html=markup, css=style, js=script, isolate_styles=True
    )
