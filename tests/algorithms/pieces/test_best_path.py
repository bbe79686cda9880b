"""Encoding long texts with Unigram: the sums that sentencepiece makes, however long the text."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentencepiece import SentencePieceProcessor

from tests.sentencepiece_reference import train_reference
from tokviz.algorithms.pieces.best_path import REBASED, best_path
from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.piece_tokenizer import Encoded
from tokviz.algorithms.pieces.word_path import word_path
from tokviz.algorithms.unigram import Unigram


def four_letters() -> list[str]:
    """Lines over four letters, whose pieces tie and nearly tie again and again."""
    rng = random.Random(0)
    return ["".join(rng.choices("abcd  ", k=rng.randrange(1, 30))) for _ in range(100)]


@pytest.fixture(scope="module")
def model() -> Unigram:
    return Unigram.train(four_letters(), vocab_size=60)


@pytest.fixture(scope="module")
def reference() -> SentencePieceProcessor:
    return train_reference(tuple(four_letters()), "unigram", 60)


def long_text(space: str) -> str:
    """So long that totals begin again several times."""
    rng = random.Random(1)
    return space.join("".join(rng.choices("abcdx", k=rng.randrange(1, 12))) for _ in range(25_000))


@pytest.mark.parametrize("space", [" ", ""])
def test_a_long_text_falls_as_in_sentencepiece(
    model: Unigram, reference: SentencePieceProcessor, space: str
) -> None:
    text = long_text(space)
    assert model.encode(text) == reference.encode(text)


def test_a_tie_falls_otherwise_where_the_total_begins_again(
    model: Unigram, reference: SentencePieceProcessor
) -> None:
    text = " ".join(["bxaaaxxdd"] * 5000)
    assert model.encode(text) == reference.encode(text)
    assert model.tokenize(text)[:6] != model.tokenize(text)[6:12]


def test_the_lattice_of_a_long_text_has_the_same_best_path(model: Unigram) -> None:
    text = model.normalizer.normalize(long_text(" ")[:40_000])
    path = Lattice.build(text, model.table).viterbi_path()
    assert path.log_prob < REBASED
    assert path.pieces == best_path(text, model.table).pieces


@settings(max_examples=300, deadline=None)
@given(word=st.text("abcdx", min_size=1, max_size=12), total=st.floats(-99_000, 0))
def test_a_remembered_word_falls_alike_wherever_it_stands(
    model: Unigram, word: str, total: float
) -> None:
    known = word_path(word, model.table, spelled)
    if total >= known.floor:
        assert known.encoded.ids == best_path(word, model.table, total).token_ids


def test_most_words_are_remembered(model: Unigram) -> None:
    words = long_text(" ").split()
    floors = [word_path(word, model.table, spelled).floor for word in words[:500]]
    assert sum(floor < -1000 for floor in floors) > 400


def spelled(_: str, token_ids: tuple[int, ...]) -> Encoded:
    return Encoded((), token_ids)
