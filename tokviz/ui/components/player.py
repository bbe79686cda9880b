"""The player on a Streamlit page. It replays in the browser: no step costs the server a run.

Python says where a replay opens. From then on the browser keeps the step: in the page's address,
for the charts, and for the reader who changes a setting, or leaves the page and comes back.

The payload is sent again only when it changes, so the step to open on is fixed once per trace.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from tokviz.ui.shell.mounting import mount
from tokviz.ui.shell.save import page_buttons
from tokviz.ui.shell.state import MEMORY
from tokviz.views.components import PLAYER, Component
from tokviz.views.payload import (
    ASKS,
    FOLLOWS,
    LINKED,
    MODES,
    OTHER,
    SHOWS,
    mounted,
    number_of,
    payload_sig,
)
from tokviz.views.standalone.standalone import standalone_page


def replay_buttons(
    component: Component,
    key: str,
    make: Callable[[], bytes],
    *,
    name: str,
    what: str = "replay",
) -> None:
    """Save the replay of this key as one page, or a picture of its step.

    Arguments:
        component: what shows it.
        make: gives its payload.
        name: the text's, or of what else it is a replay.
        what: it is called.
    """

    def page(step: int) -> str:
        return standalone_page(component, make(), title=f"{name} (tokviz)", step=step)

    page_buttons(key, page, what=what)


def jump(key: str, step: int) -> None:
    """Send a player that is on the page to a step, in sight; call it before the player is drawn."""
    _move(st.session_state.setdefault(key + MEMORY, {}), step, shows=True)


def _move(memory: dict[str, Any], step: int, *, shows: bool, asks: str | None = None) -> None:
    memory.update(opening=step, jumps=memory.get("jumps", 0) + 1, shows=shows, asks=asks)


def mount_replay(
    component: Component,
    payload: bytes,
    *,
    key: str,
    step: int = 0,
    about: str = "",
    clock: int = 0,
    follows: bool = False,
    other: bool = False,
    what_if: Callable[[], None] | None = None,
) -> None:
    """Show a payload in a component that replays.

    Arguments:
        payload: what the component draws.
        key: names this replay on its page; the same key with another payload replaces the trace.
        step: where a trace opens the first time it is shown; after that the reader moves.
        about: what the page's address is about: its step is this replay's. While it stays the
            same, another payload opens where the reader is.
        clock: replays of one number, 1 or more, move together; the longest trace sets the end.
        follows: another replay on the clock leads.
        other: the step is the one that the page's address calls ``other_step``, which
            the leader writes.
        what_if: called where the reader asks what if a step had joined another pair; which one
            stands in the session under the key, as ``what_if``.
    """
    memory = st.session_state.setdefault(key + MEMORY, {})
    sig = payload_sig(payload)
    if memory.pop("reopen", False):
        # A path's stop, or a link, knows what is to be seen.
        _move(memory, step, shows=False, asks=memory["reopen_asks"])
    elif memory.get("sig") != sig:
        memory.update(opening=step)
    memory["sig"] = sig
    roles = {
        FOLLOWS: follows,
        LINKED: about != "",
        ASKS: what_if is not None,
        OTHER: other,
        SHOWS: memory.get("shows", False),
        **{flag: memory.get("asks") == asks for asks, flag in MODES.items()},
    }
    data = mounted(
        payload,
        step=memory["opening"],
        clock=clock,
        role=sum(flag for flag, holds in roles.items() if holds),
        jumps=memory.get("jumps", 0),
        replay=number_of(key),
        about=number_of(about or sig),
    )
    asked = {} if what_if is None else {"on_what_if_change": what_if}
    mount(component, data=data, key=key, **asked)


player = partial(mount_replay, PLAYER)
"""Show what ``train_payload`` or ``encode_payload`` made."""
player_buttons = partial(replay_buttons, PLAYER)
"""Save the player of this key."""
