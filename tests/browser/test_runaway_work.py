"""Hostile work holds up nobody: the server answers, the page says one sentence, nothing stays."""

import random
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from subprocess import Popen
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
from tests.browser.watching import Health, at_work, cpu_seconds, ends, resident, workers_of
from tests.files.largest_files import LONG, UNIGRAM, sentencepiece_file
from tokviz.ui.shell.values import pack_text
from tokviz.ui.training.tasks import count_words_of_bert

pytestmark = pytest.mark.stage_alone

HOSTILE = {
    r"(?:(?:a{300}){300}){300}": "may grow to 20,000 items",
    r"(a|aa)+$|(a|aa)+c": "may take up to 2 seconds",
}
"""Patterns, of which one grows and one runs away, and what the page says of them."""


@pytest.fixture(scope="module")
def server(browser: Browser) -> Iterator[tuple[Popen[bytes], str]]:  # noqa: ARG001 - skips
    """One for all these tests, which leave no work on it; the last one kills it."""
    process, url = start_server(ROOT / "app.py")
    yield process, url
    stop_server(process)


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


def begin_a_long_training(url: str, page: Page, key: str = "byte_bpe") -> None:
    page.goto(f"{url}/{key}?merges=20000&vocab=20000&min_count=1")
    settle(page)
    open_settings(page)
    bring_text(page, long_word())
    expect(page.get_by_role("button", name="Stop training")).to_be_visible()


def bring_text(page: Page, content: bytes) -> None:
    file: Any = {"name": "long.txt", "mimeType": "text/plain", "buffer": content}
    page.locator("input[type=file]").set_input_files(file)


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
    with ends(process.pid, busy, "who stops it"):  # a click would wait for frames, while it works
        page.get_by_role("button", name="Stop training").dispatch_event("click")
    expect(page.get_by_text("Training was stopped")).to_be_visible()
    begin_a_long_training(url, page)
    with ends(process.pid, at_work(process.pid), "who closes the page"):
        page.close()


def test_the_words_of_a_long_text_are_counted_apart_and_for_nobody_whose_page_is_closed(
    server: tuple[Popen[bytes], str], page: Page
) -> None:
    """Each ideograph is a word of WordPiece's; the server does less than to count them once."""
    process, url = server
    page.goto(f"{url}/wordpiece")
    settle(page)
    open_settings(page)
    text = "".join(map(chr, random.Random(3).choices(range(0x4E00, 0x9FFF), k=1_300_000)))
    begun = time.process_time()
    count_words_of_bert(text, lowercase=False, strip_accents=None)
    once, before = time.process_time() - begun, cpu_seconds([process.pid])
    bring_text(page, text.encode())
    busy = at_work(process.pid)
    assert cpu_seconds([process.pid]) - before < once
    with ends(process.pid, busy, "who closes the page"):
        page.close()


@pytest.mark.parametrize("key", ["byte_bpe", "char_bpe", "unigram"])
def test_a_long_word_holds_up_nobody_and_is_left_with_the_page(
    key: str, server: tuple[Popen[bytes], str], page: Page
) -> None:
    """Each of these learns from it in another way. Who leaves a page for another stays a reader."""
    process, url = server
    page.goto(f"{url}/whitespace")
    settle(page)
    with Health(url, process.pid) as health:
        begin_a_long_training(url, page, key)
        busy = at_work(process.pid)
    health.check()
    with ends(process.pid, busy, "who leaves it"):
        page.goto(f"{url}/whitespace", wait_until="commit")
    settle(page)


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
