"""The class that a page follows or leads: its bar on every page, and the door into it.

What a leader does and a follower sees is the matter of the browser and of the server's routes
(``views/classroom``, ``ui/server/live_class``): no step of a leader costs a run. Only where she
goes to another page, or sets another text or setting, a follower's script asks for the run that
takes the page there, cold, as a link would.
"""

from functools import cache
from typing import Any
from urllib.parse import parse_qsl

import streamlit as st

from tokviz.lessons import LESSONS
from tokviz.ui.shell.state import PageState
from tokviz.views.classroom.classroom import bar_files, door_files

KEY = "classroom"
OVERVIEW = ""
"""The overview's name in addresses."""
_WANTED = "class:wanted"


def classroom(page: str) -> None:
    """Draw the bar; go where the leader is, if a follower's script asked for it.

    Arguments:
        page: the page's name as its address has it.
    """
    wanted = st.session_state.pop(_WANTED, None)
    if wanted is not None:
        _go(wanted, page)
    with st.container(key=KEY):
        _bar()(data={"page": page}, key=f"{KEY}_bar", on_go_change=_asked)


def class_door(key: str) -> None:
    """Draw the way to lead a class, and the box to join one by its code."""
    _door()(key=key)


def _asked() -> None:
    st.session_state[_WANTED] = st.session_state[f"{KEY}_bar"].get("go")


def _go(wanted: dict[str, str], page: str) -> None:
    """Open a page as its link does, whatever the reader left on it."""
    pages = {OVERVIEW: "app.py", **{row.key: row.page for row in LESSONS}}
    name, link = wanted["page"], dict(parse_qsl(wanted["query"], keep_blank_values=True))
    if name not in pages:
        return
    PageState(name or "overview").open_anew()
    if name == page:
        st.query_params.from_dict(link)
    else:
        st.switch_page(pages[name], query_params=link)


@cache
def _bar() -> Any:
    markup, style, script = bar_files()
    return st.components.v2.component(
        "tokviz.classroom", html=markup, css=style, js=script, isolate_styles=True
    )


@cache
def _door() -> Any:
    markup, style, script = door_files()
    return st.components.v2.component(
        "tokviz.class_door", html=markup, css=style, js=script, isolate_styles=True
    )
