"""What a page does with a reader's own split pattern, a model file or a long text: in a worker.

A pattern that is published is known to be quick, so its work is done at once. What is too little
for a worker, but would be much if ten asked for it, is done here, by one after the other.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from inspect import signature
from threading import Lock
from typing import Any, TypeAlias

import streamlit as st

from tokviz.algorithms.pieces.look_ups import SentencePieceLookup
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.references.sentencepiece import Algorithm, train_library
from tokviz.text.pattern_parts import MadePreToken
from tokviz.text.pre_tokens import NAMED, PUBLISHED
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import Token
from tokviz.ui.server.place_in_line import elsewhere
from tokviz.ui.training.brought_store import loaded_once
from tokviz.ui.training.keys import KEYS
from tokviz.ui.training.store import AT_ONCE_CHARACTERS, SECONDS
from tokviz.ui.training.tasks import (
    count_training_words,
    count_words_of_bert,
    draw_samples,
    encode_recorded,
    encode_spans,
    load_uploaded,
    make_pre_tokens,
)
from tokviz.ui.training.workers import LISTEN_SECONDS, Task, workers

NAMED_PATTERNS = {one.link: one.pattern for one in NAMED}
PATTERN_SECONDS = 2.0
"""How long a reader's own pattern may take before the page says that it runs away."""
ENCODE_SECONDS = 6.0
"""How long encoding with it may take, a thousand random draws included."""
BROUGHT_SECONDS = 20.0
"""How long a brought tokenizer may encode: the tables of 256,000 tokens are made anew."""
LOAD_SECONDS = 30.0
INSIDE_SECONDS = 60.0
"""How long looking into a tokenizer that was brought may take: each token is encoded."""

REFERENCE_SECONDS = 60.0
"""How long sentencepiece may train."""

Run: TypeAlias = Callable[..., Any]
"""Calls a function with arguments that have names, here or in a worker."""
_SHORTER = "Use a shorter text."
_turn = Lock()
_of_text = st.cache_data(max_entries=64, show_spinner=False, hash_funcs=KEYS)
"""Worked out once for a text."""
_REMEDY = "Nested repeats such as (a+)+ try too many ways: write a possessive ++ or a shorter one."


def is_own(pattern: str) -> bool:
    """Whether a reader wrote it."""
    return pattern not in PUBLISHED


def pre_token_makers(text: str, pattern: str, special_tokens: Sequence[str]) -> list[MadePreToken]:
    """The pre-tokens of a text, each with the part of the pattern that made it.

    Raises PatternError where the pattern does not compile or runs away.
    """
    if not is_own(pattern):
        return make_pre_tokens(text, pattern, special_tokens)
    return _make_apart(text, pattern, tuple(special_tokens))


def encode_trace(model: Any, text: str, **settings: Any) -> EncodeTrace:
    """``model.encode_trace``."""
    trace: EncodeTrace = _maybe_apart(model, encode_recorded, text=text, **settings)
    return trace


def ids_and_spans(model: Any, text: str) -> tuple[list[int], list[tuple[int, int]]]:
    """``model.encode`` and ``model.token_spans``."""
    both: tuple[list[int], list[tuple[int, int]]] = _maybe_apart(model, encode_spans, text=text)
    return both


def samples(
    model: Any, text: str, *, dropout: float, seeds: Sequence[int]
) -> list[Sequence[Token]]:
    """``model.sample`` with each of the seeds."""
    drawn: list[Sequence[Token]] = _maybe_apart(
        model, draw_samples, text=text, dropout=dropout, seeds=seeds
    )
    return drawn


@st.cache_data(max_entries=16, max_size="20mb", show_spinner=False, hash_funcs=KEYS)
def training_words(text: str, settings: dict[str, Any]) -> dict[str, int]:
    """The distinct words that a SentencePiece training with these settings counted."""
    words: dict[str, int] = _counted(count_training_words, text, **settings)
    return words


def smallest_size(least: Callable[..., int], text: str, **settings: Any) -> int:
    """The smallest vocabulary that training on the text takes: ``least(text, **settings)``."""
    default = {name: one.default for name, one in signature(least).parameters.items()}
    asked = {n: value for n, value in settings.items() if n not in default or value != default[n]}
    return _size_of(least, text, **asked)


