"""Side by side: the strips have their place before they are drawn, so nothing below them jumps."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_strips_fill_the_place_that_was_kept_for_them(
    width: int, height: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=width, height=height)
    page.goto(f"{app_url}/compare")
    settle(page)
    expect(page.get_by_test_id("tokviz-strips")).to_be_visible()
    expect(page.locator(".st-key-strips-stage")).not_to_have_css("min-height", "auto")
    kept, filled = page.locator(".st-key-strips-stage").evaluate(
        "(box) => [parseFloat(getComputedStyle(box).minHeight), box.getBoundingClientRect().height]"
    )
    assert kept > 500
    assert abs(filled - kept) <= 1
