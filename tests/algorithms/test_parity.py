"""A seeded part of the matrix of tests/parity_matrix.py; all of it: tests/benchmarks/parity.py."""

import random
from collections.abc import Callable
from functools import cache

import pytest

from tests.parity_matrix import ALGORITHMS, CORPORA, cells, compare
from tests.random_pieces import BOTH_REFUSE, Trial, difference, mixed_trial, trial, unspaced_trial

CELLS_OF_EACH = 6
CELLS_OF_EACH_IN_WHOLE = 12
SEEDS = (*range(60), 173, 253, 540)
"""The last three: lines that come again and are not cut, and replacements that are equally good."""

NEARLY_TIED = (
    "bbcbbcbbccabcééaéaéééaaaaéaaa",
    "각한한각한각한ᄀᄀ한각각ᄀacbaaabcbbbccbcc",
    "eéeéeéeéeeé́́eeeeé",
    "<||",
    "aéaéééaaaaaaééééééééééaééa",
    "aa aabb ééaaaaaééaaaaéééaaéééaaéaa",
    "cacbbbcacbbcbbcbbbacbcbcםוששלש שם",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabbb baaabaabaaa",
)
"""Two ways to cut a word are as probable, but for a digit that the next piece rounds away."""


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_we_train_and_encode_as_sentencepiece_does(
    algorithm: str, corpus: str, whole: bool
) -> None:
    number = CELLS_OF_EACH_IN_WHOLE if whole else CELLS_OF_EACH
    mine = [cell for cell in cells() if (cell.algorithm, cell.corpus) == (algorithm, corpus)]
    for cell in random.Random(f"{algorithm} {corpus}").sample(mine, number):
        agreement = compare(cell)
        assert agreement.pieces, cell
        assert agreement.scores, cell
        alike = (agreement.lines_alike, agreement.loaded_alike, agreement.decoded_alike)
        assert alike == (agreement.lines,) * 3, cell


@cache
def outcome(drawn: Callable[[int], Trial], seed: int) -> str | None:
    """What comes of a random training; two tests ask for the same ones."""
    return difference(drawn(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_any_training_is_as_sentencepieces(seed: int) -> None:
    assert outcome(trial, seed) in (None, BOTH_REFUSE)


@pytest.mark.parametrize("seed", range(30))
def test_so_is_one_on_several_scripts_by_more_options(seed: int) -> None:
    assert outcome(mixed_trial, seed) in (None, BOTH_REFUSE)


@pytest.mark.parametrize("seed", range(20))
def test_so_is_one_where_spaces_are_too_rare_to_get_a_piece(seed: int) -> None:
    assert difference(unspaced_trial(seed)) in (None, BOTH_REFUSE)


def test_few_of_the_random_trainings_are_refused_by_both() -> None:
    tried = [(trial, seed) for seed in SEEDS] + [(mixed_trial, seed) for seed in range(30)]
    small = [(drawn, seed) for drawn, seed in tried if drawn(seed).vocab_size < 60]
    refused = [each for each in small if outcome(*each) == BOTH_REFUSE]
    assert 0 < len(refused) < len(tried) / 5


def test_a_way_that_is_as_good_once_the_next_piece_is_added_is_taken() -> None:
    options = {
        "user_defined_symbols": ("qq", "ab"),
        "treat_whitespace_as_suffix": True,
        "split_by_script": False,
        "max_piece_length": 5,
        "normalization": "nmt_nfkc_cf",
    }
    assert difference(Trial("unigram", NEARLY_TIED, 30, options)) is None
