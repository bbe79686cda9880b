"""The player with the charts that follow it, and the link that restores its step."""

import hashlib

import plotly.graph_objects as go
import streamlit as st

from tokviz.references.gpt2 import gpt2
from tokviz.ui.components.player import player
from tokviz.ui.shell.errors import fragment
from tokviz.ui.shell.page import stage
from tokviz.ui.shell.state import PageState, whole_number
from tokviz.ui.training.store import Trained
from tokviz.views.charts import merges as figures

TOP_PAIRS = 10
"""Pairs in the chart: as many as a class can read from the last row."""


@fragment
def replay(state: PageState, trained: Trained) -> None:
    """Draw the player and, below it, the charts of the step on which the reader stopped.

    Only this fragment runs again when the reader stops on another step.
    """
    trace = trained.trace
    start = first_step(state, trained)
    with stage():
        step = min(player(trained.payload, key=state.key("player"), step=start), len(trace))
    state.put("step", (text_hash(trained.text), step))
    st.query_params["step"] = str(step)
    charts(state, trained, step)


def charts(state: PageState, trained: Trained, step: int) -> None:
    """What the trainer knew at this step, in three charts."""
    trace = trained.trace
    pairs, tokens, lengths = st.columns(3, gap="medium")
    with pairs:
        figure = figures.pair_statistics(trace, step, top=TOP_PAIRS)
        _chart(figure, state.key("pairs"))
    with tokens:
        reference = (("GPT-2", gpt2_tokens(trained.text)),)
        _chart(figures.tokens_over_steps(trace, step, reference=reference), state.key("tokens"))
    with lengths:
        _chart(figures.token_lengths(trace, step), state.key("lengths"))


def _chart(figure: go.Figure, key: str) -> None:
    st.plotly_chart(figure, key=key, config={"displayModeBar": False})


def first_step(state: PageState, trained: Trained) -> int:
    """Where the replay begins: where the reader was in this text, else where the link says."""
    return opening_step(state, trained.text, len(trained.trace))


def opening_step(state: PageState, text: str, last: int) -> int:
    """The same for any replay of ``last`` steps of a text."""
    kept = state.kept("step")
    if kept is not None:
        return min(kept[1], last) if kept[0] == text_hash(text) else 0
    given = {**st.query_params, **(state.kept("given") or {})}.get("step", "0")
    try:
        return whole_number(0, last)(given)
    except ValueError:
        return 0


def text_hash(text: str) -> str:
    """Tells one text from another without keeping it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@st.cache_data(max_entries=256, show_spinner=False)
def gpt2_tokens(text: str) -> int:
    """How many tokens GPT-2 makes of the text, special tokens read as plain text."""
    return len(gpt2().encode_ordinary(text))
