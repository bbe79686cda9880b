"""Whole numbers that numpy keeps small are Python's from where they are handed in."""

from typing import Any

import numpy as np
import pytest

import tokviz
from tests.test_wrong_kinds import TEXT, TRAINED_BY


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.uint16, np.int64])
@pytest.mark.parametrize("name", [name for names in TRAINED_BY.values() for name in names])
def test_numbers_that_numpy_keeps_small_train_as_pythons_do(name: str, kind: type) -> None:
    """numpy's 3 of one byte, and 256 more, is no number of one byte."""
    model, least = getattr(tokviz, name), {"min_count": 1} if name != "Unigram" else {}
    size = {"num_merges": 3} if name in TRAINED_BY["num_merges"] else {"vocab_size": 60}
    given = {**size, **least}
    trained = model.train(TEXT, **{setting: kind(value) for setting, value in given.items()})
    as_said = model.train(TEXT, **given)
    assert trained.vocab == as_said.vocab
    assert trained.trace.stop_reason == as_said.trace.stop_reason
    assert {type(token_id) for token_id in trained.encode(TEXT)} == {int}


@pytest.mark.parametrize("model", [tokviz.ByteBPE, tokviz.RegexBPE])
def test_a_vocab_size_of_few_bytes_counts_the_single_bytes_too(model: Any) -> None:
    with pytest.raises(tokviz.TokvizError, match="vocab_size is 200, but the 256 bytes"):
        model.train(TEXT, vocab_size=np.uint8(200))
    assert len(model.train(TEXT, vocab_size=np.uint16(260)).vocab) == 260


@pytest.mark.parametrize(
    ("model", "size"),
    [
        (tokviz.RegexBPE, {"num_merges": 2}),
        (tokviz.WordPiece, {"vocab_size": 20}),
        (tokviz.SentencePieceBPE, {"vocab_size": 20}),
    ],
)
def test_counts_that_numpy_keeps_small_are_as_pythons(model: Any, size: dict[str, int]) -> None:
    counts = {"▁lower": 200, "▁low": 100}
    small = {word: np.uint8(count) for word, count in counts.items()}
    trained = model.train_from_counts(small, **size)
    assert trained.vocab == model.train_from_counts(counts, **size).vocab
