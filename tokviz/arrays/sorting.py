"""Sorting whole numbers, and looking many up among sorted ones at once.

numpy is many times faster at sorting them than at hashing or sorting by keys. How fast it compares
long ones depends on the processor: one that does not sort several at once takes five times as long.
Sorting by digits compares nothing, and takes as long on any.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

NO_KEY = np.iinfo(np.int64).max
"""Stands behind all keys, and is none: what is above each of them finds it."""
CODE_BITS = 21
"""So many bits hold a code point: a key of two numbers has the second in them."""
MANY = 2000
"""Of so many keys, or more, those of two digits are sorted without comparing any."""
_DENSE = 8
"""With fewer numbers than so many for each key, a table of all takes less time than a sort."""
_DIGIT = 16
"""Bits: numpy sorts whole numbers of so many in one pass over them."""


def stable_order(keys: Ints) -> Ints:
    """Which of the keys, 0 or more, comes first, second, and so on; of equals the one in front.

    ``np.argsort(keys, kind="stable")``. Many keys of one digit or two are sorted by their digits,
    the last one first; others by one sort of integers that hold key and place, where they can.
    """
    highest, bits = int(keys.max(initial=0)), len(keys).bit_length()
    is_long = highest >= 1 << 2 * _DIGIT
    if (is_long or len(keys) < MANY) and highest < 1 << (62 - bits):
        packed = keys << bits
        packed |= np.arange(len(keys))
        packed.sort()
        packed &= (1 << bits) - 1
        return packed
    order = np.argsort(keys.astype(np.uint16), kind="stable")
    for shift in range(_DIGIT, highest.bit_length(), _DIGIT):
        digits = (keys >> shift).astype(np.uint16)
        order = order[np.argsort(digits[order], kind="stable")]
    return order


def by_falling(values: Ints, rows: Ints) -> Ints:
    """The rows with the highest values, 0 or more, first; of equals the one in front."""
    return rows[stable_order(values.max(initial=0) - values[rows])]


def numbered(keys: Ints) -> tuple[Ints, Ints]:
    """Each key, 0 or more, once, ascending, and which of these stands at each place.

    ``np.unique(keys, return_inverse=True)``. [5, 3, 5] -> [3, 5], [1, 0, 1]. Where many of the
    numbers up to the highest are keys, a table of all takes the place of a sort.
    """
    highest = int(keys.max(initial=0))
    if highest < _DENSE * len(keys):
        stands = np.zeros(highest + 1, bool)
        stands[keys] = True
        found = np.flatnonzero(stands)
        number_of = np.empty(highest + 1, np.int64)
        number_of[found] = np.arange(len(found))
        return found, number_of.take(keys)
    order = stable_order(keys)
    ordered = keys[order]
    first = np.diff(ordered, prepend=-1) > 0
    numbers = np.empty(len(keys), np.int64)
    numbers[order] = np.cumsum(first) - 1
    return ordered[first], numbers


def distinct(values: npt.NDArray[np.integer[Any]]) -> Ints:
    """Each value, 0 or more, once, ascending: ``np.unique``, which hashes them first.

    And which imports ``numpy.ma`` when it is first called, for which the first reader would wait.
    """
    whole = values.astype(np.int64, copy=False)
    ordered = whole[stable_order(whole)]
    return ordered[np.diff(ordered, prepend=-1) > 0]


def with_end(keys: Ints) -> Ints:
    """Ascending keys as ``find`` takes them: [3, 5] -> [3, 5, NO_KEY]"""
    return np.append(keys, NO_KEY)


def find(keys: Ints, values: Ints) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """Where each value stands, or would, and whether it is one: [3, 5], [5, 4] -> [1, 1], [1, 0]"""
    at = np.searchsorted(keys, values)
    return at, keys.take(at) == values
