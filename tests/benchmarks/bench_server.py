"""What a reader costs the server: CPU of a stop on a step, and of an edit beyond its training.

Run: python tests/benchmarks/bench_server.py [another checkout of tokviz]

A server of its own, one Chromium; a second server for another checkout, whose edits alternate with
ours, so that both meet the same machine. The CPU time of the server's process is read from /proc
before and after: 40 steps with a stop after each; then twenty edits of a setting, each of which
trains and draws a page anew. What it uses while nothing happens is taken off, and so is what the
training itself takes, measured in this process.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.browser.driving import ROOT, settle, start_server
from tokviz import ByteBPE
from tokviz.samples import sample

STEPS, EDITS = 40, 20
Server = tuple[subprocess.Popen[bytes], str]
FLAGS = ["--no-sandbox", "--disable-gpu"]


def cpu(pid: int) -> float:
    """Milliseconds of CPU that a process has used, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return 1_000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Visit:
    """A reader on the page of a server."""

    page: Page
    pid: int
    resting: float = 0.0
    """The share of a core that the server uses while nothing happens."""

    def cost(self, act: Callable[[], None]) -> float:
        """Milliseconds of CPU that the server used meanwhile, beyond resting."""
        start, begun = cpu(self.pid), time.monotonic()
        act()
        return cpu(self.pid) - start - self.resting * 1_000 * (time.monotonic() - begun)

    def rest(self) -> None:
        self.page.wait_for_timeout(2_000)
        self.resting = self.cost(lambda: self.page.wait_for_timeout(20_000)) / 20_000

    def steps(self) -> None:
        for _ in range(STEPS):
            self.page.get_by_test_id("tokviz-next").first.click()
            self.page.wait_for_timeout(500)

    def edit(self, merges: int) -> None:
        """Another number of merges, so that all is made anew."""
        box = self.page.get_by_role("spinbutton", name="Merges to learn")
        box.fill(str(merges))
        box.press("Enter")
        self.page.wait_for_url(f"**merges={merges}**")
        settle(self.page)
        self.page.wait_for_timeout(500)


def training() -> float:
    """Milliseconds that the same trainings take, on average."""
    text = sample("rhyme").text
    start = time.process_time()
    for merges in range(60, 60 + EDITS):
        ByteBPE.train(text, num_merges=merges)
    return 1_000 * (time.process_time() - start) / EDITS


def visit(browser: Browser, server: Server) -> Visit:
    process, url = server
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{url}/byte_bpe?sample=rhyme&merges=50")
    settle(page)
    found = Visit(page, process.pid)
    found.rest()
    return found


def measure(visits: dict[str, Visit]) -> None:
    """Print what a stop and an edit cost each server."""
    for name, reader in visits.items():
        print(f"{name}: a stop: {reader.cost(reader.steps) / STEPS:.2f} ms of CPU")
        reader.page.get_by_role("button", name="Text and settings").first.click()
    edits: dict[str, list[float]] = {name: [] for name in visits}
    for merges in range(60, 60 + EDITS):
        for name, reader in visits.items():
            edits[name].append(reader.cost(partial(reader.edit, merges)))
    trained = training()
    for name, costs in edits.items():
        edit = statistics.mean(costs)
        print(
            f"{name}: an edit: {edit:.1f} ms of CPU, its training {trained:.1f}, "
            f"the rest {edit - trained:.1f}"
        )


def main() -> None:
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs="*", type=Path)
    roots = [path.resolve() for path in parser.parse_args().checkouts] + [ROOT]
    servers = {str(root): start_server(root / "app.py", root=root) for root in roots}
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
            measure({name: visit(browser, server) for name, server in servers.items()})
            browser.close()
    finally:
        for process, _ in servers.values():
            process.terminate()
            process.wait(10)


if __name__ == "__main__":
    main()
