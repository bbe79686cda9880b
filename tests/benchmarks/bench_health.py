"""How long the server answers nobody while readers give it the worst texts there are.

Run: python -m tests.benchmarks.bench_health [--lessons byte_bpe wordpiece] [--megabytes 4]
     python -m tests.benchmarks.bench_health --readers 40 --lessons word_level --texts "one letter"

One reader opens each lesson over a WebSocket and gives it one text after another, and one in
Chromium brings Any tokenizer the largest model files that are taken; another process asks
meanwhile, every 10 ms, how the server is. Milliseconds: from the text to the end of its run, and
the longest and the 95th percentile of the health answers. A wait is told with the machine's load,
for what else runs on it is in them. Of many readers each gives the text at the same time, without
as many of its first characters as came before; no files then. One text: a server does not keep a
second of them all (KEPT in tokviz/ui/server/held.py).
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import shutil
import statistics
import sys
import time
import urllib.request
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.bench_player import FLAGS
from tests.benchmarks.reader import TEXT, Reader
from tests.browser.driving import ROOT, settle, start_server
from tests.browser.test_runaway_work import bring
from tests.files.largest_files import (
    BPE,
    LONG,
    SHORT,
    UNIGRAM,
    pipeline_file,
    sentencepiece_file,
)
from tokviz.lessons import LESSONS

EVERY = 0.01
LETTERS = "aeioubcdfghjklmnpqrstvwxyz"


def letters(size: int) -> str:
    return "".join(random.Random(5).choices(LETTERS, k=size))


def words(size: int) -> str:
    chance = random.Random(6)
    lengths = (chance.randint(1, 9) for _ in range(size // 6))
    return " ".join("".join(chance.choices(LETTERS, k=length)) for length in lengths)


def code_points(size: int) -> str:
    """As many different ones as there are, of three bytes each."""
    known = [chr(code) for code in range(0x3400, 0xD7A4)]
    return "".join(random.Random(7).choices(known, k=size // 3))


TEXTS: dict[str, Callable[[int], str]] = {
    "letters, no space": letters,
    "random words": words,
    "one letter": lambda size: "a" * size,
    "a word a line": lambda size: words(size).replace(" ", "\n"),
    "ideographs, no space": code_points,
    "combining marks": lambda size: "e\u0301\u0323 " * (size // 6),
    "spaces and lines": lambda size: " \n" * (size // 2),
}


def ask(url: str, pipe: Connection) -> None:
    """Ask how the server is; when asked, tell the milliseconds that each answer took since."""
    waits: list[float] = []
    while True:
        asked = time.perf_counter()
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=300) as answer:
            answer.read()
        waits.append(1_000 * (time.perf_counter() - asked))
        if pipe.poll(EVERY):
            if pipe.recv() is None:
                return
            pipe.send(waits)
            waits = []


class Giver(Reader):
    """A reader who gives one text after another."""

    @property
    def has_box(self) -> bool:
        """Whether the lesson that was opened has one for a text."""
        return TEXT in self._ids

    async def give(self, text: str) -> None:
        self._values[TEXT] = text[self.number :]
        await self._run(self._socket)


async def give_all(
    url: str, lesson: str, texts: dict[str, str], readers: int, pipe: Connection
) -> None:
    """Let readers give one text after another, each all at once."""
    givers = [Giver(url, number, lesson) for number in range(readers)]
    for giver in givers:
        await giver.open()
    if not givers[0].has_box:
        print(f"{lesson:<18} has no box for a text", flush=True)
        return
    for name, text in texts.items():
        pipe.send("from here")
        pipe.recv()
        begun = time.perf_counter()
        await asyncio.gather(*(giver.give(text) for giver in givers))
        took = 1_000 * (time.perf_counter() - begun)
        await asyncio.sleep(0.5)
        report(lesson, name, took, pipe)
    for giver in givers:
        await giver.leave()


def report(lesson: str, name: str, took: float, pipe: Connection) -> None:
    """A row: how the server answered since the pipe was last asked."""
    pipe.send("until here")
    waits = sorted(pipe.recv())
    print(
        f"{lesson:<18} {name:<22} {took:>7.0f} {waits[-1]:>8.0f} "
        f"{waits[int(0.95 * len(waits))]:>6.0f} {statistics.median(waits):>6.0f}"
        f" {os.getloadavg()[0]:>6.1f}",
        flush=True,
    )


BROUGHT: dict[str, Callable[[], tuple[str, bytes]]] = {
    "long pieces": lambda: sentencepiece_file(LONG, UNIGRAM),
    "short pieces": lambda: sentencepiece_file(SHORT, UNIGRAM),
    "short pieces, BPE": lambda: sentencepiece_file(SHORT, BPE, seed=1),
    "tokenizer.json, long": lambda: pipeline_file(LONG, "Unigram"),
    "tokenizer.json, short": lambda: pipeline_file(SHORT, "WordPiece"),
}
"""The largest files of some kinds."""


def bring_all(url: str, pipe: Connection) -> None:
    """Drop one file after another; until the page shows what is in it."""
    with sync_playwright() as playwright:
        executable = shutil.which("chromium") or shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        page = browser.new_page()
        page.goto(f"{url}/any_tokenizer?whose=file")
        settle(page)
        page.get_by_role("button", name="Tokenizer").click()
        for name, make in BROUGHT.items():
            file = make()
            pipe.send("from here")
            pipe.recv()
            begun = time.perf_counter()
            bring(page, *file)
            report("any_tokenizer", name, 1_000 * (time.perf_counter() - begun), pipe)
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lessons", nargs="*", default=[lesson.key for lesson in LESSONS])
    parser.add_argument("--texts", nargs="+", default=list(TEXTS))
    parser.add_argument("--megabytes", type=float, default=3.9)
    parser.add_argument("--readers", type=int, default=1, help="who give each text at once")
    asked = parser.parse_args()
    given = {name: TEXTS[name](int(asked.megabytes * 1e6)) for name in asked.texts}
    server, url = start_server(ROOT / "app.py")
    pipe, theirs = multiprocessing.Pipe()
    asker = multiprocessing.Process(target=ask, args=(url, theirs))
    asker.start()
    try:
        print("lesson             text                     run/ms  longest    95%    50%   load")
        for lesson in asked.lessons:
            asyncio.run(give_all(url, lesson, given, asked.readers, pipe))
        if asked.readers == 1:
            bring_all(url, pipe)
    finally:
        pipe.send(None)
        asker.join()
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
