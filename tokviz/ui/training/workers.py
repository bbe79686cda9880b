"""Work that can run away, done apart: in processes with a memory limit and a deadline each.

A page asks for a task and waits. While it waits it calls back often enough that Streamlit can end
the run: when the reader stops, leaves or closes the tab, the callback raises, and the process is
killed. Whatever happens in a process, the page has one sentence to say, and no other page notices.

Each process is a fresh interpreter that imports the engine alone, never a copy of this one: a
server with many threads cannot be forked safely, and Streamlit's ``__main__`` is a page, which
``multiprocessing`` would run again. It is kept for the next task.
"""

import atexit
import os
import queue
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from io import BufferedReader, FileIO
from typing import Any, cast

from tokviz.checks.deadlines import Deadline
from tokviz.checks.errors import TokvizError
from tokviz.ui.server.place_in_line import elsewhere
from tokviz.ui.training.line import InLine, Line
from tokviz.ui.training.messages import Message, pickled, receive
from tokviz.ui.training.tasks import be_ready
from tokviz.ui.training.worker import MEMORY

LISTEN_SECONDS = 0.1
"""How often a waiting page looks whether its reader is still there."""
START_SECONDS = 60.0
"""How long a process may take to begin: half a second where nothing else runs."""
IDLE_WORKERS = 2
"""Processes that wait for the next task, 50 MB each."""
LITTLE = 4_096  # bytes that every system's pipe takes when nothing is in it

Waiting = Callable[[int | None], None]
"""Called with the newest step of the task, if it tells steps; what it raises ends the task."""


@dataclass(frozen=True)
class Task:
    """A function to call apart, with what to say should it not come to an end.

    ``function`` is one that a module has by name, ``arguments`` and result can be pickled. With
    ``progress`` it also gets ``on_merge``, to call with the number of each step. ``what`` begins a
    sentence, as "Training"; ``remedy`` is one.
    """

    function: Callable[..., Any]
    arguments: Mapping[str, Any]
    seconds: float
    what: str
    remedy: str
    progress: bool = False

    def too_long(self) -> TokvizError:
        return TokvizError(
            f"{self.what} may take up to {self.seconds:g} seconds here, but this took longer and "
            f"was ended. {self.remedy}"
        )

    def too_large(self) -> TokvizError:
        return TokvizError(
            f"{self.what} may use up to {MEMORY / 1e9:g} GB of memory here, but this needs more. "
            f"{self.remedy}"
        )

    def not_begun(self, why: str) -> TokvizError:
        return TokvizError(
            f"{self.what} is done in a process of its own here, but this server could not start "
            f"one: {why}. Try again in a moment."
        )

    def crashed(self) -> TokvizError:
        return TokvizError(
            f"{self.what} must come to an end, but its process broke off, as it does where memory "
            f"runs out. {self.remedy}"
        )


