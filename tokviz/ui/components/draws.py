"""Drawing segmentations at random: how many, and by which seed."""

import streamlit as st

from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import whole_number

DRAWS = 1_000
LAST_SEED = 9_999


def seed_input(state: PageState, name: str, help: str, *, disabled: bool = False) -> int:
    """The seed of the draws; ``help`` says what the same seed does again."""
    seed = st.number_input(
        "Seed",
        min_value=0,
        max_value=LAST_SEED,
        key=state.start(name, 0, whole_number(0, LAST_SEED), shared=True),
        disabled=disabled,
        help=help,
        width=140,
    )
    state.keep(name)
    return int(seed)
