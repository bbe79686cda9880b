"""The app in a real Chromium: a fresh server's first page, and the menu.

That every page opens, wide and narrow, in light and in the dark, the tests hold that look at it
there.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tokviz.lessons import LESSONS


def check_page(page: Page) -> None:
    settle(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.get_by_test_id("stAlertContentError")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_first_visit_of_a_fresh_server_may_be_a_deep_link(cold_url: str, page: Page) -> None:
    page.goto(f"{cold_url}/regex_bpe?sample=tiny&merges=3&step=2")
    check_page(page)
    expect(page.get_by_test_id("tokviz-player").first).to_have_attribute("data-step", "2")


@pytest.mark.stage_alone
def test_the_menu_leads_to_every_lesson(app_url: str, page: Page) -> None:
    page.goto(app_url)
    settle(page)
    for row in LESSONS:
        page.get_by_test_id("stSidebar").get_by_role(
            "link", name=row.title, exact=False
        ).first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(row.title)
        settle(page)
