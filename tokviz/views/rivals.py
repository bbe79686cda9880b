"""The pairs that a merge was chosen from, best first, as its trainer saw them.

The counts are the recorded ones. BPE compares the counts themselves, WordPiece compares
``count(ab) / (count(a) * count(b))``, and both are compared exactly, as fractions. Among equals
the order is the trace's tie rule: the place in the text, or the length and then the spelling.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.trace import MergeTrace, Pair

Counts: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Rival:
    """A pair that the next merge could take, and its standing.

    ``score`` is what the trainer compares; ``tied``: as good as the chosen one, but not chosen.
    """

    pair: Pair
    count: int
    score: Fraction
    chosen: bool
    tied: bool


@dataclass(frozen=True, slots=True)
class Contest:
    """The leading pairs at a step, and how many pairs there were and tied in all."""

    leaders: tuple[Rival, ...]
    num_pairs: int
    num_tied: int


def contest(trace: MergeTrace, step: int, *, top: int = 20) -> Contest:
    """The ``top`` pairs that ``step`` chooses from, ``0 <= step <= len(trace)``.

    The chosen pair is always among them. At the last step nothing is chosen: it shows what is
    left. Where more pairs tie than fit, those with the lower ids are shown.
    """
    pairs, counts = trace.pair_table(step)
    products = _score_products(trace, step, pairs)
    leading = np.lexsort((pairs[:, 1], pairs[:, 0], -counts / products))[: 2 * top]
    chosen = _chosen_row(trace, step, pairs)
    rows = sorted({*leading.tolist(), *([] if chosen is None else [chosen])})
    score = {row: Fraction(int(counts[row]), int(products[row])) for row in rows}
    tied = np.zeros(len(pairs), bool)
    if chosen is not None:
        best = score[chosen]
        tied = counts * best.denominator == best.numerator * products
        tied[chosen] = False
    order = _tie_order(trace, step, pairs[rows])
    rank = dict(zip(rows, order, strict=True))
    rows.sort(key=lambda row: (-score[row], row != chosen, rank[row]))
    leaders = tuple(
        Rival((left, right), int(counts[row]), score[row], row == chosen, bool(tied[row]))
        for row, (left, right) in zip(rows[:top], pairs[rows[:top]].tolist(), strict=True)
    )
    return Contest(leaders, len(pairs), int(tied.sum()))


def token_counts(trace: MergeTrace, step: int) -> Counts:
    """(largest id + 1,) how often each token stands in the text after ``step`` merges."""
    ids, starts = trace.distinct_tokens(step)
    weights = np.repeat(trace.weights, np.diff(starts))
    size = max(trace.vocab, default=-1) + 1
    return np.bincount(ids, weights, size).astype(np.int64)


def _score_products(trace: MergeTrace, step: int, pairs: Counts) -> Counts:
    """What each count is divided by: 1, or for WordPiece the counts of the two tokens."""
    if trace.tie_rule != "score-then-first-seen":
        return np.ones(len(pairs), np.int64)
    counts = token_counts(trace, step)
    return counts[pairs[:, 0]] * counts[pairs[:, 1]]


def _chosen_row(trace: MergeTrace, step: int, pairs: Counts) -> int | None:
    if step == len(trace):
        return None
    return int(np.flatnonzero((pairs == trace.pairs[step]).all(axis=1))[0])


def _tie_order(trace: MergeTrace, step: int, pairs: Counts) -> list[tuple[int, str | bytes]]:
    """A sort key per pair: the order in which the trace's tie rule would take equals."""
    if trace.tie_rule == "shorter-then-code-point":
        tokens = [trace.vocab[left] + trace.vocab[right] for left, right in pairs.tolist()]  # type: ignore[operator]
        return [(len(token), token) for token in tokens]
    ids, starts = trace.distinct_tokens(step)
    inside = np.ones(len(ids), bool)  # whether a token has a right neighbour in its pre-token
    inside[starts[1:][starts[1:] > 0] - 1] = False
    places: list[tuple[int, str | bytes]] = []
    for left, right in pairs.tolist():
        at = np.flatnonzero(inside[:-1] & (ids[:-1] == left) & (ids[1:] == right))
        places.append((int(at[0]) if len(at) else len(ids), ""))
    return places
