"""Tokenizers to be compared: ours, trained alike on the reader's text, and any that has a name.

A ``Contestant`` is all that the comparison asks for, so it takes a loaded tokenizer as well.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from tokviz import lessons
from tokviz.checks.errors import TokvizError
from tokviz.lessons import Variant
from tokviz.text.characters import beginning, first_words
from tokviz.traces.results import Result, result_of
from tokviz.traces.tokenizer import Tokenizer
from tokviz.ui.components.bring import Brought
from tokviz.ui.components.open_gpt2 import open_gpt2
from tokviz.ui.shell.errors import NothingYet, as_the_boxes_say
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.apart import Run, at_once
from tokviz.ui.training.brought import compared
from tokviz.ui.training.keys import KEYS
from tokviz.ui.training.store import signature, train_on_page
from tokviz.views.strips.places import result_row
from tokviz.views.strips.strips import StripRow

REFERENCE = "GPT-2"
LONGEST, LONG_WORD = 5_000, 100
"""Characters of a text that are measured, and of a word that stays whole at their end."""
MOST_BROUGHT, LONGEST_NAME = 3, 40
_PAGE = PageState("any_tokenizer")
"""Where a reader brings tokenizers."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A tokenizer by its name. ``sig`` names everything that it depends on.

    ``tokenizer`` gives it; one whose vocabulary grows as it reads, anew each time. ``learned`` says
    whether it learned from the reader's text, ``run`` calls what encodes with it, and ``measure``
    is what it is called for. ``grows`` says that it learns as it reads, so that no text is
    held out from it.
    """

    name: str
    sig: str
    tokenizer: Callable[[], Tokenizer]
    learned: bool
    run: Run = at_once
    measure: Callable[..., Result] = result_of
    grows: bool = False


def variants() -> dict[str, Variant]:
    """Ours, by name."""
    return {variant.name: variant for row in lessons.LESSONS for variant in row.variants}


def names() -> tuple[str, ...]:
    """What is on offer to everyone, in the order of the lessons."""
    return (*variants(), REFERENCE)


def brought() -> dict[str, Brought]:
    """What the reader brought in this visit, by a name that nothing else on offer has."""
    return dict(_PAGE.kept("brought_in_visit") or {})


def remember(new: Brought) -> None:
    """Offer a tokenizer for the rest of the visit, beside the last few others."""
    others = {name: old for name, old in brought().items() if old.sig != new.sig}
    known = next((name for name, old in brought().items() if old.sig == new.sig), None)
    kept = dict(list(others.items())[-(MOST_BROUGHT - 1) :])
    _PAGE.put("brought_in_visit", {**kept, known or _new_name(new.name, others): new})


def _new_name(name: str, others: Collection[str]) -> str:
    short = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
    numbered = (short, *(f"{short} ({number})" for number in range(2, MOST_BROUGHT + 3)))
    return next(each for each in numbered if each not in (*names(), *others))


def check_text(chosen: Sequence[str], text: str) -> None:
    """Raises NothingYet where a chosen one would learn from a text in which nothing stands."""
    if not text.strip() and any(name in variants() for name in chosen):
        holds = "nothing but white space" if text else "empty"
        raise NothingYet(
            f"Your text is {holds}, so there is nothing to learn from it. Write some under “Text "
            "and settings”, or choose a sample."
        )


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
            refused.append(_left_out(name, fault))
            continue
        if contestant is not None:
            ready.append(contestant)
    return ready, refused


def measurable(ready: Sequence[Contestant], text: str) -> tuple[list[Contestant], list[str]]:
    """Those that can encode the text, and why the others cannot, in words."""
    able: list[Contestant] = []
    refused: list[str] = []
    for one in ready:
        try:
            measured(one, text)
        except TokvizError as fault:
            refused.append(_left_out(one.name, fault))
        else:
            able.append(one)
    return able, refused


def _left_out(name: str, fault: TokvizError) -> str:
    return f"{name} is left out: {as_the_boxes_say(str(fault), coverage=False)}"


def measured(contestant: Contestant, text: str) -> tuple[Result, StripRow]:
    """The contestant's record of a text, and the same as a row of the strips; made once."""
    return _measured(contestant.sig, contestant.name, text, contestant)


@st.cache_resource(max_entries=200, show_spinner=False)
def _measured(
    sig: str,  # noqa: ARG001 - the cache's key
    name: str,
    text: str,
    _contestant: Contestant,
) -> tuple[Result, StripRow]:
    tokenizer = _contestant.tokenizer()
    result: Result = _contestant.run(_contestant.measure, name=name, tokenizer=tokenizer, text=text)
    return result, result_row(result, tokenizer)


def _contestant(state: PageState, name: str, text: str, vocab_size: int) -> Contestant | None:
    """None where the reader stopped the training."""
    if name == REFERENCE:
        return Contestant(name, name, open_gpt2, learned=False)
    if name in brought():
        one = brought()[name]
        run = partial(_run, one)
        return Contestant(
            name, one.sig, lambda: one.model, learned=False, run=run, measure=compared
        )
    variant = variants()[name]
    if variant.sized is None:
        train = variant.train if variant.grows else partial(_trained, name)
        sig = signature(name, text, {})
        return Contestant(name, sig, partial(train, text), learned=True, grows=variant.grows)
    trained = train_on_page(
        PageState(f"{state.page}:{name}"),
        text,
        {"vocab_size": vocab_size},
        variant.sized,
        num_merges=vocab_size,
        at_most=True,
        replayed=False,
    )
    if trained is None:
        return None
    return Contestant(name, trained.sig, lambda: trained.model, learned=True)


def _run(one: Brought, work: Callable[..., Any], **arguments: Any) -> Any:
    """Work on a ``text``, or on ``texts`` by name."""
    texts = arguments.get("texts") or {"": arguments["text"]}
    run = one.runner("Encoding", sum(map(len, texts.values())))
    return run(work, **arguments)


@st.cache_resource(max_entries=20, show_spinner=False, hash_funcs=KEYS)
def _trained(name: str, text: str) -> Tokenizer:
    return variants()[name].train(text)


def measured_part(text: str) -> str:
    """What is measured of a text: so many characters, up to a word's end where one is near."""
    cut, words = beginning(text, LONGEST), first_words(text, LONGEST)
    return cut if words == cut.rstrip() or len(cut) - len(words) > LONG_WORD else words
