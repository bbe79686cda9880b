"""Which pair another ranking would take of the same text: by its count, or by its pair score.

By what a training ranks by, it is the pair that it took; at a forced step, the one that would have
won. By the other number it is the pair of the highest, and of several the one that comes first in
the text. Scores are compared as exact fractions, as algorithms/merging/pair_scores.py does.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from tokviz.traces.choice import Pair, RankedBy
from tokviz.traces.merges import MergeTrace
from tokviz.traces.turns import first_in_text


@dataclass(frozen=True, slots=True)
class OtherChoice:
    """The pair that a ranking takes: how often it stands together, and its exact score."""

    pair: Pair
    count: int
    score: Fraction


def choice_by(ranked_by: RankedBy, trace: MergeTrace, k: int) -> OtherChoice | None:
    """What this ranking takes at step ``k``, ``0 <= k < len(trace)``.

    None where it takes none of the text: no pair is left there, or the step's own ranking only
    fills the vocabulary up.
    """
    pairs, counts = trace.pair_table(k)
    if not len(pairs):
        return None
    alone = trace.token_counts(k).astype(object)  # Python's whole numbers: no product is too large
    products = alone[pairs[:, 0]] * alone[pairs[:, 1]]
    if trace.rule.ranked_by == ranked_by:
        took = trace.forced.get(k, trace.pairs[k])
        rows = np.flatnonzero((pairs == took).all(axis=1))
        if not len(rows):
            return None
        row = int(rows[0])
    else:
        by_count = ranked_by == "count"
        rows = np.flatnonzero(counts == counts.max() if by_count else _highest(counts, products))
        row = int(rows[first_in_text(trace, k, pairs[rows])])
    left, right = pairs[row].tolist()
    count = int(counts[row])
    return OtherChoice((left, right), count, Fraction(count, products[row]))


def _highest(counts: npt.NDArray[np.int64], products: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """(m,) whose score is the highest. Of one count, it is that of the smallest product."""
    order = np.argsort(counts, kind="stable")
    different, first = np.unique(counts[order], return_index=True)
    smallest = np.minimum.reduceat(products[order], first)
    score = max(map(Fraction, different.tolist(), smallest.tolist()))
    exact = counts.astype(object)
    level: npt.NDArray[np.bool_] = exact * score.denominator == products * score.numerator
    return level
