"""Driving the app as a reader would: a server of its own, a watched page, waiting for a run."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.browser.asking import until_runs_begin
from tests.matrix import few

ROOT = Path(__file__).parents[2]
ANSWERED = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")
START_SECONDS = 180
"""How long a server may take to begin: on a machine with much else to do, more than a minute."""
STOP_SECONDS = START_SECONDS
UNTIL_SECONDS = 20
HOSTILE = (
    "<img src=x onerror=\"document.title='hacked'\"> </script><script>document.title='hacked'"
    "</script> **bold** [link](https://example.org) ![i](https://example.org/i.png) $x$ "
    "\u202eright to left\u202c שלום 👩‍👩‍👧‍👦 a\x00b \ufeff end"
)


def watch(page: Page, faults: list[str]) -> None:
    """Note what goes wrong on a page.

    Chromium says on the console which answer was an error. To be told of every answer, a hundred
    for a page that opens, would cost a twentieth of what opening it does.
    """

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            url = message.location.get("url", "")
            status = ANSWERED.match(message.text)
            faults.append(f"{status[1]} {url}" if status else f"console: {message.text}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
    page.on(
        "requestfailed",
        lambda request: (
            None
            if request.failure == "net::ERR_ABORTED"
            else faults.append(f"request failed: {request.url} {request.failure}")
        ),
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(
    script: Path,
    *options: str,
    port: int | None = None,
    environment: dict[str, str] | None = None,
    root: Path = ROOT,
    base: str = "",
    output: str = os.devnull,
) -> tuple[subprocess.Popen[bytes], str]:
    """Run a Streamlit script on a port of this machine and wait until it answers.

    Without a port, a free one. ``options`` are Streamlit's, ``environment`` is added to ours,
    ``root`` is the checkout that it runs in, ``base`` the path below which it answers ("/lessons"),
    ``output`` the file that takes what it prints.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += [f"--server.port={port}", "--server.headless=true", *options]
    command += [f"--server.baseUrlPath={base}"] if base else []
    around = {**os.environ, "TIKTOKEN_CACHE_DIR": "", **(environment or {})}
    with Path(output).open("w", encoding="utf-8") as printed:
        process = subprocess.Popen(command, cwd=root, stdout=printed, env=around)
    url = f"http://127.0.0.1:{port}{base}"
    until_it_answers(process, url)
    return process, url


def until_it_answers(process: subprocess.Popen[bytes], url: str) -> None:
    """Wait for a server that was just started; end it where it does not come."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    process.kill()
    process.wait(10)
    raise RuntimeError(f"{process.args!r} did not answer on {url} within {START_SECONDS} seconds")


def stop_server(process: subprocess.Popen[bytes]) -> None:
    """End a server, which first ends what it is at: just started, it gets ready for all pages."""
    process.terminate()
    process.wait(STOP_SECONDS)


def opened_at(
    width: int,
    height: int,
    keys: Sequence[str],
    *,
    first: Sequence[str] | None = None,
    dark: bool = False,
    alone: bool = False,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test that looks at the fixture ``opened`` for each page.

    Opening a page is most of what such a test costs. Tests of a module that stand one after the
    other with the same options share what they open, where the same page has the same place in
    ``keys``. ``first`` are those of a run without ``--whole`` (``tests.matrix.few``); none: all.
    ``dark`` and ``alone`` are those of ``Lending.lend``; of the marks only a module's counts.
    """
    pages = {key: ((key, width, height, dark, alone),) for key in keys}
    return pytest.mark.parametrize(
        "opened_once",
        few(pages.values(), first=[pages[key] for key in first or keys]),
        ids=[key or "overview" for key in keys],
        indirect=True,
        scope="module",
    )


IDLE = (
    "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"
)


ANY_STEP = re.compile(r"\d+")
"""What a replay says of its step once its script has loaded the payload."""

REPLAYS = "[data-testid=tokviz-player], [data-testid=tokviz-rows]"
SHOWN = f":is([data-testid=tokviz-strips], :is({REPLAYS})[data-step])"
"""What a stage shows once its script has run: a replay that says its step, or strips."""


DRAWN = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
"""A frame for the size of the window, and one for what observers of it changed."""
STYLED = """() => document.fonts.status === "loaded" &&
    getComputedStyle(document.documentElement).getPropertyValue("--tokviz-above") !== "" """
"""Whether the page has its letters, and its style, for which Streamlit's page fetches a script."""
STILL = """() => document.getAnimations().every((moving) => moving.playState !== "running" ||
    moving.timeline !== document.timeline || moving.effect.getTiming().iterations === Infinity)"""
HEARD = "(buttons) => buttons.every((button) => button.onclick !== null)"
"""Whether a press is heard: the markup of what is served comes before its script."""
STAGE_ALONE = "globalThis.stageAlone = true; globalThis.requestIdleCallback = () => 0;"
"""A browser that never rests does not ask for what stands below the stage (views/sight): charts are
more than half of what opening a page costs. For modules of the stage: the mark ``stage_alone``.
"""


def settle(page: Page) -> None:
    """Wait until Streamlit has finished the run, the first one of a fresh page included.

    The stage is on the page before what it shows, and a replay's markup before its script has read
    the payload. Until then a click or a key is lost, and only the script says the step. What stands
    below the stage of a page that opens comes with a run of its own.
    """
    until_runs_begin(page)
    page.wait_for_selector(IDLE)
    page.locator("[data-testid=stMain] h1").first.wait_for()
    page.wait_for_selector(IDLE)
    page.wait_for_function(STYLED)
    for stage in page.locator(".st-key-stage").all():
        stage.locator(SHOWN).first.wait_for(state="attached")
    if not page.evaluate("globalThis.stageAlone"):
        expect(page.locator("[data-testid=tokviz-sight][data-soon]")).to_have_count(0)
    page.wait_for_selector(IDLE)
    expect(page.locator(f":is({REPLAYS}):not([data-step])")).to_have_count(0)
    expect(page.locator(".st-key-guide:not([role=region])")).to_have_count(0)  # its script names it
    presents = page.get_by_test_id("tokviz-present")
    until(page, lambda: bool(presents.evaluate_all(HEARD)), "the button to present has no script")


def until(page: Page, holds: Callable[[], bool], told: str) -> None:
    """Wait until it holds: a place or a size that is read once may be read before it is there.

    For what neither ``expect`` nor a function of the page can say. ``told`` is the error.
    """
    latest = time.monotonic() + UNTIL_SECONDS
    while not holds():
        if time.monotonic() > latest:
            raise AssertionError(told)
        page.wait_for_timeout(50)


def until_still(page: Page) -> None:
    """Wait until nothing slides or fades: what does has neither its place nor its colours yet."""
    page.wait_for_function(STILL)


def until_asked(page: Page, sent: Sequence[object]) -> int:
    """Wait until the page has asked its server for all that is in sight; how much that was.

    Arguments:
        sent: the frames of its socket, of which a test is to see no more.
    """
    asked = -1
    while asked != len(sent):
        asked = len(sent)
        page.wait_for_timeout(500)
    return asked


def open_settings(page: Page) -> None:
    """Open “Text and settings” over the stage."""
    page.get_by_role("button", name="Text and settings").click()
    page.get_by_role("textbox", name="Your own text").wait_for()


def close_popover(page: Page) -> None:
    """A click beside it, on the lesson's idea, closes it."""
    page.locator(".st-key-idea p").first.click(position={"x": 2, "y": 2})
    page.get_by_test_id("stPopoverBody").first.wait_for(state="hidden")
