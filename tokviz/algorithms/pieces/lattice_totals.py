"""What paths through a lattice sum to: the best as they are compared and told, or many together.

SentencePiece's totals begin again at 0 where they are low (best_path.py). Whoever is told of one
wants the log-probability from the beginning of the text, and the same winner as was found.
"""

import math
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tokviz.traces.lattice import Edge, LatticePath


@dataclass(frozen=True, eq=False)
class BestPaths:
    """For each position the total of the best path to it, and that path's last edge.

    ``begun`` has the positions at which totals began again at 0, and what each was there.
    """

    totals: "array[float]"
    last: Sequence[Edge | None]
    begun: Mapping[int, float]

    def path(self) -> LatticePath:
        """The best path to the end of the text."""
        edges = []
        position = len(self.last) - 1
        while (edge := self.last[position]) is not None:
            edges.append(edge)
            position = edge.start
        return LatticePath(tuple(reversed(edges)), self.total(len(self.last) - 1))

    def total(self, position: int) -> float:
        """The log-probability of the best path from the beginning of the text to here."""
        gone = self._gone[: bisect_right(self._places, position)]
        return self.rounded(self.totals[position] + sum(gone))

    def through(self, edge: Edge) -> float:
        """The log-probability of the best path that ends with this edge, as it was compared."""
        total = self.rounded(self.totals[edge.start] + edge.log_prob)
        if not self.begun:
            return total
        first = bisect_right(self._places, edge.start)
        end = bisect_right(self._places, edge.end, first)
        for gone in self._gone[first:end]:
            total = self.rounded(total - gone)
        return self.rounded(total + sum(self._gone[:end]))

    @cached_property
    def _places(self) -> list[int]:
        return [*self.begun]

    @cached_property
    def _gone(self) -> list[float]:
        return [*self.begun.values()]

    def rounded(self, total: float) -> float:
        """As the totals are."""
        return array(self.totals.typecode, (total,))[0]


def log_sum(log_values: Sequence[float]) -> float:
    """log(sum(exp(v))) without overflow: the largest value is taken out first."""
    largest = max(log_values)
    return largest + math.log(sum(math.exp(value - largest) for value in log_values))
