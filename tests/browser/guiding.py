"""A guided path in a browser: where a page stands on it, and its strip at the foot."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.asking import until_runs_begin
from tests.browser.driving import IDLE, settle, until
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


def until_seen(page: Page, how: str, told: str = "") -> None:
    """Wait until the strip is in the window (``IN_WINDOW``), or its words are (``ALL_SEEN``)."""
    until(page, lambda: bool(strip(page).evaluate(how)), f"the strip is not whole: {told}")


def until_above(page: Page, shown: Locator, least: float = 0) -> None:
    """Wait until a place stands in the window, and wholly above the strip.

    Arguments:
        least: so many pixels of it are enough; 0: all.
    """

    def stands_above() -> bool:
        box, foot = shown.bounding_box(), strip(page).bounding_box()
        assert box
        assert foot
        return 0 <= box["y"] <= foot["y"] - (least or box["height"])

    until(page, stands_above, f"{shown} does not stand above the strip")


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
