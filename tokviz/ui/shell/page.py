"""The frame of every page: its title, its head and the menu."""

import streamlit as st

from tokviz import lessons
from tokviz.lessons import Lesson, lesson

_STYLE = """
<style>
  .stMainBlockContainer { padding-top: 3.2rem; padding-bottom: 4rem; max-width: 1500px; }
  .stMainBlockContainer h1 { font-size: 2rem; padding: 0 0 .15rem; }
  .stMainBlockContainer h3 { font-size: 1.15rem; padding-top: .6rem; }
  @media (max-width: 640px) {
    .stMainBlockContainer { padding: 4.2rem .8rem 4rem; }
    .stMainBlockContainer h1 { font-size: 1.5rem; }
  }
</style>
"""


def open_page(key: str) -> Lesson:
    """Set up a lesson's page and write its head."""
    row = lesson(key)
    frame(row.title, row.icon)
    st.title(f"{row.icon} {row.title}", anchor=False)
    st.markdown(row.idea)
    return row


def story(row: Lesson) -> None:
    """Why the lesson follows the one before, and how it decides between equals."""
    st.caption(f"**Why this lesson?** {row.story}  \n**Ties:** {row.ties}")


def look_next(row: Lesson) -> None:
    """The way to the lesson that answers what this one leaves open."""
    following = lessons.LESSONS[lessons.LESSONS.index(row) + 1 :]
    if following:
        st.divider()
        label = f"Next lesson: **{following[0].title}**"
        st.page_link(following[0].page, label=label, icon=following[0].icon)
        st.caption(following[0].story)


def frame(title: str, icon: str) -> None:
    """The browser's title, the style and the menu."""
    st.set_page_config(
        page_title=f"{title} · tokviz",
        page_icon=icon,
        layout="wide",
        initial_sidebar_state="auto",
    )
    st.html(_STYLE)
    with st.sidebar:
        st.page_link("app.py", label="**tokviz**", icon="🔤")
        st.caption("See how a tokenizer learns.")
        for row in lessons.LESSONS:
            st.page_link(row.page, label=row.title, icon=row.icon)
