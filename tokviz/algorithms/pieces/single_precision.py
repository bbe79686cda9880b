"""Sums in single precision, each in the order in which SentencePiece adds.

A sum of floats depends on the order of its terms: each addition rounds. SentencePiece's trainer
keeps log-probabilities and expected counts in single precision, so its last digits, and with them
ties and close calls, are a matter of order. The functions here add in that order, for many sums at
once.

Source: SentencePiece's trainer; every function of a single number is taken in double precision
there, and the result is rounded.
"""

import math
from array import array
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from tokviz.arrays.ragged import span_indices
from tokviz.arrays.sorting import stable_order

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Reals = npt.NDArray[np.floating]
"""In single precision or in double."""

NEGLIGIBLE = np.float32(50)
"""Where two logarithms are farther apart, the smaller one adds nothing."""
_LEAST = -np.array(NEGLIGIBLE)
_ONE = np.array(1.0)  # as an array numpy takes it faster
FEW = 32
"""So many sums at once, or more, are worth an operation on arrays."""


def running_sum(values: Singles) -> np.float32:
    """The sum from left to right, rounded after each addition."""
    return np.cumsum(values, dtype=np.float32)[-1] if len(values) else np.float32(0)


def log_sum_exp(some: Reals, others: Reals) -> Reals:
    """log(exp(some) + exp(others)), element by element, in their precision."""
    high, below = np.maximum(some, others), np.minimum(some, others)
    below -= high
    np.maximum(below, _LEAST, out=below)  # exp takes five times as long where it comes to nothing
    rest = below.astype(np.float64)
    np.exp(rest, out=rest)
    rest += _ONE
    np.log(rest, out=rest)
    rest += high
    return rest.astype(high.dtype)


def in_rounds(sizes: Ints) -> tuple[Ints, Ints]:
    """Which group is the largest, the second, and so on, and (u,) the place of each value.

    The values come group by group, the first ``sizes[0]`` of them are the first group's. Their
    places are round by round: first each group's first value, the largest group's in front, then
    the second values of those that have one. sizes=[1, 2] -> [1, 0], [1, 0, 2]
    """
    largest_first = stable_order(int(sizes.max(initial=0)) - sizes)
    rank = np.empty_like(largest_first)
    rank[largest_first] = np.arange(len(sizes))
    nth = span_indices(np.zeros_like(sizes), sizes)
    counts = _round_sizes(sizes[largest_first])
    return largest_first, (np.cumsum(counts) - counts).take(nth) + np.repeat(rank, sizes)


def sums_of_rounds(values: Floats, sizes: Ints) -> Singles:
    """(g,) the values of each group added in their order, rounded after each addition.

    They stand as ``in_rounds`` places them, and the groups come largest first.
    """
    sums = np.zeros(len(sizes), np.float32)
    counts = _round_sizes(sizes)
    opens = np.cumsum(counts) - counts
    many = int(np.count_nonzero(counts >= FEW))
    for count, first in zip(counts[:many].tolist(), opens.tolist(), strict=False):
        more = sums[:count]
        np.add(more, values[first : first + count], out=more, casting="same_kind")
    few = counts[many:]
    np.add.at(sums, span_indices(np.zeros_like(few), few), values[len(values) - few.sum() :])
    return sums


def _round_sizes(sizes: Ints) -> Ints:
    """How many groups have a first value, how many a second, and so on; largest groups first."""
    return np.searchsorted(-sizes, -np.arange(sizes.max(initial=0)))


def sum_of_many(values: Floats) -> float:
    """The sum of one group of many values, 0 or more, in single precision, guessed and checked.

    Rounding the values first, as numpy's running sum does it, is wrong now and then: where a sum
    lies near the middle between two that single precision has. Each of the sums is checked against
    the one before, and a value whose sum is wrong gives way to the difference that makes it right.
    Up to the first of them all is settled; what comes behind it mostly is right then as well.
    """
    total, terms = np.float32(0), values.astype(np.float32)
    while len(values):
        sums = np.cumsum(np.append(total, terms), dtype=np.float32)
        right = (sums[:-1] + values).astype(np.float32)
        wrong = np.flatnonzero(sums[1:] != right)
        if not len(wrong):
            return float(sums[-1])
        terms[wrong] = right.take(wrong) - sums.take(wrong)
        first = int(wrong[0])
        total, values, terms = right[first], values[first + 1 :], terms[first + 1 :]
    return float(total)


def log_sums_one_by_one(
    sums: Reals, nodes: Iterable[int], others: Iterable[int], log_probs: Iterable[float]
) -> None:
    """Add the path over each edge to the sum at its node, as ``log_sum_exp`` does it for many.

    All that a sum needs of the ``others`` stands in ``sums`` before its turn.
    """
    single = array(sums.dtype.char, (0.0,))  # rounds as they do
    few: Any = sums.data  # read and written faster, one by one
    for node, other, log_prob in zip(nodes, others, log_probs, strict=True):
        single[0] = few[other] + log_prob
        low, high = few[node], single[0]
        if high < low:
            low, high = high, low
        single[0] = low + float(NEGLIGIBLE)
        if high <= single[0]:
            single[0] = low - high
            single[0] = high + math.log(math.exp(single[0]) + 1.0)
            high = single[0]
        few[node] = high


def log_sums_in_double(
    sums: list[float], nodes: Iterable[int], others: Iterable[int], log_probs: Iterable[float]
) -> None:
    """``log_sums_one_by_one`` in double precision, where nothing is rounded: half the time."""
    exp, log, negligible = math.exp, math.log, float(NEGLIGIBLE)
    for node, other, log_prob in zip(nodes, others, log_probs, strict=True):
        path, total = sums[other] + log_prob, sums[node]
        if path > total:
            near = path <= total + negligible
            sums[node] = path + log(exp(total - path) + 1.0) if near else path
        elif total <= path + negligible:
            sums[node] = total + log(exp(path - total) + 1.0)
