"""The other side of workers.py: a process that does one task after another, and nothing else.

It reads tasks from its standard input and answers on its standard output (messages.py). It ends
with the server; after a task that needed much memory, so that this is given back; and when a task
uses more time of the processors than its deadline allows, should nobody be there to stop it.

Not here: Streamlit, which would take longer to import than most tasks take.
"""

import math
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

from tokviz.checks.errors import TokvizError
from tokviz.ui.training.messages import Message, pickled, receive

try:
    import resource
except ImportError:  # Windows has no such limits: there the deadline alone holds
    resource = None  # type: ignore[assignment]

MEMORY = 2_000_000_000
"""Bytes of address space: twice what the largest text and vocabulary on offer need."""
LASTING = 400_000_000
"""A worker that ever held so many bytes ends after its task."""
PROGRESS_SECONDS = 0.1


def main() -> None:
    """Do tasks until the input ends."""
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no answer
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    _limit_memory()
    _send(answers, ("free", True))
    while (message := receive(tasks)) is not None:
        function, arguments, progress, seconds = message[1]
        _limit_processor(seconds)
        if progress:
            arguments = {**arguments, "on_merge": _steps(answers)}
        answers.write(_answer(function, arguments))
        lasts = _peak() < LASTING
        _send(answers, ("free", lasts))
        if not lasts:
            break


def _send(answers: BinaryIO, message: Message) -> None:
    answers.write(pickled(message))
    answers.flush()


def _answer(function: Callable[..., Any], arguments: dict[str, Any]) -> bytes:
    answer: Message
    try:
        return pickled(("done", function(**arguments)))
    except TokvizError as error:
        answer = "refused", error
    except MemoryError:
        answer = "memory", None
    except Exception:
        answer = "failed", traceback.format_exc()
    return pickled(answer)


def _steps(answers: BinaryIO) -> Callable[[int], None]:
    last = time.monotonic()

    def on_merge(rank: int) -> None:
        nonlocal last
        if time.monotonic() - last > PROGRESS_SECONDS:
            last = time.monotonic()
            _send(answers, ("step", rank))

    return on_merge


# ---- limits of this process ------------------------------------------------------------------


def _end_with(server: int) -> None:
    """End as soon as the server is gone, in the middle of a task too."""
    while os.getppid() == server:
        time.sleep(0.5)
    os._exit(1)


def _limit_memory() -> None:
    if resource is not None:
        _limit(resource.RLIMIT_AS, MEMORY)
        _limit(resource.RLIMIT_CORE, 0)


def _limit_processor(seconds: float) -> None:
    """The system ends this process when a task uses all cores for longer than this."""
    if resource is not None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        on_all_cores = seconds * (os.cpu_count() or 1)  # a library may use them
        allowed = math.ceil(used.ru_utime + used.ru_stime + on_all_cores) + 1
        _limit(resource.RLIMIT_CPU, allowed)


def _limit(kind: int, wanted: int) -> None:
    """Let the system hold this process to so much, or to less where it does already.

    macOS takes no limit of memory. What cannot be set here is left to the server's deadline.
    """
    _, most = resource.getrlimit(kind)
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    with suppress(ValueError, OSError):
        resource.setrlimit(kind, (allowed, most))


def _peak() -> int:
    """The most bytes of memory that this process ever held.

    Linux lets ``ru_maxrss`` of a new process begin at what the process that started it held: a
    server of half a gigabyte would seem to be in every worker. Its ``VmHWM`` begins at nothing.
    """
    if resource is None:
        return 0
    with suppress(FileNotFoundError), open("/proc/self/status", encoding="ascii") as status:
        return next(1_024 * int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1_024 * peak


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # the server is gone, and with it who would read the answer
        os._exit(1)
