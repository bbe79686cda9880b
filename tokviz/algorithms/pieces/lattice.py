"""Every way to cut a text into known pieces, as one graph: the lattice.

The nodes are the positions between characters. Each piece that stands in the text is an edge from
where it starts to where it ends, and its log-probability is the length of the edge. A segmentation
is a path from the first node to the last, and its log-probability is the sum over its edges.
So "the best segmentation" is a best path, and "all segmentations" a sum over paths.

Sources: Kudo 2018, "Subword Regularization" (arXiv:1804.10959); Viterbi 1967; Baum and Welch for
forward and backward; the n best paths by A* search with the Viterbi totals as its exact estimate.

Tie rule: of two paths into one node that are equally good, the one whose last piece starts earlier.
Best paths are summed in single precision, left to right, and compared after rounding, because
SentencePiece does so, and ties and near-ties then break alike (in double where Hugging Face's
library is the reference). Sums over paths are in double precision.
"""

import heapq
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from tokviz.algorithms.pieces.best_path import (
    LEAST,
    NEVER_REBASED,
    SINGLE,
    UNREACHED,
    Precision,
    no_totals,
    rebase,
    rises,
)
from tokviz.algorithms.pieces.lattice_totals import BestPaths, log_sum
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.checks.whole_numbers import check_whole, written
from tokviz.traces.lattice import Edge, LatticePath, LatticeStep

LEAST_TEMPERATURE = 1e-9
"""Below, all but the best path are impossible, and sums pass what a float holds."""
MOST_DRAWS = 1_000_000
"""Segmentations that can be drawn at once."""
LARGEST_AGENDA, KEPT_OF_AGENDA, MOST_SHRINKING = 10_000, 512, 10
"""Of so many hypotheses the best are kept: so many, or 10 for each path asked for; so often."""

_Chain: TypeAlias = "tuple[Edge, _Chain] | None"
"""A path that shares its tail with others: its first edge, and the rest."""


class _Hypothesis:
    """A path from ``position`` to the end: what it sums to, and what it promises as a whole.

    Only promises are compared. Where they are equal, the heap's own moves decide, and they are
    those of the C++ priority queue that SentencePiece uses.
    """

    __slots__ = ("behind", "complete", "edges", "position", "promise")

    def __init__(
        self,
        promise: float,
        position: int,
        behind: float,
        edges: _Chain,
        complete: bool = False,
    ) -> None:
        self.promise = promise
        self.position = position
        self.behind = behind
        self.edges = edges
        self.complete = complete

    def __lt__(self, other: "_Hypothesis") -> bool:
        return self.promise > other.promise


