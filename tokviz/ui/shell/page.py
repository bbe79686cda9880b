"""The frame of every page: its title, its style, the menu, and a lesson's row above its stage.

A lesson's page is, from the top: one row (its name, the text it learns from, settings, about,
share, the lessons beside it), one line with its idea, the stage, and what stands below it. All
that a reader sets lies in popovers over the stage, so that the stage is in sight and stays where
it is. What a page has to say on its way, it says in a place of its own or in a toast, never above
the stage.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

import streamlit as st
from streamlit.errors import StreamlitInvalidLayoutContextError

from tokviz import lessons
from tokviz.lessons import Lesson, lesson
from tokviz.paths import path_of
from tokviz.paths.glossary import with_terms
from tokviz.ui.shell.classroom import classroom
from tokviz.ui.shell.errors import explained, fragment
from tokviz.ui.shell.giving import give_lesson
from tokviz.ui.shell.guide import guide, way_in
from tokviz.ui.shell.live import send_while_typing
from tokviz.ui.shell.present import present
from tokviz.ui.shell.refused import begin_run
from tokviz.ui.shell.signs import CONTEST, POINTING, PRESENTING, STEPPING, signs
from tokviz.ui.shell.state import VISIT, PageState
from tokviz.ui.shell.way import HOME
from tokviz.ui.shell.words import explain_words, words_of

MENU_WIDTH = 200
"""Pixels; Streamlit makes no menu narrower."""
TEXT_WIDTH = 210
"""Pixels for the name of the text in the row."""
_Arguments = ParamSpec("_Arguments")
_NAMES = ("page.css", "over.css", "overview.css", "presented.css", "paper.css")
_SHEETS = (Path(__file__).with_name(name) for name in _NAMES)
_STYLE = f"<style>{''.join(sheet.read_text(encoding='utf-8') for sheet in _SHEETS)}</style>"


@dataclass(frozen=True)
class Head:
    """What stands above a lesson's stage, and no edit draws anew; ``open_page`` fills it."""

    row: Lesson
    text: Any
    settings: Any
    share: Any
    idea: Any


@dataclass(frozen=True)
class Frame:
    """The places of a lesson's page that others fill: ``with frame.settings: ...``."""

    row: Lesson
    text: Any
    settings: Any
    popover: Any
    """The settings' popover; a fault stands at its lower edge, in sight however it is scrolled."""
    share: Any
    offer: Any
    """At the end of the idea's line: another text that the reader may want here."""
    tools: Any
    """At the right end of that line: what the stage may show besides."""
    faults: list[Exception] = field(default_factory=list)
    """What this run said is at fault: one at a time."""


