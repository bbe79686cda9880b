"""Whole numbers, sorted and each once."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.arrays.sorting import distinct

NUMBERS = st.lists(st.integers(0, 50) | st.integers(0, 2**31 - 1), max_size=60)


@given(NUMBERS, st.sampled_from([np.int32, np.uint32, np.int64]))
def test_each_value_comes_once_of_whatever_width(values: list[int], width: Any) -> None:
    assert distinct(np.array(values, width)).tolist() == sorted(set(values))


@pytest.mark.parametrize("values", [np.arange(5_000)[::-1] << 40, np.full(3_000, 1 << 61)])
def test_each_long_value_comes_once(values: npt.NDArray[np.int64]) -> None:
    assert distinct(values).tolist() == sorted(set(values.tolist()))
