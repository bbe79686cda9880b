"""Encoding where no spaces are written: long words fall as SentencePiece has them, whole or cut."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sentencepiece_reference import japanese, train_reference
from tokviz.algorithms.pieces.word_parts import LONGEST_REMEMBERED
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.text.markers import SPACE_MARKER

LINES = tuple(japanese(400))
UNKNOWN = "Ωж龍"


@cache
def trained(algorithm: str, size: int, **options: Any) -> SentencePieceBPE | Unigram:
    lesson = SentencePieceBPE if algorithm == "bpe" else Unigram
    return lesson.train(LINES, vocab_size=size, **options)


@pytest.mark.parametrize("algorithm", ["bpe", "unigram"])
@pytest.mark.parametrize(
    "options", [{}, {"byte_fallback": True}, {"user_defined_symbols": ("大学", "IB")}]
)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1 << 32))
def test_long_words_are_encoded_as_sentencepiece_does(
    algorithm: str, options: dict[str, Any], seed: int
) -> None:
    rng = random.Random(seed)
    line = "".join(rng.choices([*"日本語東京大学のにをがIBM0", *UNKNOWN, *LINES], k=40))
    size = 400 + 256 * bool(options.get("byte_fallback"))
    ours = trained(algorithm, size, **options)
    theirs = train_reference(LINES, algorithm, size, **options)
    assert ours.encode(line) == theirs.encode(line)


def test_a_word_is_cut_where_no_token_crosses() -> None:
    tok = SentencePieceBPE.train("ab cd " * 5, vocab_size=9)
    word = SPACE_MARKER + "ab" * 20 + "cd"
    parts = next(tok._parts.of_each([[word]]))
    assert parts == [SPACE_MARKER, *["ab"] * 20, "c", "d"]


def test_unknown_characters_side_by_side_stay_together() -> None:
    tok = SentencePieceBPE.train("ab cd " * 5, vocab_size=9)
    word = "ab" * LONGEST_REMEMBERED + "??" + "ab"
    assert "??" in next(tok._parts.of_each([[word]]))
    assert tok.tokenize(word)[-2:] == ["??", "ab"]


def test_a_short_word_stays_whole() -> None:
    tok = SentencePieceBPE.train("ab cd " * 5, vocab_size=9)
    assert next(tok._parts.of_each([["abcd"]])) == ["abcd"]
