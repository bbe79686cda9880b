"""Looking many numbers up among sorted ones at once."""

import numpy as np
import numpy.typing as npt

Keys = npt.NDArray[np.int64]

NO_KEY = np.iinfo(np.int64).max
"""Stands behind all keys, and is none: what is above each of them finds it."""
CODE_BITS = 21
"""So many bits hold a code point: a key of two numbers has the second in them."""


def with_end(keys: Keys) -> Keys:
    """Ascending keys as ``find`` takes them: [3, 5] -> [3, 5, NO_KEY]"""
    return np.append(keys, NO_KEY)


def find(keys: Keys, values: Keys) -> tuple[Keys, npt.NDArray[np.bool_]]:
    """Where each value stands, or would, and whether it is one: [3, 5], [5, 4] -> [1, 1], [1, 0]"""
    at = np.searchsorted(keys, values)
    return at, keys.take(at) == values
