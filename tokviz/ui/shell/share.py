"""The link of a page, and what to do with a text that is too long for one."""

import streamlit as st

from tokviz.ui.shell.source import LESSON_SUFFIX, SavedLesson, Source
from tokviz.ui.shell.state import PageState, write_link


def share_link(state: PageState, source: Source, settings: dict[str, str]) -> None:
    """Make the page's address restore text, settings and step, where the text fits into it."""
    state.put("settings", settings)
    kept = state.kept("step")
    step = {"step": str(kept[1])} if kept else _step_in_link()
    write_link({**(source.link or {}), **settings, **step})


def _step_in_link() -> dict[str, str]:
    return {"step": st.query_params["step"]} if "step" in st.query_params else {}


def share_section(state: PageState, source: Source) -> None:
    """Say how to give this page, as it stands, to somebody else."""
    settings: dict[str, str] = state.kept("settings") or {}
    if source.link is not None:
        st.markdown(
            "**The address of this page is the link.** It holds the text, the settings and the "
            "step on which you stopped: copy it, and the class sees what you see."
        )
    else:
        st.markdown(
            "**A file, or a text this long, does not fit into a link.** Save the lesson as a file "
            "and give that instead: choose it as a file under *Text and settings*, and text, "
            "settings and step are back."
        )
    kept = state.kept("step")
    saved = SavedLesson(source.text, {**settings, "step": str(kept[1] if kept else 0)})
    st.download_button(
        "Save this lesson as a file",
        saved.to_json(),
        file_name=f"{state.page}{LESSON_SUFFIX}",
        mime="application/json",
        on_click="ignore",
        key=state.key("save_lesson"),
    )
