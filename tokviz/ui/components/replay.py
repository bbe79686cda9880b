"""The player of a training, the charts that follow it, and the step that the address restores."""

import hashlib
from collections.abc import Mapping
from typing import Any

import streamlit as st

from tokviz.checks import limits
from tokviz.references.gpt2 import gpt2
from tokviz.ui.components.charts import chart_of
from tokviz.ui.components.code import code_beside
from tokviz.ui.components.forced import asked_pair
from tokviz.ui.components.player import player
from tokviz.ui.components.textbook import training_code
from tokviz.ui.shell.page import stage
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import whole_number
from tokviz.ui.training.keys import KEYS
from tokviz.ui.training.trained import Trained
from tokviz.views.charts.lengths import token_lengths
from tokviz.views.charts.ranks import rank_and_frequency
from tokviz.views.charts.standings import standings
from tokviz.views.charts.tokens import tokens_over_steps


def linked_player(state: PageState, trained: Trained, asked: Mapping[str, Any]) -> None:
    """The player whose step is the one in the page's address.

    ``asked`` are the arguments of the training.
    """
    step = opening_step(state, trained.text, len(trained.trace))
    about = text_hash(trained.text)
    with stage():
        key = state.key("player")
        player(trained.payload, key=key, step=step, about=about, what_if=asked_pair(state, trained))
        code_of_training(state, trained, asked)


def code_of_training(state: PageState, trained: Trained, asked: Mapping[str, Any]) -> None:
    """The loop that merged, beside the player; drawn within the stage."""
    follows = state.key("player")
    code_beside(state, "code", follows=follows, make=lambda: training_code(state, trained, asked))


def charts(state: PageState, trained: Trained) -> None:
    """What one step cannot show, in four charts on which the step is marked."""
    trace, follows = trained.trace, state.key("player")
    drawn = {
        "standings": lambda: standings(trace),
        "tokens": lambda: tokens_over_steps(trace, reference=gpt2_reference(trained.text)),
        "ranks": lambda: rank_and_frequency(trace),
        "lengths": lambda: token_lengths(trace),
    }
    with st.container(key="charts"):
        for name, draw in drawn.items():
            chart_of(trained.sig, draw, key=state.key(name), follows=follows)


def opening_step(state: PageState, text: str, last: int, name: str = "step") -> int:
    """Where a replay of ``last`` steps opens: for the text of the link where the link says.

    A text that the reader chooses later opens at the start. Where the reader is in it, only the
    browser knows. ``name`` is what the link calls the step: "new_step" for that of a new text.
    """
    kept, about = state.kept(name), text_hash(text)
    if kept is not None:
        step = min(kept[1], last) if kept[0] == about else 0
    else:
        step = min(state.linked(name, 0, whole_number(0, limits.STEP)), last)
    state.put(name, (about, step))
    return step


def text_hash(text: str) -> str:
    """Tells one text from another without keeping it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def gpt2_reference(text: str) -> tuple[tuple[str, int]]:
    """GPT-2's tokens, for the chart of tokens."""
    return (("GPT-2", gpt2_tokens(text)),)


@st.cache_data(max_entries=256, show_spinner=False, hash_funcs=KEYS)
def gpt2_tokens(text: str) -> int:
    """How many tokens GPT-2 makes of the text, its special token kept whole, as pages have it."""
    return len(gpt2().encode(text, allowed_special="all"))
