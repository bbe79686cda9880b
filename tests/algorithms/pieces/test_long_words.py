"""Unigram learns from a word that is longer than any line SentencePiece trains on."""

import random

import numpy as np
import pytest

from tokviz.algorithms.unigram import Unigram
from tokviz.traces.rounds import EmStep


@pytest.mark.parametrize("size", [5_000, 60_000])
def test_expected_uses_spell_the_word_however_long_it_is(size: int) -> None:
    rng = random.Random(1)
    parts = ["".join(rng.choices("abcdefghijkl", k=rng.randint(2, 6))) for _ in range(2_000)]
    text = "".join(rng.choices(parts, k=size))[:size]
    trace = Unigram.train(text, vocab_size=500).trace
    assert trace is not None
    lengths = np.array([len(seed) for seed in trace.seeds])
    for step in trace.steps:
        if isinstance(step, EmStep):
            spelled = (step.expected_counts * lengths[step.counted]).sum()
            assert spelled == pytest.approx(size + 1, rel=1e-3)  # and the space in front