def lesson_page(
    key: str,
) -> Callable[[Callable[Concatenate[Head, _Arguments], None]], Callable[_Arguments, None]]:
    """Make the page of a lesson of what fills its head, and draws all below it.

    An edit draws that alone. The menu, the head and the way on, most of a page's messages, stay as
    they are.
    """

    def page_of(draw: Callable[Concatenate[Head, _Arguments], None]) -> Callable[_Arguments, None]:
        @wraps(draw)
        def page(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> None:
            row, path = lesson(key), path_of(key)
            frame(row.title, row.icon, row.key)
            with st.container(key="unseen"):
                explain_words()
                send_while_typing()
                if path is not None:
                    guide(PageState(key), path)
            with st.container(key="page"):
                head = _head(row)
                fragment(draw)(head, *args, **kwargs)
            with head.share, explained():
                give_lesson(PageState(key))
            look_next(row)

        return page

    return page_of


def _head(row: Lesson) -> Head:
    """Draw what a lesson's page begins with: the row, and the idea."""
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        st.title(f"{row.icon} {row.title}", anchor=False, width="content")
        text = st.container(key="bar-place", width="content")
        settings = st.popover("Text and settings", key="settings")
        with st.popover("About", key="about").container(key="about-box"):
            _about(row)
        share = st.popover("Share", key="share")
        present()
        with st.container(key="bar-ways", horizontal=True, vertical_alignment="center"):
            _ways(row)
    idea = st.container(key="idea", horizontal=True, vertical_alignment="center")
    idea.markdown(with_terms(row.idea), width="content")
    return Head(row, text, settings, share, idea)


def open_page(head: Head) -> Frame:
    """Make the places that an edit fills anew.

    Each takes its room here, in every run: where a run of the whole page had none in one of these
    parts of the head, Streamlit lets no later edit write to it. So it is where such a run was
    broken off before it came here, or in here; another one then follows.
    """
    begin_run()
    try:
        text = head.text.container(key="bar-text", width=TEXT_WIDTH)
        settings = head.settings.container(key="panel")
        share = head.share.container(key="share-box")
        begin = head.idea.container(key="way-in", width="content")
        offer = head.idea.container(key="offer", horizontal=True, width="content")
        tools = head.idea.container(key="tools", horizontal=True, width="content")
    except StreamlitInvalidLayoutContextError:
        st.rerun()
    path = path_of(head.row.key)
    if path is not None:
        way_in(PageState(head.row.key), path, begin)
    return Frame(head.row, text, settings, head.settings, share, offer, tools)


def _about(row: Lesson) -> None:
    """Why the lesson follows the one before, how it decides between equals, and who says so."""
    parts = [row.idea, f"**Why this lesson?** {row.story}", f"**Ties.** {row.ties}"]
    parts += [POINTING, CONTEST] if row.training else []
    has_replay = row.key != "compare"
    parts.append(f"**Keys.** {STEPPING if has_replay else ''}{PRESENTING}")
    if words := words_of(row.key):
        parts.append(f"**Words.** {words}")
    if row.sources:
        parts.append(f"**Sources.** {row.sources}")
    st.markdown("\n\n".join(parts))
    signs()


def _ways(row: Lesson) -> None:
    """To the lesson before, and to the one after."""
    place = lessons.LESSONS.index(row)
    for beside in lessons.LESSONS[max(place - 1, 0) : place]:
        st.page_link(beside.page, label=f"‹ {beside.title}", help="The lesson before")
    for beside in lessons.LESSONS[place + 1 : place + 2]:
        st.page_link(beside.page, label=f"{beside.title} ›", help="The next lesson")


def lower_stage(above: int, *, from_width: int = 0) -> None:
    """Let the stage begin so many pixels down, for what is drawn beside this and goes with it.

    ``from_width``: pixels of the window; in a narrower one the page is scrolled.
    """
    st.html(_lower_stage_html(above, from_width))


def _lower_stage_html(above: int, from_width: int) -> str:
    begins = f"--tokviz-above: calc({above}px + var(--tokviz-class, 0px));"
    style = f"@media (min-width: {from_width}px) {{ .stApp {{ {begins} }} }}"
    return f"<span><style>{style}</style></span>"


def stage() -> Any:
    """The place of what moves: ``with stage(): ...``, once a page."""
    return st.container(key="stage")


def below() -> Any:
    """The place of all that stands below the stage; replays in it are lower than the stage."""
    return st.container(key="below")


def look_next(row: Lesson) -> None:
    """The way to the lesson that answers what this one leaves open."""
    following = lessons.LESSONS[lessons.LESSONS.index(row) + 1 :]
    if following:
        label = f"Next lesson: **{following[0].title}**"
        with st.container(key="next"):
            st.page_link(following[0].page, label=label, icon=following[0].icon)
            st.caption(following[0].story)


def frame(title: str, icon: str, page: str) -> None:
    """The browser's title, the style, the menu, and the class that the page is in.

    Arguments:
        page: the page's name as its address has it.
    """
    st.set_page_config(
        page_title=f"{title} · tokviz",
        page_icon=icon,
        layout="wide",
        initial_sidebar_state=MENU_WIDTH,
    )
    st.html(_STYLE)
    _arrive(page)
    classroom(page)
    with st.sidebar:  # here, for what the cache keeps forgets it
        _menu(tuple((row.page, row.title, row.icon) for row in lessons.LESSONS), lessons.LESSONS)


def _arrive(page: str) -> None:
    """Open a page that the reader comes to with its stage, as ``in_sight`` does."""
    visit = PageState(VISIT)
    if visit.kept("page") != page:
        visit.put("page", page)
        PageState(page).put("drawn", None)


@st.cache_data(max_entries=8, show_spinner=False)
def _menu(shown: tuple[tuple[str, str, str], ...], _rows: Sequence[Lesson]) -> None:  # noqa: ARG001 - the cache's key
    """Drawn once: Streamlit's cache keeps the messages, and finds no page a second time."""
    st.page_link(HOME, label="**tokviz**", icon="🔤")
    st.caption("See how a tokenizer learns.")
    for row in _rows:
        st.page_link(row.page, label=row.title, icon=row.icon)
