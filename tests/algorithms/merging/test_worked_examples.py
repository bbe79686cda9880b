"""The examples that the docstrings of changes.py and contests.py work out, worked out."""

from itertools import pairwise
from typing import Any

import numpy as np

from tokviz import ByteBPE
from tokviz.algorithms.merging.changes import Noted, recorded
from tokviz.algorithms.merging.contests import CountSpans, _ahead, _parted
from tokviz.algorithms.merging.places import STRIDE
from tokviz.traces.choice import Pair

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
    winners = np.array([[X, k] for k in range(5)])
    tied, barred = _parted(others, winners, lambda pair: pair, lambda _: (1, 2))
    assert tied.tolist() == [[*AB, 0, 2, 0]]
    assert barred.tolist() == [[*AB, 2, 3, 1], [*AB, 3, 5, 1]]


def test_a_pair_that_would_have_come_before_two_winners() -> None:
    def key(pair: Pair) -> int:
        return pair[0]

    rows = np.array([[4, 0, 0, 3, 1]])
    assert _ahead(rows, np.array([[2, 0], [5, 0], [8, 0]]), key).tolist() == [[4, 0, 1, 3, 1]]
