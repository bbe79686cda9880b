"""A guided path in a browser: where a page stands on it, and its strip at the foot."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.asking import until_runs_begin
from tests.browser.driving import IDLE, settle
from tokviz.paths import path_of
from tokviz.paths.stops import GuidedPath

New = Callable[..., Page]
IN_WINDOW = """(strip) => {
    const {left, right, top, bottom} = strip.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
}"""
ALL_SEEN = f"""(strip) => ({IN_WINDOW})(strip) && strip.scrollHeight <= strip.clientHeight"""


def the_path(lesson: str) -> GuidedPath:
    path = path_of(lesson)
    assert path is not None
    return path


def replay(page: Page) -> Locator:
    return page.locator(".st-key-stage [data-step]").first


def strip(page: Page) -> Locator:
    return page.get_by_role("region", name="Guided path")


def button(page: Page, name: str) -> Locator:
    return page.locator(f".st-key-guide_{name}").get_by_role("button").first


def at_stop(page: Page, path: GuidedPath, number: int) -> None:
    """The page shows this stop: its words, and its step of the replay."""
    expect(strip(page)).to_contain_text(f"{number} of {len(path.stops)}")
    step = path.step(path.stops[number - 1])
    expect(replay(page)).to_have_attribute("data-step", str(step))
    expect(page).to_have_url(re.compile(rf"path={number}\b"))


def answer(page: Page) -> None:
    """A clicker has what a stop asks answered."""
    expect(replay(page)).to_have_attribute("data-question", re.compile(r"\d"))
    page.keyboard.press("PageDown")
    expect(page.locator(".st-key-stage .options .option").first).to_be_hidden()


def open_cold(page: Page, address: str) -> None:
    page.goto(address)
    settle(page)
    expect(replay(page)).to_be_visible()


def open_stop(page: Page, app_url: str, path: GuidedPath, number: int) -> None:
    """Its link, cold."""
    open_cold(page, f"{app_url}/{path.lesson}?path={number}")
    at_stop(page, path, number)


def until_drawn(page: Page) -> None:
    """Until the run has ended; presented, most of the page is hidden."""
    until_runs_begin(page)
    page.wait_for_selector(IDLE, state="attached")
