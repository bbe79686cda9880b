"""The settings that several pages share: when training is to end."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from tokviz.ui.components.inputs import number_input
from tokviz.ui.shell.state import PageState

MAX_MERGES = 20_000
SHORT, LONG = 3_000, 30_000
"""Characters up to which a text is short, or not yet long."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the reader set: arguments of ``train``, and the same for the address of the page."""

    arguments: Mapping[str, Any]
    link: Mapping[str, str]
    apart: bool = False  # True: training may run away, however short the text


def merges_input(state: PageState, text: str, default: int = 40) -> int:
    """How many merges to learn; until the reader says a number, as many as suit the text."""
    suiting = merges_for(len(text), default)
    shown = st.session_state.get(state.key("merges"), state.kept("merges"))
    if shown is not None and shown == state.kept("suiting_merges") != suiting:
        st.session_state[state.key("merges")] = suiting
        st.toast(
            f"For a text of {len(text):,} characters, {suiting:,} merges are learned instead of "
            f"{shown:,}. “Text and settings” has the number.",
            icon="📏",
        )
    state.put("suiting_merges", suiting)
    number = number_input(
        state,
        "merges",
        "Merges to learn",
        default=suiting,
        low=0,
        high=MAX_MERGES,
        step=20,
        help="Each merge adds one token to the vocabulary. Training stops early when no pair is "
        "left that is worth a merge. A longer text begins with a larger number.",
    )
    if number == suiting != default:
        st.caption(f"{suiting:,}, not {default:,}, because the text is long.")
    return number


def merges_for(size: int, default: int) -> int:
    """Merges that suit a text of so many characters; ``default`` for a short one."""
    return default if size <= SHORT else max(default, 100 if size <= LONG else 250)


def min_count_input(state: PageState, default: int) -> int:
    """How often the best pair must stand for training to go on."""
    return number_input(
        state,
        "min_count",
        "Least count of a pair",
        default=default,
        low=1,
        high=1_000,
        help="Training ends when no pair stands so often. With 1 it goes on as long as there are "
        "two tokens side by side, and learns whole sentences by heart.",
    )


def vocab_size_input(state: PageState, default: int, *, most: int = MAX_MERGES) -> int:
    """How many tokens to end with."""
    return number_input(
        state,
        "vocab",
        "Vocabulary size",
        default=default,
        low=1,
        high=most,
        step=10,
        help="The tokens to end with. Those that the text begins with are among them, and so are "
        "the special ones.",
    )
