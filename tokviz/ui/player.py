"""The player on a Streamlit page: it replays in the browser and says where the reader stopped.

A step costs no round trip. Only when the reader has rested on a step does the component tell
Python, and then the page (best inside a fragment) can draw charts for that step.

The payload is sent again only when it changes, so the step to open on is fixed once per trace.
"""

from functools import cache
from typing import Any

import streamlit as st

from tokviz.views.player.player import component_script, payload_sig, player_files

PREFIX = 16
"""Bytes before the payload, a multiple of 8: the step to open on (uint32), the rest spare."""
NAME = "tokviz.player"


def player(payload: bytes, *, key: str, step: int = 0) -> int:
    """Show a payload and return the step the reader stopped on.

    Arguments:
        payload: what ``train_payload`` or ``encode_payload`` made.
        key: names this player on its page; the same key with another payload replaces the trace.
        step: where a trace opens the first time it is shown; after that the reader moves.
    """
    return stopped_on(_component(), payload, key=key, step=step)


def stopped_on(component: Any, payload: bytes, *, key: str, step: int) -> int:
    """As ``player``, for any component that is mounted as the player is."""
    memory = st.session_state.setdefault(f"{key}:memory", {})
    sig = payload_sig(payload)
    if memory.get("sig") != sig:
        memory.update(sig=sig, opening=step, stopped=step)
    elif key not in st.session_state:
        # The reader left the page and came back: the browser's player is new, the reader is not.
        memory.update(opening=memory["stopped"])
    state = component(
        data=memory["opening"].to_bytes(4, "little") + bytes(PREFIX - 4) + payload,
        key=key,
        default={"stop": None},
        on_stop_change=lambda: None,
    )
    stop: dict[str, Any] | None = state.stop
    if stop is not None and stop["sig"] == sig:  # else it speaks of the trace shown before
        memory["stopped"] = int(stop["step"])
    return int(memory["stopped"])


@cache
def _component() -> Any:
    markup, style, _ = player_files()
    return st.components.v2.component(
        NAME, html=markup, css=style, js=component_script(), isolate_styles=True
    )
