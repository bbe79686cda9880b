"""The pairs in a queue: the highest count first, those of one count in turn.

Counts only ever fall once a pair is in the queue. So pairs wait in buckets by the count they once
had, and only the highest bucket is open, as a heap: a pair that has lost places since moves down to
the bucket of its true count.
"""

import heapq
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

Turn: TypeAlias = Callable[[int], Any]
"""What decides between pairs of one count, lowest first."""


class CountQueue:
    """Pairs by their numbers.

    Arguments:
        counts: how often each stands in the text now; the caller changes it.

    Each call says whose ``turn`` comes first; it is asked about pairs of the highest count. The
    queue does not keep it: with a method of its owner's, the two would hold each other, and all
    that a training needed would stay until Python's collector comes by.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        self._counts = counts
        self._open: list[tuple[Any, int]] = []
        self._open_count = 0
        self.buckets: dict[int, list[int]] = {}
        """All others; a pair of such a count may be added by hand."""
        self._bucket_counts: list[int] = []  # a heap, negated

    def put(self, number: int, count: int, turn: Turn) -> None:
        """Add a pair; one that stands nowhere is left out."""
        if not count:
            return
        if count == self._open_count:
            heapq.heappush(self._open, (turn(number), number))
        elif count in self.buckets:
            self.buckets[count].append(number)
        else:
            self.buckets[count] = [number]
            heapq.heappush(self._bucket_counts, -count)

    def first(self, turn: Turn) -> int | None:
        """The pair whose turn it is; it stays. None where no pair is left."""
        counts = self._counts
        while True:
            while self._open:
                number = self._open[0][1]
                if counts[number] == self._open_count:
                    return number
                heapq.heappop(self._open)
                self.put(number, counts[number], turn)
            if not self._bucket_counts:
                return None
            self._open_bucket(turn)

    def drop_first(self) -> None:
        """Take the pair out for good whose turn it is."""
        heapq.heappop(self._open)

    def _open_bucket(self, turn: Turn) -> None:
        """Put the pairs of the highest count in turn."""
        counts = self._counts
        highest = self._open_count = -heapq.heappop(self._bucket_counts)
        level = []
        for number in self.buckets.pop(highest):
            if counts[number] == highest:
                level.append((turn(number), number))
            else:
                self.put(number, counts[number], turn)
        heapq.heapify(level)
        self._open = level
