"""Hostile work holds up nobody: the server answers, the page says one sentence, nothing stays."""

import os
import random
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from subprocess import Popen
from types import TracebackType
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import (
    ROOT,
    STOP_SECONDS,
    open_settings,
    settle,
    start_server,
    stop_server,
)
from tests.files.largest_files import LONG, UNIGRAM, sentencepiece_file
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

WORKER = b"tokviz.ui.training.worker"
HOSTILE = {
    r"(?:(?:a{300}){300}){300}": "may grow to 20,000 items",
    r"(a|aa)+$|(a|aa)+c": "may take up to 2 seconds",
}
"""Patterns, of which one grows and one runs away, and what the page says of them."""


AT_WORK = 0.2
"""Seconds of the server's processor before it answers, at most: somebody waits for its next word.
Nothing else on the machine is in them."""
SILENT = 20
"""Seconds without any answer that no busy machine explains."""
ENDS_WITHIN = 2.0
"""Seconds of the processor that a worker may use that nobody waits for any more."""


@dataclass
class Health:
    """Asks the server again and again how it is.

    ``waits`` are the seconds of each answer, ``busy`` those of the processor that the server itself
    used meanwhile: on a machine where others are busy too, it may just not have had its turn.
    ``silent`` tells that it once did not answer for so long that it cannot have been that.
    """

    url: str
    pid: int
    waits: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    silent: bool = False
    _over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> "Health":
        self._thread = threading.Thread(target=self._ask)
        self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._over.set()
        self._thread.join()

    def _ask(self) -> None:
        while not self._over.wait(0.02):
            asked, used = time.monotonic(), cpu_seconds([self.pid])
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=SILENT) as answer:
                    answer.read()
            except OSError:
                self.silent = True
            self.waits.append(time.monotonic() - asked)
            self.busy.append(cpu_seconds([self.pid]) - used)

    def __str__(self) -> str:
        worked, waited = max(self.busy), max(self.waits)
        return f"health: at most {worked:.2f} s of work, {waited:.3f} s of waiting for an answer"

    def check(self) -> None:
        """It answered each time before it had worked for long, however long the test takes."""
        print(self)
        assert not self.silent
        assert max(self.busy) < AT_WORK


@pytest.fixture(scope="module")
def server(browser: Browser) -> Iterator[tuple[Popen[bytes], str]]:  # noqa: ARG001 - skips
    """One for all these tests, which leave no work on it; the last one kills it."""
    process, url = start_server(ROOT / "app.py")
    yield process, url
    stop_server(process)


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


def test_hostile_patterns_hold_up_nobody(server: tuple[Popen[bytes], str], page: Page) -> None:
    process, url = server
    page.goto(f"{url}/byte_bpe")
    settle(page)
    text = pack_text("a" * 60 + "b") or ""
    with Health(url, process.pid) as health:
        page.goto(f"{url}/regex_bpe?text={text}&pattern=own")
        settle(page)
        open_settings(page)
        box = page.get_by_role("textbox", name="A regular expression")
        for pattern, says in HOSTILE.items():
            box.fill(pattern)
            box.press("Enter")
            expect(page.get_by_text(says).first, pattern).to_be_visible()
            settle(page)
    health.check()
    assert process.poll() is None
    assert page.get_by_test_id("tokviz-player").first.is_visible()


@cache
def long_word(size: int = 3_000_000) -> bytes:
    """Letters drawn at random, without a space."""
    return bytes(random.Random(5).choices(b"aeioubcdfghjklmnpqrstvwxyz", k=size))


def begin_a_long_training(url: str, page: Page) -> None:
    page.goto(f"{url}/byte_bpe?merges=20000&min_count=1")
    settle(page)
    open_settings(page)
    page.locator("input[type=file]").set_input_files(
        {"name": "long.txt", "mimeType": "text/plain", "buffer": long_word()}
    )
    expect(page.get_by_role("button", name="Stop training")).to_be_visible()


