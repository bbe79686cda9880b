"""The settings that several pages share: when training is to end."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from tokviz.lessons import Training
from tokviz.ui.components.inputs import number_input
from tokviz.ui.shell.state import PageState
from tokviz.ui.training import apart

MAX_MERGES = 20_000
SHORT, LONG = 3_000, 30_000
"""Characters up to which a text is short, or not yet long."""
ROOM = 50
"""Merges to learn where the letters alone would fill the vocabulary."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the reader set: arguments of ``train``, and the same for the address of the page."""

    arguments: Mapping[str, Any]
    link: Mapping[str, str]
    apart: bool = False  # True: training may run away, however short the text


def suiting_size(training: Training, text: str) -> int:
    """When training is to end where nobody says it: the lesson's size, or what the text needs."""
    if training.size == "num_merges":
        return merges_for(len(text), training.default)
    least = 0 if training.least is None else apart.smallest_size(training.least, text)
    return training.default if least < training.default else min(least + ROOM, MAX_MERGES)


def merges_for(size: int, default: int) -> int:
    """Merges that suit a text of so many characters; ``default`` for a short one."""
    return default if size <= SHORT else max(default, 100 if size <= LONG else 250)


def size_input(state: PageState, training: Training, text: str) -> tuple[int, dict[str, str]]:
    """When training is to end, and the same for the page's address."""
    suiting = suiting_size(training, text)
    if training.size == "num_merges":
        name = "merges"
        _suit(state, name, suiting, told=bool(text))
        size = _merges_input(state, suiting)
    else:
        name = "vocab"
        _suit(state, name, suiting, told=bool(text))
        size = vocab_size_input(state, suiting)
    why = "the text is long" if name == "merges" else "its characters need the room"
    if size == suiting != training.default:
        st.caption(f"{suiting:,}, not {training.default:,}, because {why}.")
    return size, {name: str(size)}


def _suit(state: PageState, name: str, suiting: int, *, told: bool) -> None:
    replaced = state.go_with_text(name, suiting)
    if replaced is not None and told:
        what = "merges" if name == "merges" else "tokens in all"
        st.toast(
            f"For this text, at most {suiting:,} {what} instead of {replaced:,}. “Text and "
            "settings” has the number.",
            icon="📏",
        )


def _merges_input(state: PageState, suiting: int) -> int:
    return number_input(
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


def min_count_input(state: PageState, default: int) -> int:
    """How often the best pair must stand for training to go on."""
    return number_input(
        state,
        "min_count",
        "Stop when all pairs are below",
        default=default,
        low=1,
        high=1_000,
        help="Training goes on while any pair stands this often, and ends when none does. With 1 "
        "it goes on as long as there are two tokens side by side, and learns whole words by heart, "
        "or without words the whole text. WordPiece goes by score: while one pair still stands "
        "this often, it may join another that stands only once.",
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
        help="How many tokens to end with, the first symbols and the special tokens included.",
    )
