"""How often something may be tried: in a window of time, from one address and from all."""

import time
from collections import Counter

CLOCK = time.monotonic
"""Of all that is counted and timed in a class; a test sets another."""


class Rate:
    """Counts what happens within windows of ``seconds``, and says when it is too much.

    Arguments:
        one: how often in a window from one source.
        every: how often from all sources together.
    """

    def __init__(self, one: int, every: int | None = None, seconds: float = 60) -> None:
        self._one, self._every, self._seconds = one, every, seconds
        self._window = 0
        self._counts: Counter[str] = Counter()

    def count(self, source: str) -> None:
        """It happened once more."""
        self._turn()
        self._counts[source] += 1

    def is_full(self, source: str) -> bool:
        """Whether this source may not try again before the next window."""
        self._turn()
        all_full = self._every is not None and self._counts.total() >= self._every
        return all_full or self._counts[source] >= self._one

    def _turn(self) -> None:
        window = int(CLOCK() / self._seconds)
        if window != self._window:
            self._window = window
            self._counts.clear()
