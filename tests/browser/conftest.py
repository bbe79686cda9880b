"""A real Chromium that may talk to this machine only, and fails a test on hidden faults.

Any console error, page error or failed request fails the test that caused it. Two requests are
known to fail harmlessly: Streamlit probes ``_stcore/health`` and ``_stcore/host-config`` below
the path of a page on a deep link.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.driving import ROOT, STAGE_ALONE, settle, start_server, watch
from tests.browser.replays import Show
from tokviz.traces.merges import MergeTrace
from tokviz.views.player.player import replay_html, train_payload

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.*",
]

expect.set_options(timeout=20_000)  # CI's machines are shared: wait longer before giving up


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
def new_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Opens watched pages: ``new_page(width=390, dark=True)``."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []
    alone = request.node.get_closest_marker("stage_alone") is not None

    def open_page(*, width: int = 1280, height: int = 900, dark: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        if alone:
            context.add_init_script(STAGE_ALONE)
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


@pytest.fixture
def show(new_page: Callable[..., Page], tmp_path: Path) -> Show:
    """Open a replay file: ``show(trace, step=3, width=390, dark=True)``."""

    def open_replay(trace: MergeTrace | bytes, step: int = 0, **options: object) -> Page:
        payload = trace if isinstance(trace, bytes) else train_payload(trace)
        path = tmp_path / "replay.html"
        # The player's handle, so that a test can ask for the ids behind the spans.
        page_text = replay_html(payload, title="Replay", step=step).replace(
            "replay(document.body,", "globalThis.player = replay(document.body,"
        )
        path.write_text(page_text, encoding="utf-8")
        page = new_page(**options)
        page.goto(path.as_uri())
        return page

    return open_replay


@pytest.fixture(scope="module")
def opened_once(
    request: pytest.FixtureRequest, browser: Browser, app_url: str
) -> Iterator[tuple[Page, list[str]]]:
    """The page that a module's tests look at in turn, and its faults; ``opened_at`` says which."""
    key, width, height = request.param
    faults: list[str] = []
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.set_default_timeout(30_000)
    watch(page, faults)
    page.goto(f"{app_url}/{key}")
    settle(page)
    yield page, faults
    context.close()


@pytest.fixture
def opened(opened_once: tuple[Page, list[str]]) -> Iterator[Page]:
    """An open page for a look, in light; a test leaves it at its size."""
    page, faults = opened_once
    page.emulate_media(color_scheme="light")
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.get_by_test_id("stAlertContentError")).to_have_count(0)
    yield page
    told = "\n".join(faults)
    faults.clear()
    assert not told, told


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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder drives a browser, before ``-m`` asks which do."""
    for item in items:
        if Path(item.path).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
