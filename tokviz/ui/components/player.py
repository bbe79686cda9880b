"""The player on a Streamlit page: it replays in the browser and says where the reader stopped.

A step costs no round trip. Only when the reader has rested on a step does the component tell
Python, and then the page (best inside a fragment) can draw charts for that step.

The payload is sent again only when it changes, so the step to open on is fixed once per trace.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

from tokviz.ui.shell.state import MEMORY
from tokviz.views.payload import mounted, payload_sig
from tokviz.views.player.player import component_script, player_files

NAME = "tokviz.player"


def player(
    payload: bytes, *, key: str, step: int = 0, clock: int = 0, follows: bool = False
) -> int:
    """Show a payload and return the step the reader stopped on.

    Arguments:
        payload: what ``train_payload`` or ``encode_payload`` made.
        key: names this player on its page; the same key with another payload replaces the trace.
        step: where a trace opens the first time it is shown; after that the reader moves.
        clock: players of one number, 1 or more, move together; the longest trace sets the end.
        follows: another player on the clock leads and tells the step; this one tells nothing.
    """
    return stopped_on(_component(), payload, key=key, step=step, clock=clock, follows=follows)


def jump(key: str, step: int) -> None:
    """Send a player that is on the page to a step; call it before the player is drawn."""
    _move(st.session_state.setdefault(key + MEMORY, {}), step)


def _move(memory: dict[str, Any], step: int) -> None:
    memory.update(opening=step, stopped=step, jumps=memory.get("jumps", 0) + 1)
    memory["outdated"] = memory.get("stop")


def last_stop(key: str) -> Callable[[], int]:
    """Asks on which step the reader stopped; also outside of a run, when a download is made."""
    memory = st.session_state.setdefault(f"{key}:memory", {})
    return lambda: int(memory.get("stopped", 0))


def stopped_on(
    component: Any, payload: bytes, *, key: str, step: int, clock: int = 0, follows: bool = False
) -> int:
    """As ``player``, for any component that is mounted as the player is."""
    memory = st.session_state.setdefault(key + MEMORY, {})
    sig = payload_sig(payload)
    reopen = memory.pop("reopen", False)
    if memory.get("sig") != sig:
        memory.update(sig=sig, opening=step, stopped=step)
    elif reopen:
        _move(memory, step)
    elif key not in st.session_state:
        # The reader left the page and came back: the browser's player is new, the reader is not.
        memory.update(opening=memory["stopped"])
    state = component(
        data=mounted(
            payload,
            step=memory["opening"],
            clock=clock,
            follows=follows,
            jumps=memory.get("jumps", 0),
        ),
        key=key,
        default={"stop": None},
        on_stop_change=lambda: None,
    )
    stop: dict[str, Any] | None = state.stop
    memory["stop"] = stop
    if stop is not None and stop != memory.get("outdated"):  # else it was said before a jump
        memory["outdated"] = None
        if stop["sig"] == sig:  # else it speaks of the trace shown before
            memory["stopped"] = int(stop["step"])
    return int(memory["stopped"])


@cache
def _component() -> Any:
    markup, style, _ = player_files()
    return st.components.v2.component(
        NAME, html=markup, css=style, js=component_script(), isolate_styles=True
    )
