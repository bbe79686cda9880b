"""A box for new text to encode, with examples that a click fills in."""

from collections.abc import Sequence

import streamlit as st

from tokviz.text import limits
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text


def new_text_input(state: PageState, examples: Sequence[str]) -> str:
    """The text to encode; at first the first example."""
    key = state.start("new_text", examples[0], Text(limits.NEW_TEXT))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("**New text**")
        for example in examples:
            st.button(
                f"“{example}”",
                key=state.key(example),
                on_click=st.session_state.__setitem__,
                args=(key, example),
            )
    text: str = st.text_area(
        "New text",
        height=80,
        key=key,
        max_chars=limits.NEW_TEXT,
        label_visibility="collapsed",
        help="Press Ctrl+Enter, or click elsewhere, to encode it.",
    )
    state.keep("new_text")
    return text
