"""A text as an array: its code points, and which of its distinct characters stands where."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
_FEW = 10_000
"""Characters that a ``set`` is made of faster, and before anybody waits for Python's lock."""


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """(n,) the code points of a text of n characters."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def distinct_characters(text: str) -> Collection[str]:
    """The characters of a text, each once, in no order. "cab a" -> {"a", "b", "c", " "}"""
    if len(text) <= _FEW:
        return set(text)
    stands = _standing(code_points(text))
    return "".join(map(chr, np.flatnonzero(stands).tolist()))


def character_kinds(text: str) -> tuple[str, Ints]:
    """The distinct characters, ascending, and which of them stands at each place.

    ``np.unique`` of the code points, with a table in place of a sort. "cab a" -> " abc",
    [3, 1, 2, 0, 1]
    """
    codes = code_points(text)
    stands = _standing(codes)
    distinct = np.flatnonzero(stands)
    kind_of = np.empty(len(stands), np.int64)
    kind_of[distinct] = np.arange(len(distinct))
    return "".join(map(chr, distinct.tolist())), kind_of[codes]


def _standing(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    """Which code points, up to the highest, stand there."""
    stands = np.zeros(int(codes.max(initial=0)) + 1, bool)
    stands[codes] = True
    return stands
