"""A phone far down the page, when its class goes on, shows a place whole, never the page's foot."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.classes import Held, join, lead
from tests.browser.driving import DRAWN, settle
from tests.browser.guiding import strip, the_path

New = Callable[..., Page]
PATH = the_path("whitespace")
BELOW = next(number for number, stop in enumerate(PATH.stops, 1) if stop.look == "below")
"""A stop about what stands below the stage."""

MAIN = "[data-testid=stMain]"
SCROLLED = f"() => document.querySelector('{MAIN}').scrollTop"
WATCHED = f"""() => {{
    const page = document.querySelector("{MAIN}");
    globalThis.between = [];
    const look = () => {{
        const below = document.querySelector(".st-key-below");
        const top = below ? below.getBoundingClientRect().top : innerHeight;
        const isBelow = page.scrollTop > 0;
        if (isBelow && top > 20) between.push([Math.round(page.scrollTop), Math.round(top)]);
        requestAnimationFrame(look);
    }};
    look();
}}"""
"""Notes where the page is scrolled and neither its top nor what is below the stage begins it."""


def follow(app_url: str, new_page: New, stop: int) -> tuple[Page, Page, Held]:
    """Who leads a class at this stop, a phone that follows, and what the phone asks for."""
    leader, phone = new_page(width=1280, height=720), new_page(width=390, height=844)
    held = Held(phone)
    leader.goto(f"{app_url}/{PATH.lesson}?path={stop}")
    settle(leader)
    join(phone, app_url, lead(leader))
    at(phone, stop)
    return leader, phone, held


def at(page: Page, stop: int) -> None:
    expect(strip(page)).to_contain_text(re.compile(rf"(?<!\d){stop} of "))
    settle(page)


def test_the_replay_comes_at_once_though_the_run_that_tells_the_stop_is_late(
    app_url: str, new_page: New
) -> None:
    leader, phone, held = follow(app_url, new_page, BELOW)
    phone.wait_for_function(f"() => ({SCROLLED})() > 300")
    held.hold()
    leader.keyboard.press("PageUp")
    phone.wait_for_function(f"() => ({SCROLLED})() === 0")
    phone.wait_for_timeout(500)  # what held it to the stop before lets it go
    assert phone.evaluate(SCROLLED) == 0
    held.let_go()
    at(phone, BELOW - 1)


def test_what_stands_below_begins_the_window_though_it_is_not_drawn_yet(
    app_url: str, new_page: New
) -> None:
    leader, phone, _ = follow(app_url, new_page, BELOW - 2)
    phone.evaluate(WATCHED)
    for stop in (BELOW - 1, BELOW):
        leader.keyboard.press("PageDown")
        at(phone, stop)
    phone.wait_for_function(f"() => ({SCROLLED})() > 300")
    phone.evaluate(DRAWN)
    assert phone.evaluate("between") == []
