"""The text that a page had before a class's sentences took its place, and the button back to it."""

from typing import Any

import streamlit as st

from tokviz.ui.shell.state import OWN, PageState

EARLIER = "earlier"
"""Under which name a page keeps it: the values of its places, by their names."""
BROUGHT_TEXT = "brought_text"
"""Under which name a page keeps a text that the browser or a class brought."""
_FILE = "file"


def text_to_go(state: PageState, box: str, choice: str) -> dict[str, Any] | None:
    """What ``way_back`` brings back; None on a page that had no text yet.

    Where what goes are sentences that the reader left as they came, it is what was before them.

    Arguments:
        box: the name of the box for a text of one's own.
        choice: the name of the choice that says whether that box is used.
    """
    earlier: dict[str, Any] | None = state.kept(EARLIER)
    shown = {name: state.kept(name) for name in (box, choice, _FILE)}
    if shown[choice] is None:
        return None
    if earlier and shown[choice] == OWN and state.kept(BROUGHT_TEXT) == shown[box]:
        return earlier
    return shown


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
