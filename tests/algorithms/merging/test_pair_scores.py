"""WordPiece's choices against the textbook that scores everything again, and in exact fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.slow_choices import pair_scores
from tokviz.algorithms.merging.letter_pieces import alphabet_of, pieces_of_letters
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.algorithms.merging.pair_scores import PairScores, token_counts
from tokviz.algorithms.plain_wordpiece import train
from tokviz.algorithms.wordpiece import SPECIAL_TOKENS, WordPiece

COURSE = [
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
]
few_letters = st.text("abc ", max_size=60)


def test_first_choice_of_the_course_is_not_the_most_frequent_pair() -> None:
    trace = WordPiece.train(COURSE, vocab_size=70).trace
    assert trace is not None
    first = trace.steps[0]
    assert (first.token, first.count, first.score) == ("ab", 2, Fraction(1, 5))
    assert max(trace.pair_counts(0).values()) > first.count


@settings(max_examples=100)
@given(few_letters, st.integers(11, 60), st.integers(1, 3))
def test_training_learns_the_textbooks_pieces(text: str, vocab_size: int, min_count: int) -> None:
    trained = WordPiece.train(text, vocab_size=vocab_size, min_count=min_count)
    trace, words = trained.trace, text.split()
    assert trace is not None
    pieces = [*SPECIAL_TOKENS, *alphabet_of(words, "##")]
    numbers = [[pieces.index(piece) for piece in pieces_of_letters(word)] for word in words]
    assert train(numbers, pieces, vocab_size, min_count) == list(trained.vocab.values())
    for step in trace.steps:
        assert step.score == max(pair_scores(trace, step.rank).values())


@pytest.mark.parametrize(
    ("text", "first"),
    [("ab ab ab a a cd xd xd xd xd", "ab"), ("cd xd xd xd xd ab ab ab a a", "cd")],
)
def test_equal_fractions_are_a_tie_for_the_first_seen(text: str, first: str) -> None:
    """3/(5*3), 1/(1*5) and 4/(4*5) are all one fifth."""
    trace = WordPiece.train(text, vocab_size=11).trace
    assert trace is not None
    assert [(step.token, step.score) for step in trace.steps] == [(first, Fraction(1, 5))]


def test_scores_that_nearly_agree_are_told_apart() -> None:
    """The words ab, a, cd, c, so often that 1/(2 * 10**9 + 1) and 1/(2 * 10**9) look alike."""
    a, b, c, d = range(4)
    symbols, starts = np.array([a, b, a, c, d, c]), np.array([0, 2, 3, 5, 6])
    weights = np.array([1, 2_000_000_000, 1, 1_999_999_999])
    scores = PairScores(
        PairIndex(symbols, starts, weights), token_counts(symbols, starts, weights, 5)
    )
    assert scores.best() == (c, d)
    scores.merge((c, d), 4)
    assert scores.record()["scores"] == [Fraction(1, 2 * 10**9)]


def test_counts_whose_product_no_array_holds_are_told_apart() -> None:
    counts = {"ab": 10**10, "cd": 10**10 + 1, "ad": 3, "cb": 5}
    trace = WordPiece.train_from_counts(counts, vocab_size=25).trace
    assert trace is not None
    a, b, c, d = 10**10 + 3, 10**10 + 5, 10**10 + 6, 10**10 + 4
    assert trace.steps[0].score == Fraction(10**10, a * b)
    assert trace.steps[0].score > Fraction(10**10 + 1, c * d)
    assert [step.token for step in trace.steps] == ["ab", "ad", "cd", "cb"]


@settings(max_examples=100)
@given(few_letters)
def test_replay_joins_to_the_words(text: str) -> None:
    trace = WordPiece.train(text, vocab_size=40).trace
    assert trace is not None
    for k in (0, len(trace)):
        letters = "".join(str(trace.vocab[i]).removeprefix("##") for i in trace.token_ids(k))
        assert letters == "".join(text.split())
        assert len(trace.token_ids(k)) == trace.num_tokens(k)


def test_too_small_a_vocabulary_is_refused() -> None:
    with pytest.raises(ValueError, match=r"vocab_size is 6, but .* alone need 7"):
        WordPiece.train("ab", vocab_size=6)
