"""The settings that several pages share."""

import streamlit as st

from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import whole_number

MAX_MERGES = 20_000
SHORT, LONG = 3_000, 30_000
"""Characters up to which a text is short, or not yet long."""


def merges_input(state: PageState, text: str, default: int = 40) -> int:
    """How many merges to learn; until the reader says a number, as many as suit the text."""
    suiting = merges_for(len(text), default)
    shown = st.session_state.get(state.key("merges"), state.kept("merges"))
    if shown is not None and shown == state.kept("suiting_merges"):
        st.session_state[state.key("merges")] = suiting
    state.put("suiting_merges", suiting)
    number = st.number_input(
        "Merges to learn",
        min_value=0,
        max_value=MAX_MERGES,
        step=20,
        key=state.start("merges", suiting, whole_number(0, MAX_MERGES)),
        help="Each merge adds one token to the vocabulary. Training stops early when no pair is "
        "left that is worth a merge.",
    )
    state.keep("merges")
    return int(number)


def merges_for(size: int, default: int) -> int:
    """Merges that suit a text of so many characters; ``default`` for a short one."""
    return default if size <= SHORT else max(default, 100 if size <= LONG else 250)


def min_count_input(state: PageState, default: int) -> int:
    """How often the best pair must stand for training to go on."""
    number = st.number_input(
        "Least count of a pair",
        min_value=1,
        max_value=1_000,
        key=state.start("min_count", default, whole_number(1, 1_000)),
        help="Training ends when no pair stands so often. With 1 it goes on as long as there are "
        "two tokens side by side, and learns whole sentences by heart.",
    )
    state.keep("min_count")
    return int(number)


def vocab_size_input(state: PageState, default: int = 300) -> int:
    """How many tokens to end with."""
    number = st.number_input(
        "Vocabulary size",
        min_value=1,
        max_value=MAX_MERGES,
        step=20,
        key=state.start("vocab", default, whole_number(1, MAX_MERGES)),
        help="The tokens to end with, those that the text begins with among them.",
    )
    state.keep("vocab")
    return int(number)
