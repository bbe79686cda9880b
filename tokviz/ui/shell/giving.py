"""A page given to others as a file, or in a class: what "Share" offers beside the link.

No edit changes it. What is saved is what the page's last run shared (``share_link``).
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tokviz.checks.errors import TokvizError
from tokviz.ui.shell.classroom import class_door
from tokviz.ui.shell.save import save_button
from tokviz.ui.shell.saved_lesson import LESSON_SUFFIX, NOT_OF_A_LESSON, SavedLesson
from tokviz.ui.shell.state import BY_BROWSER, PageState

SHARED = "shared_text"
"""Where a page keeps the text that it shares."""


def give_lesson(state: PageState) -> None:
    """Draw the button that saves the lesson, and the door into a class."""
    save_button(
        "Save this lesson as a file",
        lambda step, address: _lesson_at(state, step, address),
        name=f"{state.page}{LESSON_SUFFIX}",
        mime="application/json",
        key=state.key("save_lesson"),
    )
    st.markdown("**In class.** Others see your page, text and step as you move.")
    class_door(state.key("class_door"))


def _lesson_at(state: PageState, step: int, address: Mapping[str, Any]) -> bytes:
    text = state.kept(SHARED)
    if text is None:
        raise TokvizError(
            "A lesson is saved with its text, and this page has none yet. Choose a text, or fix "
            "what the page says is wrong."
        )
    settings: dict[str, str] = {**state.boxes(), **state.kept("settings")}
    kept = {name: settings[name] for name in settings if name not in NOT_OF_A_LESSON}
    said = {name: str(address[name]) for name in sorted(address.keys() & BY_BROWSER)}
    whole = {**kept, **said, "step": str(step)}
    return SavedLesson(text, whole, state.page).to_bytes()
