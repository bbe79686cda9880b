"""Rows of different lengths in one array, each where the one before ends."""

import numpy as np
import numpy.typing as npt


def row_indices(
    starts: npt.NDArray[np.integer], rows: npt.NDArray[np.integer]
) -> npt.NDArray[np.int64]:
    """The indices of the given rows of a ragged array, one after the other.

    starts=[0, 2, 5], rows=[1, 0] -> [2, 3, 4, 0, 1]
    """
    return span_indices(starts[rows], np.diff(starts)[rows])


def span_indices(
    opens: npt.NDArray[np.integer], lengths: npt.NDArray[np.integer]
) -> npt.NDArray[np.int64]:
    """The indices of the given spans, one after the other.

    opens=[7, 0], lengths=[2, 3] -> [7, 8, 0, 1, 2]
    """
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(opens - (ends - lengths), lengths) + np.arange(total)


def run_opens(values: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Where each run of equal values begins: [5, 5, 3] -> [0, 2]"""
    changes = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return np.flatnonzero(changes)


def gather(
    values: npt.NDArray[np.int32], starts: npt.NDArray[np.int64], rows: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """The values of the given rows, one after the other, without large arrays on the way.

    Row i is ``values[starts[i]:starts[i + 1]]``.
    """
    pieces = [
        values[row_indices(starts, rows[first : first + _ROWS])]
        for first in range(0, len(rows), _ROWS)
    ]
    return np.concatenate([np.empty(0, values.dtype), *pieces])


_ROWS = 1 << 16