def test_a_long_training_holds_up_nobody_and_ends_with_its_reader(
    server: tuple[Popen[bytes], str], new_page: Callable[..., Page]
) -> None:
    """Who stops it, and who closes the page."""
    process, url = server
    page, other = new_page(), new_page()
    for warm in ("byte_bpe", "char_bpe"):
        other.goto(f"{url}/{warm}")
        settle(other)
    with Health(url, process.pid) as health:
        begin_a_long_training(url, page)
        busy = at_work(process.pid)
        other.goto(f"{url}/char_bpe")
        settle(other)
        expect(page.get_by_role("button", name="Stop training")).to_be_visible()
        assert busy in workers_of(process.pid)
    health.check()
    with ends(process.pid, busy, "who stops it"):
        page.get_by_role("button", name="Stop training").click()
        expect(page.get_by_text("Training was stopped")).to_be_visible()
    begin_a_long_training(url, page)
    with ends(process.pid, at_work(process.pid), "who closes the page"):
        page.close()


@pytest.mark.whole
def test_a_long_training_ends_with_a_reader_who_leaves_its_page(
    server: tuple[Popen[bytes], str], page: Page
) -> None:
    """As with one who closes it."""
    process, url = server
    begin_a_long_training(url, page)
    with ends(process.pid, at_work(process.pid), "who leaves it"):
        page.goto(f"{url}/whitespace")
        settle(page)


@contextmanager
def ends(pid: int, worker: int, whose: str) -> Iterator[None]:
    """The worker is gone before it has worked on for long, and its server rests."""
    used = cpu_seconds([worker])
    yield
    until_gone(pid, worker, used + ENDS_WITHIN)
    time.sleep(1)
    before, begun = cpu_seconds([pid]), time.monotonic()
    time.sleep(2)
    rests = (cpu_seconds([pid]) - before) / (time.monotonic() - begun)
    assert rests < 0.3, f"after the training of {whose}"


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


def until_gone(pid: int, worker: int, most: float) -> None:
    """Wait for a worker to end before it has used more than ``most`` seconds of the processor."""
    for _ in range(10 * STOP_SECONDS):
        try:
            used = cpu_seconds([worker])
        except OSError:
            return
        if worker not in workers_of(pid):
            return
        assert used < most, f"the worker {worker} of {pid} works on for nobody"
        time.sleep(0.1)
    raise AssertionError(f"the worker {worker} of {pid} still runs")


LARGE, MEGABYTES = 4, 100
"""Brought models, each of two megabytes of long pieces, and what the server may grow by."""


def test_large_brought_models_hold_up_nobody_and_take_no_more_than_their_files(
    server: tuple[Popen[bytes], str], page: Page
) -> None:
    process, url = server
    page.goto(f"{url}/any_tokenizer?whose=file")
    settle(page)
    page.get_by_role("button", name="Tokenizer").click()
    files = [sentencepiece_file(LONG, UNIGRAM, seed) for seed in range(LARGE + 1)]
    bring(page, *files[0])  # what the page needs for any file is there afterwards
    before = resident(process.pid)
    with Health(url, process.pid) as health:
        for file in files[1:]:
            bring(page, *file)
    health.check()
    assert resident(process.pid) - before < 1_000_000 * MEGABYTES


def bring(page: Page, name: str, content: bytes) -> None:
    """Drop a file, and wait until the page shows what is in it."""
    chosen: Any = {"name": name, "mimeType": "", "buffer": content}
    box = page.get_by_test_id("stPopoverBody").filter(has_text="Whose tokenizer?")
    box.locator("input[type=file]").set_input_files(chosen)
    shown = page.get_by_text(f"{name}, ").first
    expect(shown).to_be_visible(timeout=1_000 * STOP_SECONDS)
    settle(page)


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return 1_024 * int(status.split("VmRSS:")[1].split()[0])


def test_workers_end_with_a_server_that_is_killed(
    server: tuple[Popen[bytes], str], new_page: Callable[..., Page]
) -> None:
    process, url = server
    page = new_page()
    begin_a_long_training(url, page)
    workers = workers_of(process.pid)
    assert workers
    page.close()
    process.kill()
    process.wait(10)
    for _ in range(10 * STOP_SECONDS):
        if not any(Path(f"/proc/{worker}").exists() for worker in workers):
            return
        time.sleep(0.1)
    raise AssertionError(f"of {workers} some outlived their server")
