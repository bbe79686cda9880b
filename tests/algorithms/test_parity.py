"""A seeded part of the matrix of tests/parity_matrix.py; all of it: tests/benchmarks/parity.py."""

import random

import pytest

from tests.parity_matrix import ALGORITHMS, CORPORA, cells, compare
from tests.random_pieces import difference, trial

CELLS_OF_EACH = 12
SEEDS = (*range(60), 173, 253, 540)
"""The last three: lines that come again and are not cut, and replacements that are equally good."""


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_we_train_and_encode_as_sentencepiece_does(algorithm: str, corpus: str) -> None:
    mine = [cell for cell in cells() if (cell.algorithm, cell.corpus) == (algorithm, corpus)]
    for cell in random.Random(f"{algorithm} {corpus}").sample(mine, CELLS_OF_EACH):
        agreement = compare(cell)
        assert agreement.pieces, cell
        assert agreement.scores, cell
        alike = (agreement.lines_alike, agreement.loaded_alike, agreement.decoded_alike)
        assert alike == (agreement.lines,) * 3, cell


@pytest.mark.parametrize("seed", SEEDS)
def test_any_training_is_as_sentencepieces(seed: int) -> None:
    assert difference(trial(seed)) is None