@_of_text
def _size_of(least: Callable[..., int], text: str, **asked: Any) -> int:
    size: int = _counted(least, text, **asked)
    return size


@_of_text
def words_of_bert(text: str, **folding: Any) -> tuple[int, int]:
    """The words of a text, and how many are different."""
    both: tuple[int, int] = _counted(count_words_of_bert, text, **folding)
    return both


def _counted(count: Callable[..., Any], text: str, **settings: Any) -> Any:
    if len(text) <= AT_ONCE_CHARACTERS:
        return count(text, **settings)
    return _wait(Task(count, {"text": text, **settings}, SECONDS, "Counting", _SHORTER))


def load_model(name: str, content: bytes) -> Unigram | SentencePieceBPE | SentencePieceLookup:
    """A SentencePiece model from a reader's file, loaded once for all who bring the same one."""
    sig = hashlib.sha256(content).hexdigest()[:20]
    asked: dict[str, Any] = {"name": name, "content": content}
    model: Unigram | SentencePieceBPE | SentencePieceLookup
    model = loaded_once(f"model:{sig}", _load_apart, load_uploaded, **asked).model
    return model


def _load_apart(work: Callable[..., Any], **arguments: Any) -> Any:
    return _wait(Task(work, arguments, LOAD_SECONDS, "Loading", "Use another file."))


def trained_by_sentencepiece(text: str, algorithm: Algorithm, **settings: Any) -> bytes:
    """``train_library``: its model file. It may take long: it stands in line with the trainings."""
    asked = {"text": text, "algorithm": algorithm, **settings}
    remedy = "Use a shorter text or a smaller vocabulary."
    task = Task(train_library, asked, REFERENCE_SECONDS, "The comparison", remedy)
    model: bytes = _wait(task, quick=False)
    return model


def at_once(work: Callable[..., Any], **arguments: Any) -> Any:
    """Work that cannot run away, done here."""
    return work(**arguments)


def in_turn(work: Callable[..., Any], **arguments: Any) -> Any:
    """Work that cannot run away but takes long, done here by one at a time.

    Where many compute at once, whoever answers all readers waits for each of them, at each word.
    Work must not wait for a worker, nor for another turn.
    """
    if not _turn.acquire(blocking=False):
        with elsewhere():
            while not _turn.acquire(timeout=LISTEN_SECONDS):
                _listen()
    try:
        return work(**arguments)
    finally:
        _turn.release()


def with_trained(work: Callable[..., Any], *, model: Any, **arguments: Any) -> Any:
    """Work with a model that was trained here; in a worker where the reader wrote its pattern."""
    return _maybe_apart(model, work, **arguments)


def with_brought(work: Callable[..., Any], what: str, seconds: float, **arguments: Any) -> Any:
    """Work of ``brought.py``; ``what`` begins the sentence that says how long it may take."""
    return _wait(Task(work, arguments, seconds, what, "Use another one, or a shorter text."))


def _maybe_apart(model: Any, work: Callable[..., Any], **arguments: Any) -> Any:
    if not isinstance(model, RegexBPE) or not is_own(model.pattern):
        return work(model=model, **arguments)
    return _run(work, ENCODE_SECONDS, model=replace(model, trace=None), **arguments)


@st.cache_data(max_entries=64, max_size="20mb", show_spinner=False, hash_funcs=KEYS)
def _make_apart(text: str, pattern: str, special_tokens: tuple[str, ...]) -> list[MadePreToken]:
    asked = {"text": text, "pattern": pattern, "special_tokens": special_tokens}
    made: list[MadePreToken] = _run(make_pre_tokens, PATTERN_SECONDS, **asked)
    return made


def _run(work: Callable[..., Any], seconds: float, **arguments: Any) -> Any:
    task = Task(work, arguments, seconds, "The split pattern", _REMEDY)
    return _wait(task)


def _wait(task: Task, *, quick: bool = True) -> Any:
    address = st.context.ip_address or ""
    return workers(quick=quick).run(task, lambda _: _listen(), address=address)


def _listen() -> None:
    """Any word with Streamlit lets it end a run that is not wanted any more."""
    st.session_state.get("tokviz")
