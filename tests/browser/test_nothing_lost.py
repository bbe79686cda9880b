"""What a reader has stays theirs: through clicks without number, and a server that was killed."""

import errno
import random
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection

from tests.browser.classes import bar, expect_step, join, lead
from tests.browser.driving import (
    IDLE,
    ROOT,
    close_popover,
    open_settings,
    settle,
    start_server,
    stop_server,
)
from tests.browser.mortal import Mortal
from tests.browser.test_forged_values import page_of
from tests.matrix import few
from tokviz.checks.limits import TEXT_BYTES

CLICKS, APART = 40, (20, 60)
CLICK_ALL_PAGES = """async (clicks) => {
  let last = '';
  for (const [place, apart] of clicks) {
    const links = document.querySelectorAll('[data-testid=stSidebar] [data-testid=stPageLink] a');
    const link = links[Math.floor(place * links.length)];
    link?.click();
    last = link?.getAttribute('href') ?? last;
    await new Promise(resolve => setTimeout(resolve, apart));
  }
  return last;
}"""
PASTE = """(box, text) => {
  box.style.display = 'none';
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, text);
  box.dispatchEvent(new InputEvent('input', {bubbles: true}));
}"""
NO_WRITING = '''"""A disk on which this process can write nothing."""

import os
import sys

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
CODE = int(os.environ["NO_WRITING"])


def refuse(event: str, values: tuple[object, ...]) -> None:
    writes = event == "open" and isinstance(values[2], int) and values[2] & WRITES
    changes = writes or event in ("os.mkdir", "os.rename", "os.remove")
    if not changes or isinstance(values[0], int) or "/dev/" in str(values[0]):
        return  # a pipe, or in memory
    if event != "os.remove" or values[1] == -1:  # else of a folder that it could make
        raise OSError(CODE, os.strerror(CODE), str(values[0]))


sys.addaudithook(refuse)
'''
OWN_TEXT = "pease porridge hot, pease porridge cold, pease porridge in the pot"


