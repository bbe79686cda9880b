"""A script that is long on its way: what is drawn again meanwhile is alive once it has come."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.driving import settle

pytestmark = pytest.mark.stage_alone


def test_a_player_that_is_drawn_again_before_its_script_has_come_steps(
    app_url: str, page: Page
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/code/"), hold)
    with page.expect_request(re.compile("/code/player-")):
        page.goto(f"{app_url}/byte_bpe")
    page.emulate_media(color_scheme="dark")  # Streamlit calls the script again for each theme
    page.wait_for_timeout(1_000)
    for route in held:
        route.continue_()
    settle(page)
    page.get_by_test_id("tokviz-next").click()
    expect(page.get_by_test_id("tokviz-player")).to_have_attribute("data-step", "1")
