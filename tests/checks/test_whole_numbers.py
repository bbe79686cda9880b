"""Counts, sizes and ids are whole numbers, in every lesson that trains."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tokviz
from tokviz.checks.errors import TokvizError
from tokviz.lessons import LESSONS

NOT_WHOLE = ("300", 300.0, float("inf"), float("nan"), True, [300], 1 + 2j)
TRAINED_BY_SIZE: dict[str, tuple[Callable[..., Any], str]] = {
    **{row.key: (row.training.train, row.training.size) for row in LESSONS if row.training},
    "unigram": (tokviz.Unigram.train, "vocab_size"),
    "char_bpe by size": (tokviz.CharBPE.train, "vocab_size"),
    "byte_bpe by size": (tokviz.ByteBPE.train, "vocab_size"),
}


@pytest.mark.parametrize("value", NOT_WHOLE, ids=repr)
@pytest.mark.parametrize("key", TRAINED_BY_SIZE)
def test_a_size_that_is_no_whole_number_is_refused(key: str, value: object) -> None:
    train, size = TRAINED_BY_SIZE[key]
    with pytest.raises(TokvizError, match=f"{size} is a whole number, but .* Give one such as"):
        train("the hen in the pen", **{size: value})


@pytest.mark.parametrize("value", NOT_WHOLE, ids=repr)
@pytest.mark.parametrize("key", [row.key for row in LESSONS if row.training])
def test_a_min_count_that_is_no_whole_number_is_refused(key: str, value: object) -> None:
    train, size = TRAINED_BY_SIZE[key]
    with pytest.raises(TokvizError, match="min_count is a whole number"):
        train("the hen in the pen", **{size: 300}, min_count=value)


@pytest.mark.parametrize("value", [*NOT_WHOLE, 2**31, pytest.param(10**5_000, id="huge")])
def test_a_special_id_that_is_none_is_refused(value: Any) -> None:
    with pytest.raises(TokvizError, match=r"<x>.*(whole number|was given)"):
        tokviz.RegexBPE.train("a <x>", num_merges=1, special_tokens={"<x>": value})
    with pytest.raises(TokvizError, match=r"<x>.*(whole number|was given)"):
        tokviz.RegexBPE.train("a", num_merges=1).with_special_tokens({"<x>": value})


def test_numpy_counts_in_whole_numbers_too() -> None:
    one: Any = np.int64(1)
    assert tokviz.ByteBPE.train("abab", num_merges=one).merges == ((97, 98),)


def test_the_highest_id_is_recorded() -> None:
    tok = tokviz.RegexBPE.train("a <x>", num_merges=1, special_tokens={"<x>": 2**31 - 1})
    assert tok.encode_trace("a<x>", allowed_special="all").token_ids(0)[-1] == 2**31 - 1
