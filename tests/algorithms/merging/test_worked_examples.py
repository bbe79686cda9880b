"""The examples that the docstrings of changes.py, contests.py and untold.py work out."""

from itertools import pairwise
from typing import Any

import numpy as np

from tokviz import ByteBPE
from tokviz.algorithms.merging.changes import Noted, recorded
from tokviz.algorithms.merging.contests import _parted
from tokviz.algorithms.merging.places import STRIDE
from tokviz.traces.count_spans import CountSpans
from tokviz.traces.saving.untold import _without

A, B, X, Y = range(4)
AB, BA, XA, XX, YX = (A, B), (B, A), (X, A), (X, X), (Y, X)
BLOCKS = [[(AB, 3), (BA, 2)], [(BA, -2), (AB, -3), (XX, 2)], [(XX, -2), (YX, 1)]]


def changes() -> dict[str, Any]:
    """What is noted of "ababab" while ab becomes X and XX becomes Y, as changes."""
    return recorded(
        Noted(
            codes=np.array([left * STRIDE + right for left, right in (AB, BA, XA, XX, YX)]),
            came_of=np.array([-1, -1, 1, 1, 3]),
            counts=np.array([3, 2, 0, 2, 1]),
            first_new=[0, 2, 4, 5],
            merged=np.array([0, 3]),
            often=np.array([3, 2]),
        )
    )


def test_the_changes_of_ababab() -> None:
    found = changes()
    pairs = map(tuple, found["change_pairs"].tolist())
    rows = list(zip(pairs, found["change_counts"].tolist(), strict=True))
    starts = found["change_starts"].tolist()
    assert [rows[start:end] for start, end in pairwise(starts)] == BLOCKS


def test_the_engine_notes_the_same() -> None:
    trace = ByteBPE.train("ababab", num_merges=2).training
    assert trace.change_counts.tolist() == [count for block in BLOCKS for _, count in block]
    assert trace.change_starts.tolist() == [0, 2, 5, 7]


def test_the_counts_of_ababab() -> None:
    spans = CountSpans.of(**changes())
    columns = (spans.counts, spans.first, spans.last)
    found = zip(map(tuple, spans.pairs.tolist()), *(each.tolist() for each in columns), strict=True)
    assert sorted(found) == [(AB, 3, 0, 1), (BA, 2, 0, 1), (XX, 2, 1, 2), (YX, 1, 2, 2)]


def test_a_pair_that_is_barred_where_it_was_level_and_above() -> None:
    others = np.array([[*AB, 0, 3, 5]])
    tied, barred = _parted(others, 5, lambda _: (1, 2))
    assert tied.tolist() == [[*AB, 0, 2, 0]]
    assert barred.tolist() == [[*AB, 2, 5, 1]]


def test_a_file_that_tells_of_a_part_of_the_steps() -> None:
    rows, told = np.array([[*AB, 0, 9, 0], [*XX, 1, 3, 0]]), np.array([[*AB, 2, 4, 1]])
    assert _without(rows, told).tolist() == [[*AB, 0, 2, 0], [*AB, 4, 9, 0], [*XX, 1, 3, 0]]
