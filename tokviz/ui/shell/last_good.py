"""On a fault of the reader's, a page goes on showing what it showed last, and says what is wrong.

The message stands where it can be read whatever the reader looks at: above the stage, and in the
popover of the settings, which may lie over it. Every box keeps what was typed.
"""

from collections.abc import Callable
from typing import TypeVar

from tokviz.text.errors import TokvizError
from tokviz.ui.shell.errors import NothingYet, tell
from tokviz.ui.shell.page import Frame
from tokviz.ui.shell.state import PageState

_Asked = TypeVar("_Asked")
_Made = TypeVar("_Made")


def good_or_last(
    frame: Frame,
    state: PageState,
    name: str,
    ask: Callable[[], _Asked],
    make: Callable[[_Asked], _Made],
) -> tuple[_Asked, _Made]:
    """What the reader asks for and what is made of it; where that is at fault, the last that was.

    Arguments:
        name: keeps several on a page apart.
        ask: draws the boxes and returns what the reader set.
        make: is called again with what was set last, so it should find what it made then; None
            is not worth keeping.

    Raises what was raised where the page has shown nothing yet.
    """
    try:
        asked = ask()
        made = make(asked)
    except (TokvizError, NothingYet) as fault:
        last: _Asked | None = state.kept(name)
        if last is None:
            raise
        for place in (frame.offer, frame.fault):
            with place:
                tell(fault)
        return last, make(last)
    if made is not None:
        state.put(name, asked)
    return asked, made
