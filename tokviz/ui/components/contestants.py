"""Tokenizers to be compared: ours, trained alike on the reader's text, and any that has a name.

A ``Contestant`` is all that the comparison asks for, so it takes a loaded tokenizer as well.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from tokviz import lessons
from tokviz.lessons import Variant
from tokviz.text.errors import TokvizError
from tokviz.traces.results import Result, result_of
from tokviz.traces.tokenizer import Tokenizer
from tokviz.ui.components.gpt2_engine import gpt2_engine
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import signature, train_on_page
from tokviz.views.strips.places import result_row
from tokviz.views.strips.strips import StripRow

REFERENCE = "GPT-2"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A tokenizer by its name. ``sig`` names everything that it depends on.

    ``tokenizer`` gives it; one whose vocabulary grows as it reads, anew each time. ``learned`` says
    whether it learned from the reader's text.
    """

    name: str
    sig: str
    tokenizer: Callable[[], Tokenizer]
    learned: bool


def variants() -> dict[str, Variant]:
    """Ours, by name."""
    return {variant.name: variant for row in lessons.LESSONS for variant in row.variants}


def names() -> tuple[str, ...]:
    """What is on offer, in the order of the lessons."""
    return (*variants(), REFERENCE)


def train_all(
    state: PageState, chosen: Sequence[str], text: str, vocab_size: int
) -> tuple[list[Contestant], list[str]]:
    """The chosen ones, trained on the text, and why some cannot be, in words."""
    ready: list[Contestant] = []
    refused: list[str] = []
    for name in chosen:
        try:
            contestant = _contestant(state, name, text, vocab_size)
        except TokvizError as fault:
            refused.append(f"{name} is left out: {fault}")
            continue
        if contestant is not None:
            ready.append(contestant)
    return ready, refused


def measured(contestant: Contestant, text: str) -> tuple[Result, StripRow]:
    """The contestant's record of a text, and the same as a row of the strips; made once."""
    return _measured(contestant.sig, contestant.name, text, contestant.tokenizer)


@st.cache_resource(max_entries=200, show_spinner=False)
def _measured(
    sig: str,  # noqa: ARG001 - the cache's key
    name: str,
    text: str,
    _tokenizer: Callable[[], Tokenizer],
) -> tuple[Result, StripRow]:
    tokenizer = _tokenizer()
    result = result_of(name, tokenizer, text)
    return result, result_row(result, tokenizer)


def _contestant(state: PageState, name: str, text: str, vocab_size: int) -> Contestant | None:
    """None where the reader stopped the training."""
    if name == REFERENCE:
        return Contestant(name, name, gpt2_engine, learned=False)
    variant = variants()[name]
    if variant.sized is None:
        train = variant.train if variant.grows else partial(_trained, name)
        return Contestant(name, signature(name, text, {}), partial(train, text), learned=True)
    trained = train_on_page(
        PageState(f"{state.page}:{name}"),
        text,
        {"vocab_size": vocab_size},
        variant.sized,
        num_merges=vocab_size,
        at_most=True,
    )
    if trained is None:
        return None
    return Contestant(name, trained.sig, lambda: trained.model, learned=True)


@st.cache_resource(max_entries=20, show_spinner=False)
def _trained(name: str, text: str) -> Tokenizer:
    return variants()[name].train(text)