@pytest.mark.parametrize("lesson", few(["byte_bpe", "compare"], first=["byte_bpe"]))
def test_pages_clicked_through_in_a_storm_end_on_the_last(
    lesson: str, page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/{lesson}")
    settle(page)
    chance = random.Random(lesson)
    storm(page, [(chance.random(), chance.uniform(*APART)) for _ in range(CLICKS)])


def storm(page: Page, clicks: list[tuple[float, float]]) -> None:
    """Click links of the menu, each so many milliseconds after the last."""
    last = page.evaluate(CLICK_ALL_PAGES, clicks)
    goal = urlsplit(last).path.strip("/")
    settle(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_url(lambda url: urlsplit(url).path.strip("/") == goal)


def test_no_answer_names_a_part_that_the_browser_may_have_forgotten(app_url: str) -> None:
    """It forgets what it keeps while its question is on the way."""
    with page_of(app_url, "byte_bpe") as socket:
        ask = BackMsg()
        ask.rerun_script.page_name = "byte_bpe"
        kept = [message.hash for message in answers(socket, ask)]
        ask.rerun_script.cached_message_hashes.extend(filter(None, kept))
        assert not [message.ref_hash for message in answers(socket, ask) if message.ref_hash]


def answers(socket: ClientConnection, ask: BackMsg) -> list[ForwardMsg]:
    """All that a run sends."""
    socket.send(ask.SerializeToString())
    messages: list[ForwardMsg] = []
    while not messages or not messages[-1].HasField("script_finished"):
        frame = socket.recv(timeout=60)
        assert isinstance(frame, bytes)
        messages.append(ForwardMsg.FromString(frame))
    return messages


@pytest.mark.stage_alone
def test_a_killed_server_comes_back_with_all_that_its_readers_have(
    unwatched: Callable[[], Page], mortal: Mortal
) -> None:
    """Text, settings, step and class; the longest text; and an edit that it hears of first."""
    kept, follower, editor, longest = (unwatched() for _ in range(4))
    open_with_text(kept, mortal.url)
    step = go_to_the_last_but_one(kept)
    join(follower, mortal.url, lead(kept))
    expect_step(follower, step)
    open_with_text(editor, mortal.url)
    open_with_the_longest(longest, mortal.url)
    mortal.kill()
    for page in (kept, follower, editor, longest):
        page.wait_for_selector("[data-testid=stApp]:not([data-test-connection-state=CONNECTED])")
    expect(bar(follower)).to_contain_text("Connecting")
    mortal.start()
    expect_first_edit(editor)
    expect_text_settings_and_step(kept, step)
    expect(bar(kept)).to_contain_text("1 follower", timeout=90_000)
    kept.keyboard.press("ArrowRight")
    expect_step(follower, step + 1)
    expect_the_longest(longest)


@pytest.mark.stage_alone
def test_a_killed_server_comes_back_on_a_page_that_is_made_differently(
    unwatched: Callable[[], Page], mortal: Mortal
) -> None:
    page = unwatched()
    open_with_text(page, mortal.url, "unigram?vocab=45")
    step = go_to_the_last_but_one(page)
    told = page.get_by_test_id("tokviz-caption").first.inner_text()
    mortal.kill()
    page.wait_for_selector("[data-testid=stApp]:not([data-test-connection-state=CONNECTED])")
    mortal.start()
    page.wait_for_selector(IDLE, timeout=60_000)
    settle(page)
    expect_step(page, step)
    expect(page.get_by_test_id("tokviz-caption").first).to_have_text(told, use_inner_text=True)
    open_settings(page)
    expect(page.get_by_role("textbox", name="Your own text")).to_have_value(OWN_TEXT)
    expect(page.get_by_role("spinbutton", name="Vocabulary size")).to_have_value("45")


def open_with_text(page: Page, url: str, link: str = "byte_bpe?merges=12") -> None:
    """A lesson whose text and settings are the reader's own, in the box that is open."""
    page.goto(f"{url}/{link}")
    settle(page)
    open_settings(page)
    page.get_by_role("textbox", name="Your own text").fill(OWN_TEXT)
    page.keyboard.press("Control+Enter")
    settle(page)


def go_to_the_last_but_one(page: Page) -> int:
    """Go there from the settings; the step's number."""
    close_popover(page)
    page.get_by_test_id("tokviz-last").first.click()
    page.get_by_test_id("tokviz-prev").first.click()
    step = page.get_by_test_id("tokviz-player").first.get_attribute("data-step")
    assert step
    assert step != "0"
    return int(step)


def expect_text_settings_and_step(page: Page, step: int) -> None:
    page.wait_for_selector(IDLE, timeout=60_000)
    settle(page)
    expect_step(page, step)
    expect(page.get_by_test_id("tokviz-token").first).to_contain_text("p")
    open_settings(page)
    expect(page.get_by_role("textbox", name="Your own text")).to_have_value(OWN_TEXT)
    expect(page.get_by_role("spinbutton", name="Merges to learn")).to_have_value("12")
    close_popover(page)


def expect_first_edit(page: Page) -> None:
    """It is the first run of a session that knows neither the page nor its text."""
    page.wait_for_selector(IDLE, timeout=60_000)
    page.get_by_role("spinbutton", name="Merges to learn").fill("7")
    page.keyboard.press("Enter")
    page.wait_for_url("**merges=7**")
    settle(page)
    expect(page.get_by_role("textbox", name="Your own text")).to_have_value(OWN_TEXT)
    expect(page.get_by_role("spinbutton", name="Merges to learn")).to_have_value("7")
    expect(page.get_by_test_id("tokviz-token").first).to_contain_text("p")


def open_with_the_longest(page: Page, url: str) -> None:
    """In a box that is not drawn: four megabytes of lines take a browser many seconds."""
    page.goto(f"{url}/byte_bpe?merges=3")
    settle(page)
    open_settings(page)
    line = f"{OWN_TEXT}\n"
    text = (line * (TEXT_BYTES // len(line) + 1))[:TEXT_BYTES]
    box = page.get_by_test_id("stPopoverBody").locator("textarea[aria-label='Your own text']")
    box.evaluate(PASTE, text)
    box.dispatch_event("keydown", {"key": "Enter", "ctrlKey": True})
    expect_all_tokens(page)
    settle(page)


def expect_the_longest(page: Page) -> None:
    """The new server knows no box, and lets go of no text that a page says."""
    page.wait_for_selector(IDLE, timeout=60_000)
    settle(page)
    expect_all_tokens(page)


def expect_all_tokens(page: Page) -> None:
    """The replay counts each byte of the text."""
    told = page.get_by_test_id("tokviz-caption").first
    expect(told).to_contain_text(f"{TEXT_BYTES:,} tokens")


@pytest.mark.parametrize(
    "code", few([errno.EROFS, errno.ENOSPC], first=[errno.EROFS]), ids=["read-only", "full"]
)
def test_a_fresh_server_needs_no_disk_to_write_on(
    code: int, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    """From the first visit, a deep link, to a text from a file, a step in it, and its files."""
    (tmp_path / "sitecustomize.py").write_text(NO_WRITING, encoding="utf-8")
    file = tmp_path / "own.txt"
    file.write_text(OWN_TEXT, encoding="utf-8")
    environment = {"PYTHONPATH": str(tmp_path), "NO_WRITING": str(code)}
    process, url = start_server(ROOT / "app.py", environment=environment)
    try:
        page = new_page()
        page.goto(f"{url}/regex_bpe?sample=tiny&merges=3&step=2")
        settle(page)
        expect_step(page, 2)
        for fault in ("stException", "stAlertContentError"):
            expect(page.get_by_test_id(fault)).to_have_count(0)
        open_settings(page)
        page.locator("input[type=file]").first.set_input_files(file)
        settle(page)
        expect(page.get_by_test_id("tokviz-token").first).to_contain_text("p")
        close_popover(page)
        page.get_by_test_id("tokviz-next").first.click()
        expect_step(page, 1)
        page.mouse.wheel(0, 5_000)  # what stands below the stage waits for who looks at it
        page.get_by_role("tab", name="Save").click()
        expect(page.get_by_role("button", name="Save the tokenizer (.json)")).to_be_visible()
        page.close()  # before its server goes: then it would say that it lost it
    finally:
        stop_server(process)
