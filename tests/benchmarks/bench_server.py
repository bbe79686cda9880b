"""What a reader costs the server: CPU of a stop on a step, and of an edit beyond its training.

Run: python tests/benchmarks/bench_server.py

A server of its own, one Chromium. The CPU time of the server's process is read from /proc before
and after: 40 steps with a stop after each; then ten edits of a setting, each of which trains and
draws a page anew. What the training itself takes is measured here, in this process, and taken off.
"""

import os
import shutil
import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.browser.driving import ROOT, settle, start_server
from tokviz import ByteBPE
from tokviz.samples import sample

STEPS, EDITS = 40, 10
FLAGS = ["--no-sandbox", "--disable-gpu"]


def cpu(pid: int) -> float:
    """Milliseconds of CPU that a process has used, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return 1_000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def of_stops(page: Page, pid: int) -> float:
    """The CPU of one stop, less what the server uses while nothing happens."""
    page.wait_for_timeout(2_000)
    start = cpu(pid)
    page.wait_for_timeout(STEPS * 500)
    idle = cpu(pid) - start
    start = cpu(pid)
    for _ in range(STEPS):
        page.get_by_test_id("tokviz-next").first.click()
        page.wait_for_timeout(500)
    return (cpu(pid) - start - idle) / STEPS


def of_edits(page: Page, pid: int) -> list[float]:
    """The CPU of each edit: another number of merges, so that everything is made anew."""
    page.get_by_role("button", name="Text and settings").first.click()
    box = page.get_by_role("spinbutton", name="Merges to learn")
    costs = []
    for merges in range(60, 60 + EDITS):
        start = cpu(pid)
        box.fill(str(merges))
        box.press("Enter")
        page.wait_for_url(f"**merges={merges}**")
        settle(page)
        page.wait_for_timeout(500)
        costs.append(cpu(pid) - start)
    return costs


def training() -> float:
    """Milliseconds that the same trainings take, on average."""
    text = sample("rhyme").text
    start = time.process_time()
    for merges in range(60, 60 + EDITS):
        ByteBPE.train(text, num_merges=merges)
    return 1_000 * (time.process_time() - start) / EDITS


def main() -> None:
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    process, url = start_server(ROOT / "app.py")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.goto(f"{url}/byte_bpe?sample=rhyme&merges=50")
            settle(page)
            print(f"a stop: {of_stops(page, process.pid):.2f} ms of CPU")
            edit = statistics.median(of_edits(page, process.pid))
            trained = training()
            print(
                f"an edit: {edit:.0f} ms of CPU, its training {trained:.1f}, "
                f"the rest {edit - trained:.0f}"
            )
            browser.close()
    finally:
        process.terminate()
        process.wait(10)


if __name__ == "__main__":
    main()
