"""What a page says of what it did not take, and of what is lost: messages that stay.

They stand until the reader closes them, changes the text or a setting, or leaves the page.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tokviz.ui.server.own_values import own_value
from tokviz.ui.server.reruns import tell_lack_of_room
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import REFUSED, VISIT, PageState

_UNTOLD = "untold"
"""What a page is to say at the end of a run: what one says that another ends may be lost."""
_TOLD = "told of refused"
"""What was told and stays: a ``_Told``."""


class _Message(NamedTuple):
    words: str
    icon: str = "🔗"


class _Told(NamedTuple):
    """Messages, with the page, its run and its link when they were told."""

    messages: Sequence[_Message]
    page: str | None
    run: int
    link: dict[str, str] | None


def tell_at_end(words: str) -> None:
    """Have this said at the end of the first run that comes to it."""
    st.session_state[_UNTOLD] = words


def begin_run() -> None:
    """A page is drawn: what it shows from now on may be another than what was told about."""
    visit = PageState(VISIT)
    visit.put("run", _run() + 1)


def _run() -> int:
    return PageState(VISIT).kept("run") or 0


def tell_refused() -> None:
    """One message for each link or saved lesson of which a value was refused since the last one.

    And one of texts that the server had no room for.

    It tells the earlier ones again: what a page draws later takes the place of the message. What
    was told is forgotten afterwards: another run may end this one in the middle of telling.
    """
    at = own_value(REFUSED)
    refused = {} if at is None else PageState(at).kept("refused")
    all_told = [
        _Message(
            f"The {whose}'s {'; '.join(said.values())}. This page starts with its own instead."
        )
        for whose, said in refused.items()
    ]
    if untold := own_value(_UNTOLD):
        all_told.append(_Message(literal(untold)))
    all_told += _lack_of_room()
    if all_told:
        _say(all_told, "infinite")
    _let_go(all_told)
    for told in (REFUSED, _UNTOLD):
        if own_value(told) is not None:
            del st.session_state[told]


def _lack_of_room() -> list[_Message]:
    context = get_script_run_ctx(suppress_warning=True)
    lack = None if context is None else tell_lack_of_room(context.session_state._state)
    if lack is None:
        return []
    size, at_address, most_at_address, in_all, most = (f"{size / 1e6:,.1f} MB" for size in lack)
    words = (
        f"No room for the {size} of text in this page's boxes, where it stays. Shorten it; or "
        "close pages with long texts, wait two minutes, and change it. Pages at your address keep "
        f"{at_address} of at most {most_at_address}, all pages {in_all} of {most}."
    )
    return [_Message(words, "✋")]


def _let_go(all_told: Sequence[_Message]) -> None:
    """Keep what is told; end what was told of another page, or before its link was another."""
    page = PageState(VISIT).kept("page")
    link = None if page is None else PageState(page).kept("link")
    told: _Told | None = own_value(_TOLD)
    if all_told or (told and (told.page, told.run) == (page, _run())):  # the link is known later
        messages = all_told or (told.messages if told else ())
        st.session_state[_TOLD] = _Told(messages, page, _run(), link)
    elif told and (told.page, told.link) != (page, link):
        _say(told.messages, 1)  # in its place: Streamlit takes none away
        del st.session_state[_TOLD]


def _say(messages: Sequence[_Message], seconds: Any) -> None:
    for message in messages:
        st.toast(message.words, icon=message.icon, duration=seconds)
