"""The settings that several pages share."""

import streamlit as st

from tokviz.ui.shell.state import PageState, whole_number

MAX_MERGES = 20_000


def merges_input(state: PageState, default: int = 100) -> int:
    """How many merges to learn."""
    number = st.number_input(
        "Merges to learn",
        min_value=0,
        max_value=MAX_MERGES,
        step=20,
        key=state.start("merges", default, whole_number(0, MAX_MERGES)),
        help="Each merge adds one token to the vocabulary. Training stops early when no pair is "
        "left.",
    )
    state.keep("merges")
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
