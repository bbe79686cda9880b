"""The line of runs (in_line.py), and who leaves it while work is done elsewhere: no Streamlit."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, local

MOMENT = 0.1
"""Seconds that a run has to itself, from its beginning: some times what a short one takes."""


class Place:
    """Whether its run has begun, and whether it holds up nobody any more."""

    def __init__(self) -> None:
        self.begun, self.over = Event(), Event()


class Line:
    """Runs wait for the one before them.

    Of those that take long, some go on at the same time. Each is slower for it, and so has a moment
    for each of them: or the more there are, the more would come.
    """

    def __init__(self) -> None:
        self._changing = Lock()
        self._last, self._going = Place(), 0
        self._last.begun.set()
        self._last.over.set()

    def stand(self) -> None:
        """Wait until it is the turn of this thread's run."""
        mine = Place()
        with self._changing:
            before, self._last = self._last, mine
        before.begun.wait()
        before.over.wait(MOMENT * self._going)
        self._count(1)
        _here.line, _here.place = self, mine
        mine.begun.set()

    def leave(self) -> None:
        """This thread's run holds up nobody any longer."""
        if not _here.place.over.is_set():
            _here.place.over.set()
            self._count(-1)

    def _count(self, more: int) -> None:
        with self._changing:
            self._going += more


_here = local()


@contextmanager
def elsewhere() -> Iterator[None]:
    """As long as this lasts, this thread's run, if it has one, waits for work elsewhere.

    It holds up nobody meanwhile, and then comes in its turn again: many at once that go on with
    what they waited for would hold up who reads and answers for all of them. A run that fails in
    this goes on at once, and so does one that has come in its turn within it.
    """
    line = getattr(_here, "line", None)
    if line is not None:
        line.leave()
    yield
    if line is not None and _here.place.over.is_set():
        line.stand()
