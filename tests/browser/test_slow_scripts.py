"""A script that is long on its way: what is drawn again meanwhile is alive once it has come."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.driving import settle

pytestmark = pytest.mark.stage_alone


def drawn_again_before_its_script_has_come(page: Page, url: str, script: str) -> None:
    """Open a page whose script waits until Streamlit has called it for two themes."""
    held: dict[str, Route] = {}

    def hold(route: Route) -> None:
        held[route.request.url] = route

    def is_asked_for() -> bool:
        return any(f"/{script}-" in asked for asked in held)

    page.route(re.compile("/code/"), hold)
    page.goto(url)
    wait_until(page, is_asked_for)
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(1_000)
    for route in held.values():
        route.continue_()
    settle(page)


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    for _ in range(600):
        if is_so():
            return
        page.wait_for_timeout(100)
    raise AssertionError("a minute passed")


def test_a_player_that_is_drawn_again_before_its_script_has_come_steps(
    app_url: str, page: Page
) -> None:
    drawn_again_before_its_script_has_come(page, f"{app_url}/byte_bpe", "player")
    page.get_by_test_id("tokviz-next").click()
    expect(page.get_by_test_id("tokviz-player")).to_have_attribute("data-step", "1")


def test_strips_that_are_drawn_again_before_their_script_has_come_are_not_there_twice(
    app_url: str, page: Page
) -> None:
    drawn_again_before_its_script_has_come(page, f"{app_url}/compare", "strips")
    page.emulate_media(color_scheme="light")
    page.wait_for_timeout(1_000)
    expect(page.get_by_test_id("tokviz-strips")).to_have_count(1)
