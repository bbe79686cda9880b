"""The box for a class's code: nothing typed into it is lost, whatever the page does meanwhile."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.classes import bar, lead
from tests.browser.driving import settle

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]


def field(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-class-field")


def test_a_code_typed_before_the_scripts_have_come_joins_once_they_are_there(
    leader: Page, app_url: str, new_page: New
) -> None:
    code, page = lead(leader), new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/code/classroom-"), hold)
    page.goto(app_url)
    field(page).fill(code.lower())
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    assert held
    for route in held:
        route.continue_()
    expect(bar(page)).to_contain_text(f"Following class {code}")


def test_half_a_code_stays_while_the_page_is_drawn_again(app_url: str, page: Page) -> None:
    page.goto(app_url)
    settle(page)
    field(page).press_sequentially("ABC")
    page.emulate_media(color_scheme="dark")  # Streamlit calls the script again for each theme
    settle(page)
    page.keyboard.type("DEF")
    expect(field(page)).to_have_value("ABCDEF")
