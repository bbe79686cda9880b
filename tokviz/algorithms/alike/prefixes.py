"""The smaller models that one training passed through: what it had after fewer steps.

A merge only adds to what was there, so the first k merges are the model that a training for k
merges gives. Unigram goes the other way: from all candidates, each pruning leaves a smaller
vocabulary, with the probabilities of that moment.

Not here: models without a trace of their training, and those that learn no steps.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import TypeAlias, TypeVar

import numpy as np

from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.files.pieces import PieceKind
from tokviz.traces.tokenizer import Tokenizer

Merging: TypeAlias = ByteBPE | RegexBPE | CharBPE | WordPiece | SentencePieceBPE
Key = TypeVar("Key")
Value = TypeVar("Value")

POINTS = 14
"""How many models of one training, its last one among them."""


def smaller_models(tokenizer: Tokenizer) -> list[Callable[[], Tokenizer]]:
    """What makes each of up to ``POINTS`` models, by growing vocabulary; empty where none was.

    For merges the numbers of merges grow evenly in their logarithm, from none to all.
    """
    if isinstance(tokenizer, Unigram):
        return _after_prunings(tokenizer)
    if isinstance(tokenizer, Merging):
        total = 0 if tokenizer.trace is None else len(tokenizer.trace)
        return [_maker(tokenizer, number) for number in _spread(total)] if total else []
    return []


def _maker(tokenizer: Merging, num_merges: int) -> Callable[[], Tokenizer]:
    return lambda: with_merges(tokenizer, num_merges)


def with_merges(tokenizer: Merging, num_merges: int) -> Tokenizer:
    """The model after the first ``num_merges`` merges of its training; it has no trace.

    Raises TokvizError for a model that has no record of its training.
    """
    learned_in_all = len(tokenizer.training)
    left = learned_in_all - num_merges
    match tokenizer:
        case ByteBPE():
            # With the trace: what training made may be longer than what a caller writes down.
            first = replace(tokenizer, merges=tokenizer.merges[:num_merges])
            object.__setattr__(first, "trace", None)
            return first
        case RegexBPE():
            size = 256 + num_merges
            vocab = _first(tokenizer.vocab, size)
            merges = (tokenizer.merges or ())[:num_merges]
            return replace(tokenizer, vocab=vocab, merges=merges, special_tokens={}, trace=None)
        case CharBPE():
            tokens = tokenizer.tokens[: len(tokenizer.tokens) - left]
            merges = tokenizer.merges[:num_merges]
            return replace(tokenizer, tokens=tokens, merges=merges, trace=None)
        case WordPiece():
            pieces = _first(tokenizer.vocab, len(tokenizer.vocab) - left)
            return replace(tokenizer, vocab=pieces, trace=None)
        case SentencePieceBPE():
            learned = _learned(tokenizer.pieces)
            alphabet = list(learned)[learned_in_all:]  # the characters come last
            kept = {**_first(learned, num_merges), **{each: learned[each] for each in alphabet}}
            return replace(tokenizer, pieces=_with_pieces(tokenizer.pieces, kept), trace=None)


def _after_prunings(tokenizer: Unigram) -> list[Callable[[], Tokenizer]]:
    trace = tokenizer.trace
    if trace is None:
        return []
    steps = [0, *(k for k, step in enumerate(trace.steps, start=1) if step.kind != "em")]

    def maker(k: int) -> Callable[[], Tokenizer]:
        def model() -> Tokenizer:
            by_worth = sorted(trace.vocabulary(k).items(), key=lambda item: (-item[1], item[0]))
            return replace(
                tokenizer, pieces=_with_pieces(tokenizer.pieces, dict(by_worth)), trace=None
            )

        return model

    return [maker(k) for k in reversed(steps[-POINTS:])]


def _spread(total: int) -> list[int]:
    """[0, 1, ..., total], closer together where they are few."""
    even = np.geomspace(1, total + 1, POINTS).round().astype(int) - 1
    numbers: list[int] = np.unique(even).tolist()
    return numbers


def _learned(pieces: PieceVocab) -> dict[str, float]:
    rows = zip(pieces.pieces, pieces.scores, pieces.kinds, strict=True)
    return {piece: score for piece, score, kind in rows if kind is PieceKind.NORMAL}


def _with_pieces(pieces: PieceVocab, learned: Mapping[str, float]) -> PieceVocab:
    """The special tokens, and after them these pieces."""
    rows = zip(pieces.pieces, pieces.scores, pieces.kinds, strict=True)
    special = [row for row in rows if row[2] is not PieceKind.NORMAL]
    normal = [(piece, score, PieceKind.NORMAL) for piece, score in learned.items()]
    spelled, scores, kinds = zip(*special, *normal, strict=True)
    return PieceVocab(spelled, scores, kinds, pieces.marks)


def _first(items: Mapping[Key, Value], number: int) -> Mapping[Key, Value]:
    return MappingProxyType(dict(islice(items.items(), number)))
