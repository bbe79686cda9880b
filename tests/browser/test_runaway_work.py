"""Hostile work holds up nobody: the server answers, the page says one sentence, nothing stays."""

import os
import random
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from subprocess import Popen
from types import TracebackType

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
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

WORKER = b"tokviz.ui.training.worker"
HOSTILE = {
    r"(?:(?:a{300}){300}){300}": "may grow to 20,000 items",
    r"(a|aa)+$|(a|aa)+c": "may take up to 2 seconds",
}
"""Patterns, of which one grows and one runs away, and what the page says of them."""


@dataclass
class Health:
    """Asks the server again and again how it is.

    ``waits`` are the seconds of each answer, ``busy`` those of the processor that the server itself
    used meanwhile: on a machine where others are busy too, it may just not have had its turn.
    """

    url: str
    pid: int
    waits: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
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
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=120) as answer:
                answer.read()
            self.waits.append(time.monotonic() - asked)
            self.busy.append(cpu_seconds([self.pid]) - used)

    def __str__(self) -> str:
        worked, waited = max(self.busy), max(self.waits)
        return f"health: at most {worked:.2f} s of work, {waited:.3f} s of waiting for an answer"

    @property
    def held_up(self) -> float:
        """What it worked at most before it answered, as a share of the whole time."""
        return max(self.busy) / sum(self.waits, 0.02 * len(self.waits))


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
    print(health)
    assert health.held_up < 0.12
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
    print(health)
    assert health.held_up < 0.12
    page.get_by_role("button", name="Stop training").click()
    expect(page.get_by_text("Training was stopped")).to_be_visible()
    expect_end(process.pid, busy, "who stops it")
    begin_a_long_training(url, page)
    busy = at_work(process.pid)
    page.close()
    expect_end(process.pid, busy, "who closes the page")


@pytest.mark.whole
def test_a_long_training_ends_with_a_reader_who_leaves_its_page(
    server: tuple[Popen[bytes], str], page: Page
) -> None:
    """As with one who closes it."""
    process, url = server
    begin_a_long_training(url, page)
    busy = at_work(process.pid)
    page.goto(f"{url}/whitespace")
    settle(page)
    expect_end(process.pid, busy, "who leaves it")


def expect_end(pid: int, worker: int, whose: str) -> None:
    """The worker is gone, and its server rests."""
    until_gone(pid, worker)
    time.sleep(1)
    before, begun = cpu_seconds([pid]), time.monotonic()
    time.sleep(2)
    used = (cpu_seconds([pid]) - before) / (time.monotonic() - begun)
    assert used < 0.3, f"after the training of {whose}"


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


def until_gone(pid: int, worker: int) -> None:
    for _ in range(10 * STOP_SECONDS):
        if worker not in workers_of(pid):
            return
        time.sleep(0.1)
    raise AssertionError(f"the worker {worker} of {pid} still runs")


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
