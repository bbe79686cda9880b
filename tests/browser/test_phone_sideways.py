"""A phone held sideways: the menu is folded, and the reader opens it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle, until_still


@pytest.mark.stage_alone
def test_held_sideways_a_lesson_opens_with_its_menu_folded_and_the_reader_opens_it(
    new_page: Callable[..., Page], app_url: str
) -> None:
    page = new_page(width=844, height=390)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    menu = page.locator(".stSidebar")
    expect(menu).to_have_attribute("data-collapsed", "true")
    until_still(page)
    tokens = page.locator(".text .token").first.bounding_box()
    assert tokens
    assert tokens["y"] + tokens["height"] < 390
    page.get_by_test_id("stExpandSidebarButton").click()
    menu.get_by_role("link", name="Regex BPE").click()
    page.wait_for_url("**/regex_bpe**")
    settle(page)
    expect(menu).to_have_attribute("data-collapsed", "false")


def test_held_sideways_the_overview_opens_with_its_menu_folded(
    new_page: Callable[..., Page], app_url: str
) -> None:
    page = new_page(width=844, height=390)
    page.goto(app_url)
    settle(page)
    menu = page.locator(".stSidebar")
    expect(menu).to_have_attribute("data-collapsed", "true")
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(menu.get_by_role("link", name="Text to bytes")).to_be_in_viewport()
    page.get_by_role("textbox").first.fill("hen")
    page.get_by_role("textbox").first.press("Enter")
    settle(page)
    expect(menu).to_have_attribute("data-collapsed", "false")
