"""A real Chromium that may talk to this machine only, and fails a test on hidden faults.

Any console error, page error or failed request fails the test that caused it.
"""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.axe import AXE
from tests.browser.driving import DRAWN, ROOT, free_port, settle, start_server, stop_server
from tests.browser.lending import Lending, Lent
from tests.browser.mortal import Mortal
from tests.browser.replays import Show
from tokviz.traces.merges import MergeTrace
from tokviz.views.payload import as_text
from tokviz.views.player.player import replay_html, train_payload

# The shell is Chromium without its windows: the suite takes a quarter less of the processor.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.*",
    # A page lives for seconds here: to optimize its scripts costs more than it gives back.
    "--js-flags=--no-opt --no-maglev",
]

FAILED = pytest.StashKey[bool]()

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


@pytest.fixture(scope="session")
def lending(browser: Browser) -> Lending:
    return Lending(browser)


def stage_alone(node: pytest.Item) -> bool:
    """Whether the pages of a test or a module are opened without what stands below the stage."""
    names = [mark.name for mark in node.iter_markers()]
    return "stage_alone" in names and "whole_page" not in names


@pytest.fixture
def lend(lending: Lending, request: pytest.FixtureRequest) -> Iterator[Callable[..., Lent]]:
    """Lends pages to one test, each a reader of its own."""
    all_lent: list[Lent] = []
    alone = stage_alone(request.node)

    def lend_page(**options: Any) -> Lent:
        all_lent.append(lending.lend(**{"alone": alone, **options}))
        return all_lent[-1]

    yield lend_page
    for lent in all_lent:
        lending.take_back(lent, failed=request.node.stash.get(FAILED, False))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember of a test that it failed, for those who clean up behind it."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def new_page(lend: Callable[..., Lent]) -> Iterator[Callable[..., Page]]:
    """Opens watched pages: ``new_page(width=390, dark=True)``."""
    all_lent: list[Lent] = []

    def open_page(**options: Any) -> Page:
        all_lent.append(lend(**options))
        return all_lent[-1].page

    yield open_page
    told = "\n".join(fault for lent in all_lent for fault in lent.faults)
    assert not told, told


@pytest.fixture
def unwatched(lend: Callable[..., Lent]) -> Callable[[], Page]:
    """Opens pages of which a request may fail, as where a server dies under its readers."""
    return lambda: lend(height=720).page


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture(scope="session")
def phones(browser: Browser) -> Lending:
    return Lending(browser, has_touch=True, is_mobile=True)


@pytest.fixture
def finger(phones: Lending, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A phone's page, which a finger presses and no pointer hovers over."""
    lent = phones.lend(width=390, height=844, alone=stage_alone(request.node))
    yield lent.page
    faults = lent.faults.copy()
    phones.take_back(lent, failed=request.node.stash.get(FAILED, False))
    assert faults == []


@pytest.fixture
def show(new_page: Callable[..., Page], tmp_path: Path) -> Show:
    """Open a replay file: ``show(trace, step=3, width=390, dark=True)``."""

    def open_replay(trace: MergeTrace | bytes, step: int = 0, **options: object) -> Page:
        payload = trace if isinstance(trace, bytes) else train_payload(trace)
        path = tmp_path / "replay.html"
        # The player's handle, so that a test can ask for the ids behind the spans; and what it was
        # given, for another that shows the same.
        encoded = f'"{as_text(payload)}"'
        page_text = replay_html(payload, title="Replay", step=step).replace(
            f"replay(document.body, {encoded}",
            f"const encoded = {encoded};\nglobalThis.payload = fromText(encoded);\n"
            "globalThis.player = replay(document.body, encoded",
        )
        path.write_text(page_text, encoding="utf-8")
        page = new_page(**options)
        page.goto(path.as_uri())
        return page

    return open_replay


@pytest.fixture(scope="module")
def opened_once(request: pytest.FixtureRequest, lending: Lending, app_url: str) -> Iterator[Lent]:
    """The page that a module's tests look at in turn; ``opened_at`` says which."""
    key, width, height, dark, alone = request.param
    alone = alone or stage_alone(request.node)
    lent = lending.lend(width=width, height=height, dark=dark, alone=alone)
    lent.page.goto(f"{app_url}/{key}")
    settle(lent.page)
    yield lent
    lending.take_back(lent)


@pytest.fixture
def opened(opened_once: Lent) -> Iterator[Page]:
    """An open page for a look, in the theme it was opened in; a test leaves it at its size."""
    page = opened_once.page
    page.emulate_media(color_scheme="dark" if opened_once.dark else "light")
    page.evaluate(DRAWN)  # the window's size that the test before put back
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.get_by_test_id("stAlertContentError")).to_have_count(0)
    yield page
    told = "\n".join(opened_once.faults)
    opened_once.faults.clear()
    assert not told, told


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core's script; a machine that checks every change must have it."""
    if not AXE.is_file():
        reason = "no axe-core: run npm --prefix tests/js ci"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def app_url(browser: Browser) -> Iterator[str]:  # noqa: ARG001 - skips without a browser
    process, url = start_server(ROOT / "app.py")
    yield url
    stop_server(process)


@pytest.fixture
def leader(app_url: str, new_page: Callable[..., Page]) -> Page:
    """A page of who will lead a class."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    return page


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder drives a browser, before ``-m`` asks which do."""
    for item in items:
        if Path(item.path).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def mortal(browser: Browser) -> Iterator[Mortal]:  # noqa: ARG001 - skips without a browser
    server = Mortal(free_port())
    server.start()
    yield server
    server.kill()
