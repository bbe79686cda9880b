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
    """Runs wait for the one before them, if it is short."""

    def __init__(self) -> None:
        self._changing = Lock()
        self._last = Place()
        self._last.begun.set()
        self._last.over.set()

    def stand(self) -> Place:
        """Wait for one's turn."""
        mine = Place()
        with self._changing:
            before, self._last = self._last, mine
        before.begun.wait()
        before.over.wait(MOMENT)
        mine.begun.set()
        return mine


_back = Line()
"""Of runs whose work elsewhere is done. They do not stand behind those that come: these may wait
for one of them, as for a result that Streamlit makes once for all."""
_here = local()


def begin(line: Line) -> None:
    """This thread's run begins, in its turn."""
    _here.place = line.stand()


def end() -> None:
    """This thread's run holds up nobody any longer."""
    _here.place.over.set()


@contextmanager
def elsewhere() -> Iterator[None]:
    """As long as this lasts, this thread's run, if it has one, waits for work elsewhere.

    It holds up nobody meanwhile, and then goes on in its turn: many at once that go on with what
    they waited for would hold up who reads and answers for all of them. A run that fails in this
    goes on at once, and so does one that has come in its turn within it.
    """
    is_run = hasattr(_here, "place")
    if is_run:
        end()
    yield
    if is_run and _here.place.over.is_set():
        begin(_back)
