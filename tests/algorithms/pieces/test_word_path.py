"""How a word falls wherever it stands, beside every way to cut it and beside the plain search."""

import math
import random
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.algorithms.pieces.best_path import best_path
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.piece_tokenizer import Encoded
from tokviz.algorithms.pieces.word_path import WordPath, word_path

UNK_ID = 0
FEW_PRICES = (-1.0, -2.0, -3.0, -1.5, -3.0000002, -2.9999998)
"""So that sums tie, and nearly tie."""


def drawn_table(seed: int, prices: tuple[float, ...] = ()) -> PieceTable:
    rng = random.Random(seed)
    pieces = {"".join(rng.choices("abc", k=rng.randrange(1, 6))) for _ in range(14)}

    def price() -> float:
        return float(np.float32(rng.choice(prices) if prices else -rng.random() * 9))

    return PieceTable.of({p: (i, price()) for i, p in enumerate(sorted(pieces), 1)}, UNK_ID, -20.0)


def fall(word: str, table: PieceTable) -> WordPath:
    return word_path(word, table, lambda _, token_ids: Encoded((), token_ids))


def all_sums(word: str, table: PieceTable) -> list[float]:
    """Those of all cuts, the best first."""
    if not word:
        return [0.0]
    heads = ((word[:size], word[size:]) for size in range(1, len(word) + 1))
    return sorted(
        (
            table.log_prob(head) + rest
            for head, tail in heads
            if table.log_prob(head) > -math.inf
            for rest in all_sums(tail, table)
        ),
        reverse=True,
    )


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 1 << 32), word=st.text("abcx", min_size=1, max_size=8))
def test_the_sum_is_the_best_of_all_cuts(seed: int, word: str) -> None:
    table = drawn_table(seed)
    found = fall(word, table)
    assert found.sum == pytest.approx(all_sums(word, table)[0])
    assert sum(map(table.sizes.__getitem__, found.token_ids)) == len(word)
    assert found.sum == pytest.approx(sum(map(table.edge_log_probs.__getitem__, found.token_ids)))


@settings(max_examples=1000, deadline=None)
@given(
    seed=st.integers(0, 1 << 32),
    word=st.text("abcx", min_size=1, max_size=20),
    prices=st.sampled_from([(), FEW_PRICES]),
    above=st.floats(0, 1),
)
def test_from_the_floor_on_the_plain_search_cuts_the_same(
    seed: int, word: str, prices: tuple[float, ...], above: float
) -> None:
    table = drawn_table(seed, prices)
    found = fall(word, table)
    if found.floor <= 0:
        for total in (0.0, found.floor, found.floor * above):
            assert best_path(word, table, total).token_ids == found.token_ids


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 1 << 32), word=st.text("abcx", min_size=1, max_size=8))
def test_a_word_whose_best_cuts_tie_has_no_floor(seed: int, word: str) -> None:
    table = drawn_table(seed, (-1.0, -2.0, -3.0))
    best, *others = all_sums(word, table)
    if others and others[0] == best:
        assert fall(word, table).floor > 0


def test_a_tie_before_the_end_counts_as_one_at_the_end() -> None:
    table = PieceTable.of({"ab": (1, -2.0), "a": (2, -1.0), "b": (3, -1.0), "c": (4, -1.0)}, 0, -9)
    assert fall("abc", table).floor > 0


def test_a_runner_up_that_comes_after_the_best_is_seen() -> None:
    """ "ab" reaches the end first and stays the best; "b" comes behind it, nearly as good."""
    table = PieceTable.of({"ab": (1, -2.0), "a": (2, -1.0), "b": (3, -1.0000001)}, 0, -9)
    assert fall("ab", table).floor > -10
    apart = PieceTable.of({"ab": (1, -2.0), "a": (2, -1.0), "b": (3, -2.0)}, 0, -9)
    assert fall("ab", apart).floor < -90_000


def test_a_word_with_a_gain_is_never_summed_up() -> None:
    """Where a log-probability is above 0, the sum does not bound what is on the way."""
    table = PieceTable.of({"a": (1, -5.0), "b": (2, 0.25), "c": (3, -1.0)}, 0, -9)
    assert fall("ab", table).sum == -math.inf
    assert fall("ac", table).sum == -6.0
    totals = [*accumulate((-5.0, 0.25))]
    assert list(best_path("ab", table).totals)[1:] == totals
