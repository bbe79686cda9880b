"""Sums in single precision, each in the order in which SentencePiece adds.

A sum of floats depends on the order of its terms: each addition rounds. SentencePiece's trainer
keeps log-probabilities and expected counts in single precision, so its last digits, and with them
ties and close calls, are a matter of order. The functions here add in that order, for many sums at
once.

Source: SentencePiece's trainer; every function of a single number is taken in double precision
there, and the result is rounded.
"""

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

NEGLIGIBLE = np.float32(50)
"""Where two logarithms are farther apart, the smaller one adds nothing."""


def running_sum(values: Singles) -> np.float32:
    """The sum from left to right, rounded after each addition."""
    return np.cumsum(values, dtype=np.float32)[-1] if len(values) else np.float32(0)


def log_sum_exp(some: Singles, others: Singles) -> Singles:
    """log(exp(some) + exp(others)), element by element."""
    low, high = np.minimum(some, others), np.maximum(some, others)
    sums = (high + np.log(np.exp((low - high).astype(np.float64)) + 1.0)).astype(np.float32)
    return np.where(high > low + NEGLIGIBLE, high, sums)


def log_sums_of_groups(values: Singles, opens: Ints) -> Singles:
    """The ``log_sum_exp`` of each group from left to right; group i begins at ``opens[i]``."""
    sizes = np.diff(opens, append=len(values))
    sums = values[opens]
    for nth in range(1, int(sizes.max(initial=0))):
        more = np.flatnonzero(sizes > nth)
        sums[more] = log_sum_exp(sums[more], values[opens[more] + nth])
    return sums


def sums_by_group(values: Floats, groups: Ints, num_groups: int) -> Singles:
    """(num_groups,) the values of each group added in their order, rounded after each addition."""
    order = np.argsort(groups, kind="stable")
    sizes = np.bincount(groups, minlength=num_groups)
    opens = np.cumsum(sizes) - sizes
    largest_first = np.argsort(-sizes, kind="stable")
    remaining = np.searchsorted(-sizes[largest_first], -np.arange(sizes.max(initial=0)))
    sums = np.zeros(num_groups, np.float32)
    for nth, count in enumerate(remaining.tolist()):
        more = largest_first[:count]  # the groups that have a value for this round
        sums[more] = (sums[more] + values[order[opens[more] + nth]]).astype(np.float32)
    return sums
