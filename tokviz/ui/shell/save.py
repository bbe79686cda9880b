"""Buttons that save a file as it is at the reader's step, which only the browser knows."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from tokviz.checks import limits
from tokviz.ui.shell.mounting import mount, said
from tokviz.ui.shell.state import MEMORY
from tokviz.views.components import SAVE
from tokviz.views.payload import number_of
from tokviz.views.save.save import SaveButton, save_payload

MakeFile = Callable[[int, Mapping[str, Any]], bytes]
"""Gives a file at a step, and with what else of the page's address the browser writes."""


def save_button(
    label: str,
    make: MakeFile,
    *,
    name: str,
    mime: str,
    key: str,
    help: str = "",
) -> None:
    """Show the button; ``make`` gives the file, once the reader has asked for it.

    Arguments:
        name: of the file.
        key: names the button on its page.
    """
    buttons = (SaveButton(label, name, help, mime=mime),)
    _mount(buttons, make, key=key)


def file_stem(key: str, what: str) -> str:
    """How a file is called that a page gives, by any key of the page: its lesson, what it holds.

    "byte_bpe:player", "replay" -> "tokviz-byte-bpe-replay"
    """
    return f"tokviz-{key.partition(':')[0].replace('_', '-')}-{what}"


def page_buttons(replay: str, make: Callable[[int], str], *, what: str = "replay") -> None:
    """Save the replay of this key as one page, or what it shows as a picture.

    Arguments:
        make: gives the page of HTML that opens on a step.
        what: it is called, also in the name of the file.
    """
    buttons = (
        SaveButton(
            f"Save this {what} as one HTML file",
            f"{file_stem(replay, what)}.html",
            "It opens in any browser, without tokviz and without a network.",
            mime="text/html",
        ),
        SaveButton(
            "Save a picture of this step (SVG)",
            file_stem(replay, what),
            "For slides, as sharp at any size; its text stays text.",
            "svg",
        ),
        SaveButton(
            "Save a picture of this step (PNG)",
            file_stem(replay, what),
            "For programs that take no SVG; twice as fine as on the screen.",
            "png",
        ),
    )
    _mount(buttons, lambda step, _: make(step).encode(), key=f"{replay}:save", replay=replay)


def _mount(buttons: Sequence[SaveButton], make: MakeFile, *, key: str, replay: str = "") -> None:
    """Without the key of a ``replay``, the step is that of the page's address."""
    asked = st.session_state.get(key + MEMORY)
    data = save_payload(
        buttons,
        replay=number_of(replay) if replay else 0,
        answers=str(asked["asked"]) if asked else "",
        content=_made(make, asked, key) if asked else b"",
    )
    mount(SAVE, data=data, key=key, width="content", on_save_change=lambda: _ask(key))
    st.session_state.pop(key + MEMORY, None)  # not before: another run may end this one


def _made(make: MakeFile, asked: Mapping[str, Any], key: str) -> bytes:
    try:
        return make(asked["step"], asked["address"])
    except Exception:  # asked again it would fail again
        del st.session_state[key + MEMORY]
        raise


def _ask(key: str) -> None:
    wanted = said(key, "save")
    if not isinstance(wanted, dict) or not isinstance(wanted.get("address"), dict):
        return
    if type(wanted.get("step")) is int and 0 <= wanted["step"] <= limits.STEP and "asked" in wanted:
        st.session_state[key + MEMORY] = wanted
