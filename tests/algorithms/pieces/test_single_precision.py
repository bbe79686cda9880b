"""Sums in single precision, beside a loop that rounds after every addition."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.algorithms.pieces.single_precision import (
    in_rounds,
    log_sum_exp,
    log_sums_in_double,
    log_sums_one_by_one,
    running_sum,
    sum_of_many,
    sums_of_rounds,
)
from tokviz.arrays import sorting
from tokviz.arrays.sorting import distinct, numbered, stable_order

VALUES = st.lists(st.floats(-60, 60, width=32), min_size=1, max_size=30)


@settings(max_examples=100, deadline=None)
@given(values=VALUES)
def test_a_running_sum_rounds_after_each_addition(values: list[float]) -> None:
    total = np.float32(0)
    for value in values:
        total = np.float32(total + np.float32(value))
    assert running_sum(np.array(values, np.float32)) == total


@settings(max_examples=100, deadline=None)
@given(values=VALUES, groups=st.lists(st.integers(0, 3), min_size=30, max_size=30))
def test_each_group_is_added_in_its_order(values: list[float], groups: list[int]) -> None:
    totals = [np.float32(0)] * 4
    for value, group in zip(values, groups, strict=False):
        totals[group] = np.float32(float(totals[group]) + value / 3)
    group_of = np.array(groups[: len(values)])
    thirds = (np.array(values, np.float64) / 3)[stable_order(group_of)]
    sizes = np.bincount(group_of, minlength=4)
    largest_first, places = in_rounds(sizes)
    by_round = np.empty_like(thirds)
    by_round[places] = thirds
    sums = sums_of_rounds(by_round, sizes[largest_first])
    assert sums.tolist() == [totals[group] for group in largest_first.tolist()]


def test_rounds_have_the_first_value_of_each_group_then_the_second() -> None:
    largest_first, places = in_rounds(np.array([1, 3, 0, 2]))
    assert largest_first.tolist() == [1, 3, 0, 2]
    in_order = [*zip(places.tolist(), ["a1", "b1", "b2", "b3", "d1", "d2"], strict=True)]
    assert [value for _, value in sorted(in_order)] == ["b1", "d1", "a1", "b2", "d2", "b3"]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("spread", [0, 1, 20])
def test_many_values_are_added_in_their_order(seed: int, spread: int) -> None:
    rng = random.Random(seed)
    values = [rng.random() * 2 ** rng.uniform(-spread, spread) for _ in range(3000)]
    values[::7] = [value.as_integer_ratio()[0] % 5 / 2 for value in values[::7]]  # and ties
    total = np.float32(0)
    for value in values:
        total = np.float32(float(total) + value)
    assert sum_of_many(np.array(values)) == total


def test_no_values_add_up_to_nothing() -> None:
    assert sum_of_many(np.array([])) == 0.0


@settings(max_examples=100, deadline=None)
@given(values=VALUES)
def test_logarithms_are_added_one_after_the_other(values: list[float]) -> None:
    at_once, slow = np.full(1, -np.inf, np.float32), -math.inf
    for value in values:
        at_once = log_sum_exp(at_once, np.array([value], np.float32))
        low, high = min(slow, value), max(slow, value)
        near = high <= low + 50
        slow = float(np.float32(high + math.log(math.exp(low - high) + 1))) if near else high
    assert math.isclose(at_once[0], slow, rel_tol=1e-6, abs_tol=1e-6)


@given(
    keys=st.lists(st.integers(0, 5) | st.integers(0, 2**40) | st.integers(0, 2**62), max_size=20),
    many=st.sampled_from([1, sorting.MANY]),
)
def test_places_in_order_are_those_of_a_stable_sort(keys: list[int], many: int) -> None:
    expected = sorted(range(len(keys)), key=keys.__getitem__)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorting, "MANY", many)
        assert stable_order(np.array(keys, np.int64)).tolist() == expected


@given(values=st.lists(st.integers(0, 2**40) | st.integers(0, 3), max_size=20))
def test_distinct_values_stand_once_and_in_order(values: list[int]) -> None:
    assert distinct(np.array(values, np.int64)).tolist() == sorted(set(values))


@given(values=st.lists(st.integers(0, 2**40) | st.integers(0, 3), max_size=20))
def test_numbers_of_keys_are_those_of_np_unique(values: list[int]) -> None:
    keys = np.array(values, np.int64)
    kinds, numbers = np.unique(keys, return_inverse=True)
    assert [each.tolist() for each in numbered(keys)] == [kinds.tolist(), numbers.tolist()]


@pytest.mark.parametrize("seed", range(5))
def test_sums_in_double_are_those_that_a_rounding_to_double_leaves(seed: int) -> None:
    rng = random.Random(seed)
    edges = [(node, node - back) for node in range(1, 200) for back in range(1, min(node, 4) + 1)]
    ends, starts = zip(*edges, strict=True)
    log_probs = [-rng.choice((0.0, 1.0, rng.random(), 70.0)) for _ in edges]
    plain = [0.0, *[-math.inf] * 199]
    rounded = np.array(plain)
    log_sums_one_by_one(rounded, ends, starts, log_probs)
    log_sums_in_double(plain, ends, starts, log_probs)
    assert plain == rounded.tolist()
