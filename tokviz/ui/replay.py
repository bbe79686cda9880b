"""The player with the charts that follow it, and the link that restores its step."""

import hashlib

import streamlit as st

from tokviz.reference import gpt2
from tokviz.ui.player import player
from tokviz.ui.state import PageState, whole_number
from tokviz.ui.training import Trained
from tokviz.views import figures

CHART_HEIGHT = 340


@st.fragment
def replay(state: PageState, trained: Trained) -> None:
    """Draw the player and, below it, the charts of the step on which the reader stopped.

    Only this fragment runs again when the reader stops on another step.
    """
    trace = trained.trace
    start = first_step(state, trained)
    step = min(player(trained.payload, key=state.key("player"), step=start), len(trace))
    state.put("step", (text_hash(trained.text), step))
    st.query_params["step"] = str(step)
    charts(state, trained, step)


def charts(state: PageState, trained: Trained, step: int) -> None:
    """What the trainer knew at this step, in three charts."""
    trace = trained.trace
    pairs, tokens, lengths = st.columns([4, 4, 3])
    with pairs:
        _chart("Pairs at this step", figures.pair_statistics(trace, step), state.key("pairs"))
    with tokens:
        reference = (("GPT-2", gpt2_tokens(trained.text)),)
        figure = figures.tokens_over_steps(trace, step, reference=reference)
        _chart("Tokens in the text", figure, state.key("tokens"))
    with lengths:
        _chart("Token lengths", figures.token_lengths(trace, step), state.key("lengths"))


def _chart(title: str, figure: object, key: str) -> None:
    st.subheader(title, anchor=False)
    st.plotly_chart(
        figure,  # type: ignore[arg-type]
        key=key,
        height=CHART_HEIGHT,
        config={"displayModeBar": False},
    )


def first_step(state: PageState, trained: Trained) -> int:
    """Where the replay begins: where the reader was in this text, else where the link says."""
    last = len(trained.trace)
    kept = state.kept("step")
    if kept is not None:
        return min(kept[1], last) if kept[0] == text_hash(trained.text) else 0
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
