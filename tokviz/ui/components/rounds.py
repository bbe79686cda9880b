"""Unigram's training on the page: the replay over rounds, and the charts that follow it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from tokviz.algorithms.pieces.watched import cuts
from tokviz.algorithms.unigram import Unigram
from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.text.characters import first_words
from tokviz.ui.components.charts import chart_of
from tokviz.ui.components.code import code_beside
from tokviz.ui.components.replay import opening_step, text_hash
from tokviz.ui.components.stepper import stepper, stepper_buttons
from tokviz.ui.components.textbook_rounds import code_of_rounds
from tokviz.ui.shell.page import stage
from tokviz.ui.shell.source import first_line, replay_name
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text, decimal, pack_text
from tokviz.ui.training.keys import KEYS
from tokviz.ui.training.trained import Trained
from tokviz.views.charts.objective import objective_chart, vocabulary_chart
from tokviz.views.stepper.rounds import rounds_replay
from tokviz.views.stepper.stepper import stepper_payload

KEPT_SHARE = 0.75
FIRST_SENTENCE = "The sleepless keeper was walking to the lighthouse, unhappily."


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the reader watches; ``link`` restores it."""

    text: str
    link: dict[str, str]


def kept_share_input(state: PageState) -> float:
    """How much of the vocabulary a pruning round keeps."""
    share = st.slider(
        "A pruning keeps",
        min_value=0.5,
        max_value=0.95,
        step=0.05,
        format="percent",
        key=state.start("kept", KEPT_SHARE, decimal(0.5, 0.95, step=0.01)),
        help="SentencePiece keeps 75% of the pieces in each round, more in the last. Keep more, "
        "and the vocabulary shrinks in more and smaller steps.",
        width=210,
    )
    state.keep("kept")
    return round(float(share), 2)


def sentence_of(text: str) -> str:
    """The sentence to watch where the reader has written none."""
    return FIRST_SENTENCE if "lighthouse" in text else first_words(first_line(text), 80)


def sentence_input(state: PageState, text: str) -> Sentence:
    """The sentence that is cut anew at every step; one that suits the text, or the reader's."""
    first = sentence_of(text)
    state.go_with_text("sentence", first)
    sentence = st.text_input(
        "A sentence to watch",
        key=state.start("sentence", first, Text(limits.WATCHED)),
        max_chars=limits.WATCHED,
        help="The replay cuts it anew at every step, with the probabilities of that step.",
    )
    state.keep("sentence")
    packed = pack_text(sentence)
    return Sentence(sentence, {} if packed is None else {"sentence": packed})


def rounds(state: PageState, trained: Trained, sentence: str, arguments: Mapping[str, Any]) -> None:
    """The replay, and its code; ``arguments`` are those of the training."""
    trace, key = trained.model.trace, state.key("rounds")
    payload = rounds_payload(trained, sentence)
    step = opening_step(state, trained.text, len(trace))
    code = partial(code_of_rounds, state, trained, arguments)
    with stage():
        stepper(payload, key=key, step=step, about=text_hash(trained.text))
        code_beside(state, "code", follows=key, make=code)


def save_rounds(state: PageState, trained: Trained, sentence: str, name: str) -> None:
    """The buttons that take the replay along; ``name`` is the text's."""
    name = replay_name(state, name)
    stepper_buttons(state.key("rounds"), lambda: rounds_payload(trained, sentence), name=name)


def rounds_charts(state: PageState, trained: Trained) -> None:
    """The charts that follow it."""
    trace, key = trained.model.trace, state.key("rounds")
    objective, sizes = st.columns(2, gap="medium")
    with objective:
        draw = partial(objective_chart, trace)
        chart_of(trained.sig, draw, key=state.key("objective"), follows=key)
    with sizes:
        draw = partial(vocabulary_chart, trace)
        chart_of(trained.sig, draw, key=state.key("sizes"), follows=key)


@st.cache_data(
    max_entries=32,
    show_spinner=False,
    hash_funcs={**KEYS, Trained: lambda trained: trained.sig},
)
def rounds_payload(trained: Trained, sentence: str) -> bytes:
    """The replay of a Unigram training, in which this sentence is cut anew at every step."""
    model: Unigram = trained.model
    if model.trace is None:
        raise TokvizError("A loaded model has no training to show. Train one on this page.")
    watched = cuts(model.trace, model.normalizer.normalize(sentence))
    return stepper_payload(rounds_replay(model.trace, watched))
