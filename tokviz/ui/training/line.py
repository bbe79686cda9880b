"""Who is served next, where at most so many are served at once."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

LOOK_SECONDS = 0.1
"""How often who waits looks whether they are next, and can give up."""

InLine = Callable[[int], None]
"""Called while all are at work, with how many are before; what it raises gives the place up."""


@dataclass(eq=False)
class _Place:
    """A place in the line, the address from which it was asked for, and when its turn comes."""

    address: str
    turn: threading.Event = field(default_factory=threading.Event)


class Line:
    """Those who wait for one of so many servers.

    All who ask are served in the order of coming, but each address by turns: who asks for much at
    once waits for others, and they not for all of it. Who leaves says who is next.
    """

    def __init__(self, servers: int) -> None:
        self._free = servers
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
            self._leave(address)

    @contextmanager
    def served_now(self) -> Iterator[bool]:
        """Whether one is free and nobody waits; it is one's own as long as this lasts."""
        with self._changing:
            is_free = self._free > 0 and not self._places
            self._free -= is_free
        try:
            yield is_free
        finally:
            if is_free:
                self._leave()

    def _stand(self, place: _Place, in_line: InLine) -> None:
        with self._changing:
            self._places.append(place)
            self._serve_next()
        try:
            while not place.turn.wait(LOOK_SECONDS):
                in_line(self._before(place))
        except BaseException:
            self._give_up(place)
            raise

    def _give_up(self, place: _Place) -> None:
        with self._changing:
            waits = place in self._places
            if waits:
                self._places.remove(place)
        if not waits:  # its turn came meanwhile
            self._leave(place.address)

    def _leave(self, address: str | None = None) -> None:
        """A server is free, for the next; who leaves had a turn, if they stood in the line."""
        with self._changing:
            self._free += 1
            self._serve_next()
            if address is not None:
                self._served[address] -= 1
                self._served = +self._served  # without those of whom nothing is done

    def _serve_next(self) -> None:
        """Give each free server to who is next, while none other changes the line."""
        while self._free and self._places:
            place = min(self._turns().items(), key=lambda turn: turn[1])[0]
            self._places.remove(place)
            self._served[place.address] += 1
            self._free -= 1
            place.turn.set()

    def _before(self, place: _Place) -> int:
        """How many are served before."""
        with self._changing:
            turns = self._turns()
        return sum(turn < turns[place] for turn in turns.values()) if place in turns else 0

    def _turns(self) -> dict[_Place, tuple[int, int]]:
        """The lowest is next: each address by turns, and of equals who came first."""
        served, turns = Counter(self._served), {}
        for came, each in enumerate(self._places):
            turns[each] = (served[each.address], came)
            served[each.address] += 1
        return turns
