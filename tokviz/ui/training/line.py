"""Who is served next, where at most so many are served at once."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

LOOK_SECONDS = 0.1
"""How often who waits looks whether they are next, and can give up."""

InLine = Callable[[int], None]
"""Called while all are at work, with how many are before; what it raises gives the place up."""


@dataclass(eq=False)
class _Place:
    """A place in the line, and the address from which it was asked for."""

    address: str


class Line:
    """Those who wait for one of so many servers.

    All who ask are served in the order of coming, but each address by turns: who asks for much at
    once waits for others, and they not for all of it.
    """

    def __init__(self, servers: int) -> None:
        self._free = threading.Semaphore(servers)
        self._places: list[_Place] = []
        self._served: Counter[str] = Counter()
        self._changing = threading.Lock()

    @contextmanager
    def served(self, address: str, in_line: InLine) -> Iterator[None]:
        """Wait for one's turn, and have it as long as this lasts."""
        self._stand(_Place(address), in_line)
        try:
            yield
        finally:
            self._count(address, -1)
            self._free.release()

    @contextmanager
    def served_now(self) -> Iterator[bool]:
        """Whether one is free and nobody waits; it is one's own as long as this lasts."""
        is_free = not self._places and self._free.acquire(blocking=False)
        try:
            yield is_free
        finally:
            if is_free:
                self._free.release()

    def _stand(self, place: _Place, in_line: InLine) -> None:
        with self._changing:
            self._places.append(place)
        try:
            while (before := self._before(place)) or not self._free.acquire(timeout=LOOK_SECONDS):
                in_line(before)
                if before:
                    time.sleep(LOOK_SECONDS)
            self._count(place.address, 1)
        finally:
            with self._changing:
                self._places.remove(place)

    def _before(self, place: _Place) -> int:
        """How many are served before: each address by turns, and of equals who came first."""
        with self._changing:
            served, turns = Counter(self._served), {}
            for came, each in enumerate(self._places):
                turns[each] = (served[each.address], came)
                served[each.address] += 1
        return sum(turn < turns[place] for turn in turns.values())

    def _count(self, address: str, more: int) -> None:
        with self._changing:
            self._served[address] += more
            self._served += Counter()  # drops those of whom nothing is done
