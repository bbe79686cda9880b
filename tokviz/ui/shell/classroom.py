"""The class that a page follows or leads: its bar on every page, and the door into it.

What a leader does and a follower sees is the matter of the browser and of the server's routes
(``views/classroom``, ``ui/server/live_class``): no step of a leader costs a run. Only where she
goes to another page, or sets another text or setting, a follower's script asks for the run that
takes the page there, cold, as a link would. A text that is too long for a link goes from the
leader's session through her browser and the class to the followers' sessions, once for each text:
with many servers they need not be in one process.
"""

import hashlib
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from tokviz.checks.errors import TokvizError
from tokviz.lessons import LESSONS
from tokviz.paths.plans.plan import Question
from tokviz.ui.server.code import STAGED, code_of
from tokviz.ui.shell.course import TEACH
from tokviz.ui.shell.earlier import BROUGHT_TEXT, EARLIER, WAY_LEFT, text_to_go, way_to_go
from tokviz.ui.shell.mounting import mount, said
from tokviz.ui.shell.refused import tell_at_end
from tokviz.ui.shell.saved_lesson import LESSON_SUFFIX, SavedLesson, read_lesson
from tokviz.ui.shell.state import OWN, PageState
from tokviz.ui.shell.values import read_query
from tokviz.ui.shell.way import HOME
from tokviz.views.components import CLASS_ASK, CLASS_DOOR, CLASS_TEXT, CLASSROOM, OWN_QUESTIONS

KEY = "classroom"
OVERVIEW = ""
"""The overview's name in addresses."""
LOST = (
    "The text of this address is too long for it, and this browser does not have it. "
    "The page starts with its own instead."
)
"""What is said where a reload cannot bring a long text back."""
_BOXES = {"learned": ("text", "sample"), "cut": ("held_text", "held")}
"""Where a page has a text of one's own, and which choice says so: to learn from, or to be cut."""
_WANTED = "class:wanted"
_ASKED = ":asked"
"""How the key ends under which is kept for which text the class asked, after the text's own."""


def classroom(page: str) -> None:
    """Draw the bar; go where the leader is, if a follower's script asked for it.

    Arguments:
        page: the page's name as its address has it.
    """
    if _WANTED in st.session_state:
        _go(st.session_state[_WANTED], page)
    with st.container(key=KEY):
        data = {"page": page, "codes": _codes(), "plan": TEACH}
        mount(CLASSROOM, data=data, key=f"{KEY}_bar", on_go_change=_asked)


def class_door(key: str) -> None:
    """Draw the way to lead a class, and the box to join one by its code."""
    mount(CLASS_DOOR, key=key)


def class_ask(key: str, question: Question, page: str, seen: Mapping[str, str]) -> None:
    """Draw the button that puts a question before the class, if this page leads one.

    Arguments:
        page: where it is seen that the answer is right.
        seen: the link to there.
    """
    place = {"page": page, "query": urlencode(seen)}
    mount(CLASS_ASK, data={**question.ballot, "seen": place}, key=key, width="content")


def own_questions(key: str) -> None:
    """Draw the questions that a teacher wrote, and boxes to write one; her browser keeps them."""
    mount(OWN_QUESTIONS, key=key)


def class_text(key: str, text: str) -> None:
    """Have a text at hand that is in no link, for the class if this page leads one.

    The browser knows its digest, and asks for the whole if it needs it.
    """
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    asked = st.session_state.get(key + _ASKED) == digest
    content = SavedLesson(text, {}).packed() if asked else b""

    def ask() -> None:
        st.session_state[key + _ASKED] = said(key, "asked")

    with st.container(key="class_text"):
        mount(CLASS_TEXT, data=digest.encode() + content, key=key, on_asked_change=ask)


def _asked() -> None:
    wanted = said(f"{KEY}_bar", "go")
    if isinstance(wanted, dict) and all(isinstance(each, str) for each in wanted.values()):
        with suppress(ValueError):  # what is no file would be wanted for ever
            content = b64decode(wanted.get("content", ""))
            names = ("page", "query", "own", "at", "kept")
            said_of = {name: wanted.get(name, "") for name in names}
            st.session_state[_WANTED] = {**said_of, "content": content}


def _go(wanted: dict[str, Any], page: str) -> None:
    """Open a page as its link does, whatever the reader left on it.

    It is wanted until that is done: another run may end this one at any line of it.
    """
    pages = {OVERVIEW: HOME, **{row.key: row.page for row in LESSONS}}
    name, link = wanted["page"], read_query(wanted["query"])
    if name in pages and name != page:
        st.switch_page(pages[name], query_params=link)
    if name in pages:
        state = PageState(name or "overview")
        own = _BOXES.get(wanted.get("own", ""))
        if own and not wanted.get("kept"):  # once: what is opened anew has none
            wanted.setdefault("way", way_to_go(state, read_query(wanted.get("at", ""))))
            wanted.setdefault("earlier", text_to_go(state, *own))
        state.open_anew(at_step="step" in link)
        if own:
            link = _bring(state, wanted["content"], own, link)
            state.put(EARLIER, wanted.get("earlier"))
            state.put(WAY_LEFT, None if "path" in link else wanted.get("way"))
        elif wanted["content"]:
            state.choose_file(f"class{LESSON_SUFFIX}", wanted["content"])
        st.query_params.from_dict(link)
    del st.session_state[_WANTED]


def _bring(
    state: PageState, content: bytes, own: tuple[str, str], link: Mapping[str, str]
) -> dict[str, str]:
    """Take up a text from the browser, or say that it has none; the link without another text.

    The tab kept it over a reload, or a class sent it to its leader.
    """
    box, choice = own
    try:
        text = read_lesson(f"own{LESSON_SUFFIX}", content).text
    except TokvizError:
        tell_at_end(LOST)
    else:
        state.fill({box: text, choice: OWN})
        state.put(BROUGHT_TEXT, text)  # no visit to the bare address finds it there
    before = {"step": "0"} if "path" in link else {}  # a stop's own step is of its own text
    return before | {name: value for name, value in link.items() if name not in (box, choice)}


@cache
def _codes() -> dict[str, str]:
    """The scripts that draw what stands on a leader's stage."""
    return {component.folder: code_of(component).name for component in STAGED}
