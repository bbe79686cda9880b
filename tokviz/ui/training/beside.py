"""Short trainings of a whole class: beside the server, in a worker that waits for work.

The pages of a server share one core, and a class of a hundred asks it for all of that. What a
reader changes is trained anew each time: a quarter of the work. Where short trainings come thick
and fast, a worker does them on another core. While none waits for work, or the one that does is at
a longer one, they are done here, as where few come: it is the same work.
"""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Mapping
from functools import cache
from typing import Any

from tokviz.checks.errors import TokvizError
from tokviz.ui.server.place_in_line import elsewhere
from tokviz.ui.training.trained import Learned, learn
from tokviz.ui.training.workers import Task, Workers, workers

MANY, SECONDS = 8, 1.0
"""So many short trainings in so many seconds are done beside: more than one who types asks for, and
what a server does that has far too much to do."""
PATIENCE = 0.02
"""Seconds that the worker may be at one training, while others wait for it: some short texts."""
AT_MOST = 5.0
"""Seconds after which a worker that should take half a second at most is given up."""
RESTS = 30.0
"""Seconds after a worker could not be started until it is tried again."""
CLOCK = time.monotonic


class Beside:
    """Who has short trainings done, and by whom."""

    def __init__(self, workers: Workers, cores: int, many: int = MANY) -> None:
        self._workers, self._cores = workers, cores
        self._asked: deque[float] = deque(maxlen=many)
        self._turn = threading.Lock()
        self._taken = 0.0  # when somebody had the last turn
        self._starting = threading.Lock()
        self._rests_until = 0.0

    def learn(self, **arguments: Any) -> Learned:
        """What ``learn`` gives, or raises, for these arguments."""
        learned = None
        if self._are_many():
            with elsewhere():
                learned = self._beside(arguments)
        return learned or learn(**arguments)

    def _are_many(self) -> bool:
        """Whether this is one of many, and there is a core that they could be done on."""
        self._asked.append(CLOCK())
        is_full = len(self._asked) == self._asked.maxlen
        return self._cores > 1 and is_full and self._asked[-1] - self._asked[0] < SECONDS

    def _beside(self, arguments: Mapping[str, Any]) -> Learned | None:
        """What a worker gives; None where none does, as where it refuses: that is said here."""
        if not self._turn.acquire(timeout=max(0.0, self._taken + PATIENCE - CLOCK())):
            return None
        self._taken = CLOCK()
        try:
            task = Task(learn, arguments, AT_MOST, "Training", "")
            learned: Learned | None = self._workers.run_now(task)
        except TokvizError:
            return None
        except RuntimeError:  # of a worker alone, or it comes again here
            logging.getLogger("tokviz").exception("A short training failed in its worker.")
            return None
        finally:
            self._turn.release()
        if learned is None:
            self._start_soon()
        return learned

    def _start_soon(self) -> None:
        """Have a worker for those who come later, where none is on its way."""
        if CLOCK() < self._rests_until or not self._starting.acquire(blocking=False):
            return
        try:
            threading.Thread(target=self._start, daemon=True).start()
        except RuntimeError:  # a thread more than the system grants
            self._starting.release()

    def _start(self) -> None:
        try:
            self._workers.get_ready()
        except (TokvizError, RuntimeError):  # without one the trainings are done here
            self._rests_until = CLOCK() + RESTS
        finally:
            self._starting.release()


def _cores() -> int:
    """Those that this process may use, where the system tells; a container's share it does not."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def beside() -> Beside:
    """That of this server, by the workers of what takes seconds and waits for none."""
    return Beside(workers(quick=True), _cores())
