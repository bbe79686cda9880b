"""On a fault of the reader's, a page goes on showing what it showed last, and says what is wrong.

The message stands where it can be read whatever the reader looks at: above the stage, and in the
popover of the settings, which may lie over it. Every box keeps what was typed.
"""

from collections.abc import Callable
from contextlib import nullcontext
from typing import TypeVar

import streamlit as st

from tokviz.checks.errors import TokvizError
from tokviz.ui.shell.errors import NothingYet, tell
from tokviz.ui.shell.page import Frame, lower_stage
from tokviz.ui.shell.state import PageState

_Asked = TypeVar("_Asked")
_Made = TypeVar("_Made")


def good_or_last(
    frame: Frame,
    state: PageState,
    name: str,
    ask: Callable[[], _Asked],
    make: Callable[[_Asked], _Made],
    *,
    instead: Callable[[], _Asked | None] | None = None,
) -> tuple[_Asked, _Made]:
    """What the reader asks for and what is made of it; where that is at fault, the last that was.

    Arguments:
        name: keeps several on a page apart.
        ask: draws the boxes and returns what the reader set.
        make: is called again with what was set last, so it should find what it made then; None
            is not worth keeping.
        instead: what to show where the page has shown nothing yet, as one opened by a link; None
            where there is nothing.

    Raises what was raised where there is nothing to show.
    """
    try:
        asked = ask()
        made = make(asked)
    except (TokvizError, NothingYet) as fault:
        last: _Asked | None = state.kept(name)
        if last is None and instead is not None:
            last = instead()
        if last is None:
            raise
        shown = _made_again(make, last, fault)
        tell_once(frame, fault)
        return last, shown
    if made is not None:
        state.put(name, asked)
    return asked, made


def _made_again(make: Callable[[_Asked], _Made], last: _Asked, fault: Exception) -> _Made:
    try:
        return make(last)
    except (TokvizError, NothingYet):
        raise fault from None


def tell_once(frame: Frame, fault: TokvizError | NothingYet, *, key: str | None = None) -> None:
    """Of several faults the first: where it is mended, the next is told.

    ``key``: of the place above the stage, for the page's style.
    """
    if not frame.faults:
        frame.faults.append(fault)
        with frame.offer:
            with st.container(key=key) if key else nullcontext():
                tell(fault)
            lower_stage(132)
        with frame.popover, st.container(key="fault"):
            tell(fault)
