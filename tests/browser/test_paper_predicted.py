"""What is printed after a prediction: the step, and no word of charts that nobody is to see yet."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle


@pytest.mark.parametrize("asks", [True, False])
def test_of_charts_that_are_hidden_nothing_is_printed(asks: bool, app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/char_bpe?ask={int(asks)}&step=2")
    settle(page)
    charts, heading = page.locator(".st-key-all-charts"), page.get_by_role("tab", name="Charts")
    expect(charts).to_be_attached()
    expect(page.locator("html[data-asking]")).to_have_count(int(asks))
    page.emulate_media(media="print")
    expect(charts).to_be_visible(visible=not asks)
    expect(heading).to_be_visible(visible=not asks)
    expect(page.locator(".st-key-stage .text").first).to_be_visible()
