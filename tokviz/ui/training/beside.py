"""Short trainings of a whole class: beside the server, in a worker that waits for work.

The pages of a server share one core, and a class of a hundred asks it for all of that. What a
reader changes is trained anew each time: a quarter of the work. Where short trainings come thick
and fast, a worker does them on another core. While none waits, or the one that does has too much
to do, they are done here, as where few come: it is the same work, and nobody waits for a process.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from tokviz.text.errors import TokvizError
from tokviz.ui.training.tasks import be_ready
from tokviz.ui.training.trained import Learned, learn
from tokviz.ui.training.workers import START_SECONDS, Task, Workers, workers

MANY, SECONDS = 8, 1.0
"""So many short trainings in so many seconds are done beside: more than one who types asks for, and
what a server does that has far too much to do."""
PATIENCE = 0.02
"""Seconds in which the worker is to be through with the others': five short texts or so."""
AT_MOST = 5.0
"""Seconds after which a worker that should take half a second at most is given up."""
CLOCK = time.monotonic


class Beside:
    """Who has short trainings done, and by whom."""

    def __init__(self, workers: Workers, cores: int, many: int = MANY) -> None:
        self._workers, self._cores = workers, cores
        self._asked: deque[float] = deque(maxlen=many)
        self._turn = threading.Lock()
        self._starts = threading.Lock()

    def learn(self, **arguments: Any) -> Learned:
        """What ``learn`` gives, or raises, for these arguments."""
        learned = self._beside(arguments) if self._are_many() else None
        return learned or learn(**arguments)

    def _are_many(self) -> bool:
        """Whether this is one of many, and there is a core that they could be done on."""
        self._asked.append(CLOCK())
        is_full = len(self._asked) == self._asked.maxlen
        return self._cores > 1 and is_full and self._asked[-1] - self._asked[0] < SECONDS

    def _beside(self, arguments: Mapping[str, Any]) -> Learned | None:
        """What a worker gives; None where none does, as where it refuses: that is said here."""
        task = Task(learn, arguments, AT_MOST, "Training", "")
        if not self._turn.acquire(timeout=PATIENCE):
            return None
        try:
            learned: Learned | None = self._workers.run_now(task)
            if learned is None:
                self._start_soon()
        except TokvizError:
            return None
        finally:
            self._turn.release()
        return learned

    def _start_soon(self) -> None:
        """Have a worker for those who come later, where none is on its way."""
        if not self._starts.acquire(blocking=False):
            return

        def start() -> None:
            ready = Task(be_ready, {}, START_SECONDS, "The start of a worker", "")
            try:
                with suppress(TokvizError):  # without one the trainings are done here
                    self._workers.run(ready, lambda _: None)
            finally:
                self._starts.release()

        threading.Thread(target=start, daemon=True).start()


@cache
def beside() -> Beside:
    """That of this server: in the line of work that takes a moment."""
    return Beside(workers(quick=True), os.cpu_count() or 1)
