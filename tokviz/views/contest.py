"""The pairs that a merge was chosen from, for a chart or a table: what the trace says of them.

Who won, who tied and who was barred is recorded; counts are too, and WordPiece's score is the
fraction of three of them. Nothing is decided here.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.traces.merges import MergeTrace, Pair

Counts: TypeAlias = npt.NDArray[np.int64]
Standing: TypeAlias = Literal["chosen", "tied", "barred", ""]


@dataclass(frozen=True, slots=True)
class Rival:
    """A pair that the next merge could take, and its standing.

    ``score`` is what the trainer compares; ``rule`` says what barred the pair.
    """

    pair: Pair
    count: int
    score: Fraction
    standing: Standing
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Contest:
    """The leading pairs at a step, and how many pairs there were, tied and were barred in all."""

    leaders: tuple[Rival, ...]
    num_pairs: int
    num_tied: int
    num_barred: int


def contest(trace: MergeTrace, step: int, *, top: int = 20) -> Contest:
    """The ``top`` pairs that ``step`` chooses from, ``0 <= step <= len(trace)``.

    The chosen pair comes first, then those tied with it, then the others; barred ones come last
    and few. At the last step nothing is chosen: it shows what is left.
    """
    pairs, counts = trace.pair_table(step)
    products = _products(trace, step, pairs)
    row_of = {(left, right): row for row, (left, right) in enumerate(pairs.tolist())}
    standing: dict[Pair, tuple[Standing, str]] = {}
    barred: list[Pair] = []
    num_tied = num_barred = 0
    if step < len(trace):
        choice = trace.choice(step)
        num_tied, num_barred = len(choice.tied), len(choice.barred)
        if choice.winner in row_of:  # else it only fills the vocabulary up and stands nowhere
            standing[choice.winner] = ("chosen", "")
        standing |= dict.fromkeys(choice.tied, ("tied", ""))
        if trace.rule.ranked_by == "count":
            standing |= {pair: ("barred", rule) for pair, rule in choice.barred}
            barred = [pair for pair, _ in choice.barred][: top // 4]
    leading = [pair for pair, (name, _) in standing.items() if name != "barred"]
    by_score = np.lexsort((pairs[:, 1], pairs[:, 0], -counts / products)).tolist()
    others = (pair for row in by_score if (pair := _pair(pairs, row)) not in standing)
    rows = [*leading, *others][: top - len(barred)] + barred
    leaders = tuple(
        Rival(
            pair,
            int(counts[row_of[pair]]),
            Fraction(int(counts[row_of[pair]]), int(products[row_of[pair]])),
            *standing.get(pair, ("", "")),
        )
        for pair in rows
    )
    return Contest(leaders, len(pairs), num_tied, num_barred)


def _pair(pairs: Counts, row: int) -> Pair:
    return int(pairs[row, 0]), int(pairs[row, 1])


def _products(trace: MergeTrace, step: int, pairs: Counts) -> Counts:
    """What each count is divided by: 1, or for WordPiece the counts of the two tokens."""
    if trace.rule.ranked_by == "count":
        return np.ones(len(pairs), np.int64)
    counts = trace.token_counts(step)
    return counts[pairs[:, 0]] * counts[pairs[:, 1]]
