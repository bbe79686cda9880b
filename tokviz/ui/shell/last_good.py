"""On a fault of the reader's, a page goes on showing what it showed last, and says what is wrong.

The message stands where it can be read whatever the reader looks at: above the stage, and in the
popover of the settings, which may lie over it. Every box keeps what was typed.
"""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

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
    text_of: Callable[[_Asked], Any] = lambda _: None,
) -> tuple[_Asked, _Made]:
    """What the reader asks for and what is made of it; where that is at fault, the last that was.

    Arguments:
        name: keeps several on a page apart.
        ask: draws the boxes and returns what the reader set.
        make: is called again with what was set last, so it should find what it made then; None
            is not worth keeping.
        instead: what to show where the page has shown nothing yet, as one opened by a link; None
            where there is nothing.
        text_of: the ``Source`` in what was set; its name is told where it is not the one chosen.

    Raises what was raised where there is nothing to show.
    """
    try:
        asked = ask()
        if _is_as_refused(state, asked):
            asked = state.kept(name)
        made = make(asked)
    except (TokvizError, NothingYet) as fault:
        last: _Asked | None = state.kept(name)
        opens = last is None
        if last is None and instead is not None:
            last = instead()
        if last is None:
            raise
        shown = _made_again(make, last, fault)
        text = text_of(last)
        is_another = text is not None and text != state.kept("good_text")
        if is_another:
            _choose_the_one_shown(state, fault, text)
        tell_once(frame, fault, before=text.name if is_another else "", as_it_opens=opens)
        return last, shown
    if made is not None:
        state.put(name, asked)
        state.put("made_of", state.kept("good_choice"))
    return asked, made


def _made_again(make: Callable[[_Asked], _Made], last: _Asked, fault: Exception) -> _Made:
    try:
        return make(last)
    except (TokvizError, NothingYet):
        raise fault from None


def tell_once(
    frame: Frame,
    fault: TokvizError | NothingYet,
    *,
    key: str | None = None,
    before: str = "",
    as_it_opens: bool = False,
) -> None:
    """Of several faults the first: where it is mended, the next is told.

    ``key``: of the place above the stage, for the page's style. ``before``: the name of the text
    that the page goes on showing, where the fault is of another. ``as_it_opens``: it shows what it
    makes of the text where nobody says otherwise.
    """
    if not frame.faults:
        frame.faults.append(fault)
        with frame.offer:
            with st.container(key=key) if key else nullcontext():
                tell(fault, before=before, as_it_opens=as_it_opens)
            lower_stage(132)
        with frame.popover, st.container(key="fault"):
            tell(fault, before=before, as_it_opens=as_it_opens)


# ---- a text that a page cannot take --------------------------------------------------------------

_REFUSED = "refused_text"
_TO_SHOW = "choice_to_show"


class Shown(NamedTuple, Generic[_Made]):
    """Which text a page shows, None where it has none, and why not the one that was chosen."""

    choice: str
    source: _Made | None
    fault: TokvizError | NothingYet | None


class _Refused(NamedTuple):
    """What was at fault, with all that could be chosen then, and the choice in its place.

    ``wanted`` is the choice that training refused, "" where it was no text; ``asked`` is what was
    set when another took its place.
    """

    fault: TokvizError | NothingYet
    contents: tuple[object, ...]
    instead: str
    wanted: str = ""
    asked: Any = None


def text_or_last(state: PageState, wanted: str, make: Callable[[], _Made]) -> Shown[_Made]:
    """The text of the choice ``wanted``, or the last good one and its choice.

    The fault is told until the reader changes the text, the file or the choice.
    """
    refused: _Refused | None = state.kept(_REFUSED)
    try:
        source = make()
    except (TokvizError, NothingYet) as fault:
        state.put("unread", False)  # no settings are taken from a file that cannot be read
        good: str | None = state.kept("good_choice")
        if good is None:
            return Shown(wanted, None, fault)
        state.put(_REFUSED, _Refused(fault, _contents(state), good))
        return Shown(good, state.kept("good_text"), fault)
    is_as_refused = refused is not None and refused.contents == _contents(state)
    if refused and is_as_refused and refused.instead == refused.wanted == wanted:
        return Shown(wanted, state.kept("good_text"), refused.fault)  # made is what was refused
    state.put("good_choice", wanted)
    state.put("good_text", source)
    if refused and is_as_refused and refused.instead == wanted:
        return Shown(wanted, source, refused.fault)
    forget_refused(state)
    return Shown(wanted, source, None)


def choice_to_show(state: PageState) -> str | None:
    """What the list of texts is to say from now on, once: None where it stays as it is."""
    choice: str | None = state.kept(_TO_SHOW)
    state.put(_TO_SHOW, None)
    return choice


def _show(state: PageState, choice: str) -> NoReturn:
    state.put(_TO_SHOW, choice)
    st.rerun()


def _choose_the_one_shown(state: PageState, fault: TokvizError | NothingYet, text: Any) -> None:
    """Where training refuses a text, the list says which one is trained."""
    wanted: str = state.kept("good_choice")
    made_of: str | None = state.kept("made_of")
    if made_of is None:
        return
    state.put("good_choice", made_of)
    state.put("good_text", text)
    state.put(_REFUSED, _Refused(fault, _contents(state), made_of, wanted))
    _show(state, made_of)


def _is_as_refused(state: PageState, asked: Any) -> bool:
    """Whether all is as when training refused a text; with another setting that is tried anew."""
    refused: _Refused | None = state.kept(_REFUSED)
    if refused is None or not refused.wanted:
        return False
    if refused.asked is None:
        state.put(_REFUSED, refused._replace(asked=asked))
    elif refused.asked != asked:
        forget_refused(state)
        _show(state, refused.wanted)
    return True


def _contents(state: PageState) -> tuple[object, ...]:
    return st.session_state.get(state.key("text")), state.kept("file")


def forget_refused(state: PageState) -> None:
    """Tell no more of a text that the page could not take."""
    state.put(_REFUSED, None)
