"""The pairs in a queue: the highest count first, those of one count in turn.

Counts only ever fall once a pair has its number. So pairs wait in buckets by the count they once
had, and only the highest bucket is open, as a heap: a pair that has lost places since moves down to
the bucket of its true count. New pairs are put in buckets when the next one is opened: until then
only those of the open count matter.
"""

import heapq
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

Turn: TypeAlias = Callable[[int], Any]
"""What decides between pairs of one count, lowest first."""


class CountQueue:
    """Pairs by their numbers.

    Arguments:
        counts: how often each stands in the text now; the caller changes it, and puts new pairs at
            its end.

    Each call says whose ``turn`` comes first; it is asked about pairs of the highest count. The
    queue does not keep it: with a method of its owner's, the two would hold each other, and all
    that a training needed would stay until Python's collector comes by.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        self._counts = counts
        self._num_taken = 0
        self._open: list[tuple[Any, int]] = []
        self.open_count = 0
        """A new pair of this count is to be taken in at once."""
        self._buckets: dict[int, list[int]] = {}
        self._bucket_counts: list[int] = []  # a heap, negated

    def take_in(self, turn: Turn) -> None:
        """Put the pairs that are new in their buckets."""
        start, self._num_taken = self._num_taken, len(self._counts)
        buckets = self._buckets
        for number, count in enumerate(self._counts[start:], start):
            if count in buckets:  # so often the case that it saves most calls
                buckets[count].append(number)
            else:
                self._put(number, count, turn)

    def first(self, turn: Turn) -> int | None:
        """The pair whose turn it is; it stays. None where no pair is left."""
        counts = self._counts
        while True:
            while self._open:
                number = self._open[0][1]
                if (count := counts[number]) == self.open_count:
                    return number
                heapq.heappop(self._open)
                if count:
                    self._put(number, count, turn)
            self.take_in(turn)
            if not self._bucket_counts:
                return None
            self._open_bucket(turn)

    def drop_first(self) -> None:
        """Take the pair out for good whose turn it is."""
        heapq.heappop(self._open)

    def _put(self, number: int, count: int, turn: Turn) -> None:
        """Put a pair in its bucket; one that stands nowhere is left out."""
        if not count:
            return
        if count == self.open_count:
            heapq.heappush(self._open, (turn(number), number))
        elif count in self._buckets:
            self._buckets[count].append(number)
        else:
            self._buckets[count] = [number]
            heapq.heappush(self._bucket_counts, -count)

    def _open_bucket(self, turn: Turn) -> None:
        """Put the pairs of the highest count in turn."""
        counts = self._counts
        highest = self.open_count = -heapq.heappop(self._bucket_counts)
        level = []
        for number in self._buckets.pop(highest):
            if counts[number] == highest:
                level.append((turn(number), number))
            else:
                self._put(number, counts[number], turn)
        heapq.heapify(level)
        self._open = level
