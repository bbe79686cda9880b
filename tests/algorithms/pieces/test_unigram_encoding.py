"""How Unigram segments: the best path, the runners-up, samples; beside SentencePiece."""

import math
import random
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentencepiece import SentencePieceProcessor

from tests.sentencepiece_reference import (
    SMALL,
    english,
    train_reference,
)
from tokviz.algorithms.pieces.best_path import REBASED
from tokviz.algorithms.unigram import Unigram
from tokviz.loading import load


def test_nbest_equals_sentencepieces_in_order(
    tmp_path_factory: pytest.TempPathFactory, english_unigram: Unigram
) -> None:
    path = tmp_path_factory.mktemp("nbest") / "u.model"
    english_unigram.save(path)
    theirs = SentencePieceProcessor(model_file=str(path))
    lines = [line[:22] for line in english(8_000, start=150_000).split("\n") if line]
    for line in [*lines[:80], "aaaaaaa", "ee ee ee", "lllll eeee"]:
        expected = theirs.nbest_encode(line, nbest_size=20, out_type=str)
        assert [pieces for pieces, _ in english_unigram.nbest(line, 20)] == expected


def test_nbest_of_long_texts_equals_sentencepieces(
    tmp_path_factory: pytest.TempPathFactory, small_unigram: Unigram
) -> None:
    """It keeps the best of many hypotheses (500 paths of the first), then gives up (the second)."""
    path = tmp_path_factory.mktemp("nbest") / "u.model"
    small_unigram.save(path)
    theirs = SentencePieceProcessor(model_file=str(path))
    lengths = set()
    for text, n in [("the hat " * 30, 500), ("the cat sat " * 600, 50), ("hat " * 900, 1)]:
        expected = theirs.nbest_encode(text, nbest_size=n, out_type=str)
        assert [pieces for pieces, _ in small_unigram.nbest(text, n)] == expected
        lengths.add(len(expected))
    assert lengths == {500, 1}


def test_the_steps_of_a_long_text_say_who_won(small_unigram: Unigram) -> None:
    """Its totals begin again at 0 several times."""
    text = "the hat, qzx qzx, sat on the cat; " * 2000
    trace = small_unigram.encode_trace(text)
    assert trace.best.log_prob == trace.steps[-1].log_prob < 3 * REBASED
    assert trace.ids == small_unigram.encode(text)
    for step in trace.steps:
        assert step.log_prob == max(step.totals)
        assert step.log_prob == step.totals[step.arriving.index(step.best)]


@pytest.mark.parametrize("alpha", [0.3, 1.0])
def test_sampling_is_distributed_as_sentencepieces(english_unigram: Unigram, alpha: float) -> None:
    lattice = english_unigram.lattice("the others")
    exact = {
        path.pieces: math.exp(lattice.log_probability(path, alpha)) for path in lattice.nbest(500)
    }
    drawn = Counter(
        tuple(english_unigram.sample("the others", temperature=1 / alpha, seed=seed))
        for seed in range(2000)
    )
    for pieces, probability in exact.items():
        tolerance = 4 * math.sqrt(probability / 2000)
        assert drawn[pieces] / 2000 == pytest.approx(probability, abs=tolerance)


def test_sentencepiece_draws_from_the_exact_distribution_too(
    tmp_path_factory: pytest.TempPathFactory, english_unigram: Unigram
) -> None:
    path = tmp_path_factory.mktemp("sample") / "u.model"
    english_unigram.save(path)
    theirs = SentencePieceProcessor(model_file=str(path))
    lattice = english_unigram.lattice("the others")
    drawn = Counter(
        tuple(
            theirs.encode(
                "the others", out_type=str, enable_sampling=True, alpha=0.5, nbest_size=-1
            )
        )
        for _ in range(2000)
    )
    for candidate in lattice.nbest(20):
        probability = math.exp(lattice.log_probability(candidate, 0.5))
        tolerance = 5 * math.sqrt(probability / 2000) + 2 / 2000  # of the rarest, one may be drawn
        assert drawn[candidate.pieces] / 2000 == pytest.approx(probability, abs=tolerance)


def test_sampling_repeats_with_its_seed(small_unigram: Unigram) -> None:
    assert small_unigram.sample("the hat", seed=4) == small_unigram.sample("the hat", seed=4)


def test_a_temperature_of_zero_is_refused(small_unigram: Unigram) -> None:
    with pytest.raises(ValueError, match="temperature is 0, but must be above 0"):
        small_unigram.sample("hat", temperature=0)
    with pytest.raises(ValueError, match="1e-09 at least"):
        small_unigram.sample("hat", temperature=1e-320)


def test_at_the_least_temperature_only_the_best_path_is_drawn(small_unigram: Unigram) -> None:
    text = "hat " * 2_000
    assert small_unigram.sample(text, temperature=1e-9) == small_unigram.tokenize(text)


def test_a_seed_of_numpys_is_the_same(small_unigram: Unigram) -> None:
    drawn = [small_unigram.sample("hats that", seed=seed) for seed in (7, np.int64(7))]  # type: ignore[arg-type]
    assert drawn[0] == drawn[1]


def test_the_encoding_trace_ends_in_what_encode_returns(small_unigram: Unigram) -> None:
    trace = small_unigram.encode_trace("the zebra sat")
    assert [token_id for _, token_id in trace.tokens] == small_unigram.encode("the zebra sat")
    assert [step.position for step in trace.steps] == list(range(1, len(trace.normalized) + 1))
    assert trace.steps[-1].log_prob == pytest.approx(trace.best.log_prob)


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=30))
def test_any_unicode_survives_encoding(small_unigram: Unigram, text: str) -> None:
    assert all(0 <= token_id < 30 for token_id in small_unigram.encode(text))


@cache
def spells_bytes() -> Unigram:
    """One for all examples."""
    return Unigram.train(SMALL, vocab_size=300, byte_fallback=True, normalization="identity")


@settings(max_examples=60, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_byte_fallback_loses_nothing_but_what_normalization_takes(text: str) -> None:
    model = spells_bytes()
    normalized = model.normalizer.normalize(text).replace("▁", " ").strip(" ")
    assert model.decode(model.encode(text)).strip(" ") == normalized


def test_ties_of_a_loaded_model_break_as_sentencepieces(tmp_path: Path) -> None:
    """Sums that differ in the last digits of a double are equal in single precision."""
    rng = random.Random(0)
    lines = tuple("".join(rng.choices("abcd  ", k=rng.randrange(1, 30))) for _ in range(100))
    theirs = train_reference(lines, "unigram", 60)
    path = tmp_path / "ties.model"
    path.write_bytes(theirs.serialized_model_proto())
    ours = load(path)
    for _ in range(500):
        text = "".join(rng.choices("abcde ", k=rng.randrange(1, 40)))
        assert ours.tokenize(text) == theirs.encode(text, out_type=str)
    assert ours.tokenize("eaaa") == ["▁", "e", "a", "aa"]


def test_a_run_of_unknown_characters_is_one_token(small_unigram: Unigram) -> None:
    assert small_unigram.tokenize("a 漢字!") == ["▁", "a", "▁", "漢字!"]
    assert small_unigram.encode("漢字")[-1] == small_unigram.pieces.unk_id


def test_unknown_characters_are_counted(small_unigram: Unigram) -> None:
    assert small_unigram.count_unknown("the 漢字") == 2


def test_a_long_text_is_segmented_as_its_words_are(english_unigram: Unigram) -> None:
    text = " ".join(english(30_000, start=200_000).split())
    words = [token for word in text.split() for token in english_unigram.tokenize(word)]
    assert english_unigram.tokenize(text) == words
