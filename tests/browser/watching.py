"""Watching a server at its work: how it answers, what it uses, which processes work for it."""

import json
import os
import select
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Thread
from types import TracebackType
from typing import Any, Self

from tests.browser.driving import ROOT, STOP_SECONDS

WORKER = b"tokviz.ui.training.worker"
AT_WORK = 0.2
"""Seconds of the server's processor before it answers, at most: somebody waits for its next word.
Nothing else on the machine is in them."""
READY = "ready\n"
SILENT = 20
"""Seconds without any answer that no busy machine explains."""
WORKS_ON = 0.6
"""Seconds of the processor that a worker may use once nobody waits for it. On a busy machine it may
take longer, and does no more."""
SERVES = 1.0
"""Seconds of the processor that its server may use meanwhile: the reader may open another page."""
RESTS = 0.3
"""Of each second, what a server uses that has nothing to do: it is asked how it is."""


class Health:
    """Asks the server again and again how it is, in a process of its own.

    In the test's own process the work of a test, as a file on its way to the browser, would keep it
    waiting, and what the server does meanwhile for others would be held against it. ``waits`` are
    the seconds of each answer, ``busy`` those of the processor that the server itself used
    meanwhile: on a machine where others are busy too, it may just not have had its turn. ``silent``
    tells that it once did not answer for so long that it cannot have been that.
    """

    def __init__(self, url: str, pid: int) -> None:
        self._command = [sys.executable, "-m", "tests.browser.watching", url, str(pid)]
        self.waits: list[float] = []
        self.busy: list[float] = []
        self.silent = False

    def __enter__(self) -> Self:
        self._asker = Popen(self._command, stdin=PIPE, stdout=PIPE, text=True, cwd=ROOT)
        assert self._asker.stdout is not None
        assert self._asker.stdout.readline() == READY
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        found, _nothing = self._asker.communicate()
        vars(self).update(json.loads(found))

    def __str__(self) -> str:
        worked, waited = max(self.busy), max(self.waits)
        return f"health: at most {worked:.2f} s of work, {waited:.3f} s of waiting for an answer"

    def check(self) -> None:
        """It answered each time before it had worked for long, however long the test takes."""
        print(self)
        assert not self.silent
        assert max(self.busy) < AT_WORK


def workers_of(pid: int) -> list[int]:
    """The worker processes of a server."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command, status = path.read_bytes(), (path.parent / "status").read_text()
        except OSError:
            continue
        if WORKER in command and f"PPid:\t{pid}\n" in status:
            found.append(int(path.parent.name))
    return found


def cpu_seconds(pids: list[int]) -> float:
    """What these processes have used of the processor."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


@contextmanager
def ends(pid: int, worker: int, whose: str) -> Iterator[None]:
    """The worker is gone, and its server rests, before either has worked on for long."""
    seen = [cpu_seconds([worker])]
    served = cpu_seconds([pid])
    watcher = Thread(target=until_gone, args=(pid, worker, seen))
    watcher.start()
    try:
        yield
    finally:
        watcher.join()
    worked_on = seen[-1] - seen[0]
    print(f"{whose}: the worker worked on for {worked_on:.2f} s")
    assert not alive(pid, worker), f"the worker {worker} of {pid} still runs"
    assert worked_on < WORKS_ON, f"the worker {worker} of {pid} worked on for nobody"
    until_rests(pid)
    worked_on = cpu_seconds([pid]) - served
    print(f"{whose}: the server worked on for {worked_on:.2f} s")
    assert worked_on < SERVES, f"the server {pid} worked on for nobody"


def until_gone(pid: int, worker: int, seen: list[float]) -> None:
    """Note what a worker has used of the processor, until it ends or has used far too much."""
    deadline = time.monotonic() + STOP_SECONDS
    while alive(pid, worker) and time.monotonic() < deadline and seen[-1] < seen[0] + 5 * WORKS_ON:
        with suppress(OSError):
            seen.append(cpu_seconds([worker]))
        time.sleep(0.02)


def alive(pid: int, worker: int) -> bool:
    return worker in workers_of(pid)


def until_rests(pid: int) -> None:
    """Wait for a server to use next to nothing of the processor for a second."""
    for _ in range(STOP_SECONDS):
        before, begun = cpu_seconds([pid]), time.monotonic()
        time.sleep(1)
        if cpu_seconds([pid]) - before < RESTS * (time.monotonic() - begun):
            return
    raise AssertionError(f"the server {pid} does not rest")


def at_work(pid: int) -> int:
    """The worker that uses the processor; others may wait for work."""
    for _ in range(10 * STOP_SECONDS):
        before = {worker: cpu_seconds([worker]) for worker in workers_of(pid)}
        time.sleep(0.5)
        there = [worker for worker in workers_of(pid) if worker in before]
        busy = [worker for worker in there if cpu_seconds([worker]) > before[worker] + 0.1]
        if len(busy) == 1:
            return busy[0]
    raise AssertionError(f"of the workers {workers_of(pid)} not one alone is at work")


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return 1_024 * int(status.split("VmRSS:")[1].split()[0])


def ask(url: str, pid: int) -> dict[str, Any]:
    """Ask until nobody wants to know any more: until the other end of our input is closed."""
    waits, busy, silent = [], [], False
    print(READY, end="", flush=True)
    while not select.select([sys.stdin], [], [], 0.02)[0]:
        asked, used = time.monotonic(), cpu_seconds([pid])
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=SILENT) as answer:
                answer.read()
        except OSError:
            silent = True
        waits.append(time.monotonic() - asked)
        busy.append(cpu_seconds([pid]) - used)
    return {"waits": waits, "busy": busy, "silent": silent}


if __name__ == "__main__":
    print(json.dumps(ask(sys.argv[1], int(sys.argv[2]))))
