"""The end of all paths, and of a class: what to remember, what to do at home, and the way home."""

from collections.abc import Callable
from urllib.parse import urlencode

import streamlit as st

from tokviz.lessons import lesson
from tokviz.paths import path_of
from tokviz.paths.plans import plan_of
from tokviz.paths.plans.courses import Course
from tokviz.ui.shell.course import Place
from tokviz.ui.shell.way import HOME, link_of

KEY = "guide_end"
"""Of the button that stands where the way on was (views/guide/way.js)."""
ALL_LESSONS = "All lessons"
_INSTEAD = (
    "<i hidden></i><style>.st-key-guide_words, .st-key-guide_words * "
    "{ visibility: hidden !important; }</style>"
)
"""What stands there as long as the end is open: it takes the place of the last answer."""


def the_end(place: Place | None, go_home: Callable[[], None]) -> None:
    """Draw the strip's last button: of a class what it leaves, of the lessons the way to all."""
    if place is None:
        st.button(ALL_LESSONS, key=KEY, type="primary", on_click=go_home)
        return
    with st.popover("The end", key=KEY, type="primary"), st.container(key="the_end"):
        st.markdown(f"##### Remember\n\n{_to_remember(place.whole)}")
        st.page_link(HOME, label=ALL_LESSONS, icon="🔤")
        st.html(_INSTEAD)


def _to_remember(course: Course) -> str:
    """Markdown: a line for each lesson of the class, with what it gives to do at home."""
    return "\n".join(
        f"- **{lesson(part.lesson).title}.** {part.path.remember} {_at_home(part.lesson)}"
        for part in course.parts
    )


def _at_home(key: str) -> str:
    """Markdown: a link to the lesson with the text that its plan gives to try at home."""
    plan, path = plan_of(key), path_of(key)
    if plan is None or path is None:
        return ""
    return f"[At home]({key}?{urlencode(link_of(path, plan.home))})"
