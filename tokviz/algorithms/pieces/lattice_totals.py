"""What the best paths through a lattice sum to: as they are compared, and as they are told.

SentencePiece's totals begin again at 0 where they are low (best_path.py). Whoever is told of one
wants the log-probability from the beginning of the text, and the same winner as was found.
"""

from array import array
from bisect import bisect_right

from tokviz.algorithms.pieces.best_path import rebase
from tokviz.traces.lattice import Edge, LatticePath


class BestPaths:
    """For each position the total of the best path to it, and that path's last edge.

    ``totals`` are those that are compared; where one began again at 0, the next ones lack it.
    """

    def __init__(self, totals: "array[float]", last: list[Edge | None]) -> None:
        self.totals, self.last = totals, last
        self._begun: list[int] = []  # where a total began again at 0
        self._gone: list[float] = []  # what it was there

    def begin_again(self, at: int, longest: int) -> None:
        """Make the total here 0; no edge is longer than ``longest``."""
        self._begun.append(at)
        self._gone.append(self.totals[at])
        rebase(self.totals, at, longest)

    def total(self, position: int) -> float:
        """The log-probability of the best path from the beginning of the text to here."""
        gone = self._gone[: bisect_right(self._begun, position)]
        return self.rounded(self.totals[position] + sum(gone))

    def through(self, edge: Edge) -> float:
        """The log-probability of the best path that ends with this edge, as it was compared."""
        total = self.rounded(self.totals[edge.start] + edge.log_prob)
        if not self._begun:
            return total
        first = bisect_right(self._begun, edge.start)
        end = bisect_right(self._begun, edge.end, first)
        for gone in self._gone[first:end]:
            total = self.rounded(total - gone)
        return self.rounded(total + sum(self._gone[:end]))

    def path(self) -> LatticePath:
        """The best path to the end of the text."""
        edges = []
        position = len(self.totals) - 1
        while (edge := self.last[position]) is not None:
            edges.append(edge)
            position = edge.start
        return LatticePath(tuple(reversed(edges)), self.total(len(self.totals) - 1))

    def rounded(self, total: float) -> float:
        """As the totals are."""
        return array(self.totals.typecode, (total,))[0]
