"""What a page had before a class's sentences took its place: a text, or the stop of a path.

A class leaves its path to see its sentences learned from. What its leader had there is kept whole,
and a button leads back to it (``guide.way_in``).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import streamlit as st

from tokviz.checks import limits
from tokviz.ui.shell.refusing import RefusedError
from tokviz.ui.shell.state import OWN, PageState
from tokviz.ui.shell.values import whole_number

EARLIER = "earlier"
"""Under which name a page keeps it: the values of its places, by their names."""
WAY_LEFT = "way_left"
"""Under which name a page keeps the stop that was left: a ``WayLeft``."""
BROUGHT_TEXT = "brought_text"
"""Under which name a page keeps a text that the browser or a class brought."""
_FILE = "file"


class WayLeft(NamedTuple):
    """A stop that a page left: all that the page had there, and how it asked."""

    page: dict[str, Any]
    asks: str


def way_to_go(state: PageState, at: Mapping[str, str]) -> WayLeft | None:
    """The stop that a class leaves, or left before for other sentences; None where there is none.

    Arguments:
        at: what only the browser knows of it: the step of the replay, and how it asks.
    """
    if not state.kept("path"):
        left: WayLeft | None = state.kept(WAY_LEFT)
        return left
    try:
        step = whole_number(0, limits.STEP)(at.get("step"))
    except RefusedError:
        step = None
    page = {name: value for name, value in state.left(step).items() if name != WAY_LEFT}
    return WayLeft(page, at.get("ask", ""))


def text_to_go(state: PageState, box: str, choice: str) -> dict[str, Any] | None:
    """What ``way_back`` brings back; None on a page that had no text yet, and at a stop, which
    ``back_on_way`` brings back with its text.

    Where what goes are sentences that the reader left as they came, it is what was before them.

    Arguments:
        box: the name of the box for a text of one's own.
        choice: the name of the choice that says whether that box is used.
    """
    earlier: dict[str, Any] | None = state.kept(EARLIER)
    shown = {name: state.kept(name) for name in (box, choice, _FILE)}
    if shown[choice] is None or state.kept("path"):
        return None
    has_way_back = earlier or state.kept(WAY_LEFT)
    if has_way_back and shown[choice] == OWN and state.kept(BROUGHT_TEXT) == shown[box]:
        return earlier
    return shown


def back_on_way(state: PageState) -> None:
    """To the stop that was left, as it was."""
    left: WayLeft = state.kept(WAY_LEFT)
    state.recall(left.page, left.asks)


def way_back(state: PageState, choice: str) -> None:
    """The button, where a class's sentences took the place that this choice is about."""
    if choice in (state.kept(EARLIER) or ()):
        st.button(
            "Back to the text before the sentences",
            key=state.key("back_to_earlier"),
            icon="↩️",
            on_click=_go_back,
            args=(state,),
        )


def _go_back(state: PageState) -> None:
    earlier = state.kept(EARLIER)
    state.put(EARLIER, None)
    state.put(_FILE, earlier[_FILE])
    state.fill({name: value for name, value in earlier.items() if name != _FILE})
