"""A text as an array: its code points, and which of its distinct characters stands where."""

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """(n,) the code points of a well-formed text of n characters."""
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)


def character_kinds(text: str) -> tuple[str, Ints]:
    """The distinct characters, ascending, and which of them stands at each place.

    ``np.unique`` of the code points, with a table in place of a sort. "cab a" -> " abc",
    [3, 1, 2, 0, 1]
    """
    codes = code_points(text)
    stands = np.zeros(int(codes.max(initial=0)) + 1, bool)
    stands[codes] = True
    distinct = np.flatnonzero(stands)
    kind_of = np.empty(len(stands), np.int64)
    kind_of[distinct] = np.arange(len(distinct))
    return "".join(map(chr, distinct.tolist())), kind_of[codes]
