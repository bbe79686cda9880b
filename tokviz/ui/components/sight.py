"""What stands below the stage is drawn after it, and anew only for the reader who looks at it.

A page opens with its stage. Once the browser has painted that, it asks for the rest, so that no
reader waits for what she does not see yet. An edit changes all of a page, and most readers who
edit look at the stage alone: after one, each part below waits, at no cost to the server, until the
browser says that its place is in sight. The names of the sections do not wait.
"""

from collections.abc import Callable

import streamlit as st

from tokviz.ui.server.reruns import BY_ITSELF
from tokviz.ui.shell.errors import fragment
from tokviz.ui.shell.mounting import mount
from tokviz.ui.shell.share import share_boxes
from tokviz.ui.shell.state import PageState
from tokviz.views.components import SIGHT
from tokviz.views.sight.sight import sight_data

InSight = Callable[[Callable[[], None]], None]
"""Draws something once its place is in sight."""
STAGE_FIRST = True
"""False where no browser asks for the rest, as in a test without one: pages open whole."""


def in_sight(state: PageState, name: str, sig: str, draw: Callable[[], None]) -> None:
    """Draw a part of the page, or the place that asks for it.

    Arguments:
        name: keeps the parts of a page apart.
        sig: what the part is about; another one waits until it is looked at.
    """
    if _waits_for_stage(state, name, sig):
        return
    if _drawn(state).setdefault(name, sig) == sig:
        _part(state, name, draw)
    else:
        _wait(state, name, sig)


def named(state: PageState, name: str, sig: str, draw: Callable[[InSight], None]) -> None:
    """Draw a part whose names stand at once: they cost nothing, and say what may be looked at.

    Arguments:
        draw: draws the names, and gives what draws the rest to what it is called with.
    """

    def rest(draw: Callable[[], None]) -> None:
        if _drawn(state).setdefault(name, sig) == sig:
            draw()
        else:
            _wait(state, name, sig)

    if not _waits_for_stage(state, name, sig):
        _part(state, name, lambda: draw(rest))


def _drawn(state: PageState) -> dict[str, str]:
    """What each part of the page is about that was looked at."""
    if state.kept("drawn") is None:
        state.put("drawn", {})
    drawn: dict[str, str] = state.kept("drawn")
    return drawn


def _waits_for_stage(state: PageState, name: str, sig: str) -> bool:
    """Draw a place that asks for all parts, if the page has but its stage yet."""
    waits = STAGE_FIRST and state.kept("drawn") is None
    if waits:
        _place(state, name, sight_data(sig, soon=True), lambda: state.put("drawn", {}))
    return waits


def _wait(state: PageState, name: str, sig: str) -> None:
    _place(state, name, sight_data(sig), lambda: _drawn(state).update({name: sig}))


def once_opened(state: PageState, name: str, sig: str, draw: Callable[[], None]) -> None:
    """Draw what lies in a closed box once the reader has opened it, and anew for each ``sig``."""
    looked_at = f"{name}_opened"
    if state.kept(looked_at) == sig or not STAGE_FIRST:
        _part(state, name, draw)
    else:
        _place(state, name, sight_data(sig, low=True), lambda: state.put(looked_at, sig))


@fragment
def _part(state: PageState, name: str, draw: Callable[[], None]) -> None:
    with st.container(key=f"seen-{name}"):
        draw()
    share_boxes(state)


def _place(state: PageState, name: str, data: bytes, ask: Callable[[], None]) -> None:
    """A place of no fragment of its own: only what is drawn need run alone."""
    mount(SIGHT, data=data, key=state.key(f"{name}_sight{BY_ITSELF}"), on_sight_change=ask)