class Worker:
    """One process and the thread that hears it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tokviz.ui.training.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **_ONE_THREAD},
            bufsize=0,
            start_new_session=True,  # Ctrl+C is the server's
        )
        self._tasks = cast(FileIO, self._process.stdin)
        self._messages: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._ready = False
        try:
            self._start(self._listen)
        except RuntimeError:  # a thread more than the system grants
            self.end()
            cast(FileIO, self._process.stdout).close()
            raise

    def do(self, task: Task, waiting: Waiting) -> Message:
        """What the process answers. Whoever stops waiting, or gets no answer, ends the process."""
        work = (task.function, dict(task.arguments), task.progress, task.seconds)
        content = pickled(("task", work))
        if not self._ready:
            late = task.not_begun(f"it was not ready after {START_SECONDS:g} seconds")
            self._hear(START_SECONDS, waiting, late, task.not_begun("it broke off"))
            self._ready = True
        try:
            self._tell(content)
        except RuntimeError as why:  # a thread more than the system grants
            raise task.not_begun(str(why)) from why
        return self._hear(task.seconds, waiting, task.too_long(), task.crashed())

    def _hear(
        self, seconds: float, waiting: Waiting, late: TokvizError, gone: TokvizError
    ) -> Message:
        """The next message that is no step.

        Raises ``late`` where none has come after so many seconds, ``gone`` where none can come.
        """
        deadline = Deadline(seconds)
        message: Message | None = ("step", None)
        while message is not None and message[0] == "step":
            is_late = deadline.passed
            if not is_late:
                waiting(message[1])
            try:
                message = self._messages.get(timeout=0 if is_late else LISTEN_SECONDS)
            except queue.Empty:
                if is_late:
                    raise late from None
        if message is None:
            raise gone
        return message

    def hear_whether_free(self) -> bool:
        """Wait for what follows each answer at once: whether it takes another task, or is gone."""
        return self._messages.get() == ("free", True)

    @property
    def gone(self) -> bool:
        """Whether the process has ended, as one that waits for a task should not."""
        return self._process.poll() is not None

    def end(self) -> None:
        """Kill the process, whatever it does."""
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join()
        self._tasks.close()

    def _tell(self, content: bytes) -> None:
        """An empty pipe takes a little at once. For more it needs a reader, who may be stuck."""

        def write() -> None:
            rest = memoryview(content)
            with suppress(OSError):  # it is gone, which the listener tells
                while rest:
                    rest = rest[self._tasks.write(rest) :]

        write() if len(content) <= LITTLE else self._start(write)

    def _listen(self) -> None:
        with BufferedReader(cast(FileIO, self._process.stdout)) as answers:
            message: Message | None = ("step", None)
            while message is not None:
                try:
                    message = receive(answers)
                except Exception:
                    message = ("failed", traceback.format_exc())
                self._messages.put(message)

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        self._threads = [*filter(threading.Thread.is_alive, self._threads), thread]


_ONE_THREAD = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "TOKENIZERS_PARALLELISM": "false",
}


def _result(task: Task, message: Message) -> Any:
    kind, content = message
    if kind == "refused":
        raise content
    if kind == "memory":
        raise task.too_large()
    if kind == "failed":
        raise RuntimeError(f"a task failed in its own process:\n{content}")
    return content


_START = Task(be_ready, {}, START_SECONDS, "The start of a worker", "Start the server again.")


def _stay(_: int | None) -> None:
    """Nobody leaves."""


class Workers:
    """At most so many processes at once; who comes later waits for one (line.py)."""

    def __init__(self, most: int) -> None:
        self._line = Line(most)
        self._idle: list[Worker] = []
        atexit.register(self.close)

    def run(
        self, task: Task, waiting: Waiting, in_line: InLine | None = None, address: str = ""
    ) -> Any:
        """The task's result, for a reader at this address.

        Raises what ``waiting`` and ``in_line`` raise, having ended the task, and TokvizError where
        it takes too long, needs too much memory or breaks off, where no process can be started, or
        where its function refuses.
        """
        with elsewhere(), self._line.served(address, in_line or (lambda _: waiting(None))):
            answer = self._ask(self._take(task), task, waiting)
        return _result(task, answer)

    def run_now(self, task: Task) -> Any:
        """The result of a task that takes a moment, by a process that waits for work.

        None where none does, or others stand in line. Raises TokvizError as ``run`` does.
        """
        with self._line.served_now() as is_free:
            worker = self._idle_one() if is_free else None
            if worker is None:
                return None
            answer = self._ask(worker, task, _stay)
        return _result(task, answer)

    def get_ready(self) -> None:
        """Have a process wait for work, if none does and there is room for one.

        Raises TokvizError where none can be started.
        """
        with self._line.served_now() as is_free:
            if is_free and not self._idle:
                self._ask(self._take(_START), _START, _stay)

    def _ask(self, worker: Worker, task: Task, waiting: Waiting) -> Message:
        try:
            answer = worker.do(task, waiting)
            lasts = worker.hear_whether_free()
        except BaseException:
            worker.end()
            raise
        self._give_back(worker) if lasts else worker.end()
        return answer

    def close(self) -> None:
        """End the processes that wait."""
        while (worker := self._idle_one()) is not None:
            worker.end()

    def _take(self, task: Task) -> Worker:
        while (worker := self._idle_one()) is not None:
            if not worker.gone:
                return worker
            worker.end()
        try:
            return Worker()
        except OSError as why:
            raise task.not_begun(why.strerror or str(why)) from why
        except RuntimeError as why:  # a thread more than the system grants
            raise task.not_begun(str(why)) from why

    def _idle_one(self) -> Worker | None:
        """One that waits; between a look and a pop another page might take the last one."""
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _give_back(self, worker: Worker) -> None:
        self._idle.append(worker)
        while len(self._idle) > IDLE_WORKERS:
            self._idle.pop(0).end()


@cache
def workers(*, quick: bool = False) -> Workers:
    """Those of this server: for trainings, and for work that takes seconds and waits for none."""
    return Workers(most=2 if quick else max(os.cpu_count() or 1, 2))