@dataclass(frozen=True, eq=False)
class Lattice:
    """A text and every edge over it, ordered by start, shorter first."""

    text: str
    edges: Sequence[Edge]
    precision: Precision = SINGLE

    @classmethod
    @checked
    def build(cls, text: str, table: PieceTable, precision: Precision = SINGLE) -> "Lattice":
        """All edges that ``table`` finds in ``text``."""
        edges: list[Edge] = []
        for start in range(len(text)):
            edges += table.edges_from(text, start)
        return cls(text, tuple(edges), precision)

    @cached_property
    def ending(self) -> tuple[tuple[Edge, ...], ...]:
        """For each position, the edges that end there, earlier start first."""
        ending: list[list[Edge]] = [[] for _ in range(len(self.text) + 1)]
        for edge in self.edges:
            ending[edge.end].append(edge)
        return tuple(tuple(edges) for edges in ending)

    # ---- the best paths ---------------------------------------------------------------------

    @cached_property
    def _best(self) -> BestPaths:
        return self.best_paths(LEAST[self.precision])

    @checked
    def best_paths(self, least: float) -> BestPaths:
        """The best path to each position; a total under ``least`` begins again at 0.

        Edges come in order of their start, so the total at a start is final when it is used.
        """
        totals = no_totals(len(self.text), self.precision)
        last: list[Edge | None] = [None] * len(totals)
        begun: dict[int, float] = {}
        at = -1
        for edge in self.edges:
            if edge.start > at:
                at = edge.start
                if UNREACHED < totals[at] < least:
                    begun[at] = totals[at]
                    rebase(totals, at, self._longest)
            if rises(totals, edge.end, totals[at] + edge.log_prob):
                last[edge.end] = edge
        return BestPaths(totals, last, begun)

    @cached_property
    def _longest(self) -> int:
        return max(edge.end - edge.start for edge in self.edges)

    @checked
    def viterbi_path(self) -> LatticePath:
        """The most probable segmentation."""
        return self._best.path()

    @checked
    def viterbi_steps(self) -> tuple[LatticeStep, ...]:
        """How the best path was found, position by position from left to right."""
        return tuple(
            LatticeStep(
                position,
                self.ending[position],
                tuple(map(self._best.through, self.ending[position])),
                best,
                self._best.total(position),
            )
            for position, best in enumerate(self._best.last)
            if best is not None
        )

    @checked
    def nbest(self, n: int) -> list[LatticePath]:
        """The ``n`` most probable segmentations, best first; fewer when there are no more.

        A* from the end of the text: a hypothesis is a path from some position to the end, and
        the Viterbi total of that position says exactly how good its best completion is. Of 10,000
        hypotheses only the best few are kept; where that happens too often, for the text is long,
        the best path is all there is. Totals never begin again at 0. So does SentencePiece.
        """
        check_whole("n, the number of segmentations", n, such_as=10)
        if n < 1:
            raise TokvizError(f"n is {n}, but at least one segmentation can be asked for: give 1.")
        if n == 1:
            return [self.viterbi_path()]
        best = self.best_paths(NEVER_REBASED)
        totals, rounded = best.totals, best.rounded
        agenda = [_Hypothesis(totals[-1], len(self.text), 0.0, None)]
        found: list[LatticePath] = []
        shrunk = 0  # how many times
        while agenda and len(found) < n:
            top = heapq.heappop(agenda)
            if top.complete:
                found.append(LatticePath(_unlink(top.edges), top.behind))
                continue
            if top.position == 0:  # nothing is ahead any more: wait for its turn by the true sum
                heapq.heappush(agenda, _Hypothesis(top.behind, 0, top.behind, top.edges, True))
            for edge in self.ending[top.position]:
                promise = rounded(rounded(totals[edge.start] + edge.log_prob) + top.behind)
                behind = rounded(edge.log_prob + top.behind)
                hypothesis = _Hypothesis(promise, edge.start, behind, (edge, top.edges))
                heapq.heappush(agenda, hypothesis)
            if len(agenda) >= LARGEST_AGENDA:
                if (shrunk := shrunk + 1) > MOST_SHRINKING:
                    return [best.path()]
                agenda = [heapq.heappop(agenda) for _ in range(min(KEPT_OF_AGENDA, 10 * n))]
        return found

    # ---- all paths --------------------------------------------------------------------------

    @checked
    def forward(self, alpha: float = 1.0) -> list[float]:
        """For each position, the log of the summed probability of all paths that lead to it.

        ``alpha`` sharpens (above 1) or flattens (below 1) the distribution: each edge counts
        ``alpha * log_prob``. It is the inverse of a temperature.
        """
        _check_alpha(alpha)
        sums = [0.0] * (len(self.text) + 1)
        for position in range(1, len(self.text) + 1):
            sums[position] = log_sum(
                [sums[edge.start] + alpha * edge.log_prob for edge in self.ending[position]]
            )
        return sums

    @checked
    def backward(self, alpha: float = 1.0) -> list[float]:
        """For each position, the log of the summed probability of all paths from it to the end."""
        _check_alpha(alpha)
        onward: list[list[float]] = [[] for _ in range(len(self.text) + 1)]
        sums = [0.0] * (len(self.text) + 1)
        for edge in reversed(self.edges):
            if onward[edge.end]:
                sums[edge.end] = log_sum(onward[edge.end])
                onward[edge.end] = []
            onward[edge.start].append(sums[edge.end] + alpha * edge.log_prob)
        if onward[0]:
            sums[0] = log_sum(onward[0])
        return sums

    @checked
    def log_partition(self, alpha: float = 1.0) -> float:
        """The log of the summed probability of all segmentations (Z)."""
        return self.forward(alpha)[-1]

    @checked
    def marginals(self, alpha: float = 1.0) -> list[float]:
        """For each edge, the share of all segmentations, weighed by probability, that use it.

        exp(forward[start] + log_prob + backward[end] - log Z)
        """
        forward, backward = self.forward(alpha), self.backward(alpha)
        return [
            math.exp(forward[e.start] + alpha * e.log_prob + backward[e.end] - forward[-1])
            for e in self.edges
        ]

    @checked
    def expected_counts(self) -> dict[int, float]:
        """How often each token id is used on average over all segmentations."""
        counts: dict[int, float] = {}
        for edge, share in zip(self.edges, self.marginals(), strict=True):
            counts[edge.token_id] = counts.get(edge.token_id, 0.0) + share
        return counts

    @checked
    def log_probability(self, path: LatticePath, alpha: float = 1.0) -> float:
        """The log of a segmentation's share among all: what ``sample`` draws it with."""
        log_partition = self.log_partition(alpha)
        return alpha * sum(edge.log_prob for edge in path.edges) - log_partition

    @checked
    def sample(self, rng: random.Random, *, alpha: float = 1.0, n: int = 1) -> list[LatticePath]:
        """Draw ``n`` segmentations with probability proportional to ``exp(alpha * log_prob)``.

        Forward sums, then backward draws: at each position, an arriving edge is chosen by its
        share of the sum there.
        """
        if not 1 <= n <= MOST_DRAWS:
            raise TokvizError(
                f"n is {written(n)}, but from 1 to {MOST_DRAWS:,} segmentations are drawn at once. "
                "Try 1."
            )
        forward = self.forward(alpha)
        shares = [
            [math.exp(forward[e.start] + alpha * e.log_prob - forward[e.end]) for e in edges]
            for edges in self.ending
        ]
        paths = []
        for _ in range(n):
            edges: list[Edge] = []
            position = len(self.text)
            while position:
                edges += rng.choices(self.ending[position], shares[position])
                position = edges[-1].start
            edges.reverse()
            paths.append(LatticePath(tuple(edges), math.fsum(e.log_prob for e in edges)))
        return paths


def _check_alpha(alpha: float) -> None:
    if not 0 <= alpha <= 1 / LEAST_TEMPERATURE:
        raise TokvizError(
            f"alpha is {alpha!r:.40}, but must be from 0, which makes all ways alike, to "
            f"{1 / LEAST_TEMPERATURE:g}. Try 1."
        )


def _unlink(chain: _Chain) -> tuple[Edge, ...]:
    """(first, (second, (third, None))) -> (first, second, third)"""
    flat = []
    while chain is not None:
        flat.append(chain[0])
        chain = chain[1]
    return tuple(flat)
