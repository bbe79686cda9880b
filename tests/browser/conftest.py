"""A real Chromium that may talk to this machine only, and fails a test on what a reader would not see.

Any console error, page error or failed request fails the test that caused it. Two requests are
known to fail harmlessly: Streamlit probes ``_stcore/health`` and ``_stcore/host-config`` below
the path of a page on a deep link.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]
HARMLESS = ("/_stcore/health", "/_stcore/host-config")

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        reason = "no Chromium on this machine: install the system's package `chromium`"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens watched pages: ``new_page(width=390, dark=True)``."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(*, width: int = 1280, height: int = 900, dark: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        watch(page, faults)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


def watch(page: Page, faults: list[str]) -> None:
    def on_response(response: Response) -> None:
        if response.status >= 400 and not response.url.split("?")[0].endswith(HARMLESS):
            faults.append(f"{response.status} {response.url}")

    page.on("response", on_response)
    page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
    page.on(
        "requestfailed",
        lambda request: None
        if request.failure == "net::ERR_ABORTED"
        else faults.append(f"request failed: {request.url} {request.failure}"),
    )
    page.on(
        "console",
        lambda message: faults.append(f"console: {message.text}")
        if message.type == "error" and not message.location.get("url", "").endswith(HARMLESS)
        else None,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(script: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Run a Streamlit script on a free port of this machine and wait until it answers."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}"]
    environment = {**os.environ, "TIKTOKEN_CACHE_DIR": ""}
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, env=environment)
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return process, url
        except OSError:
            time.sleep(0.1)
    process.terminate()
    raise RuntimeError(f"{script.name} did not answer on {url} within 60 seconds")


@pytest.fixture(scope="session")
def app_url(browser: Browser) -> Iterator[str]:  # noqa: ARG001 - skips without a browser
    process, url = start_server(ROOT / "app.py")
    yield url
    process.terminate()
    process.wait(10)


@pytest.fixture
def cold_url(browser: Browser) -> Iterator[str]:  # noqa: ARG001 - skips without a browser
    """A server nobody has visited yet, for deep links."""
    process, url = start_server(ROOT / "app.py")
    yield url
    process.terminate()
    process.wait(10)


def settle(page: Page) -> None:
    """Wait until Streamlit has finished the run."""
    page.wait_for_selector(
        "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"
    )
