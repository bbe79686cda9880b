"""Leading and following a class in Chromium, for the tests of it."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import settle


def bar(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-class")


def lead(page: Page) -> str:
    """Lead a class from this lesson; its code."""
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Lead a class").click()
    code = page.get_by_test_id("tokviz-class-code").inner_text()
    page.get_by_test_id("tokviz-invitation").get_by_role("button", name="Close").click()
    page.keyboard.press("Escape")
    expect(bar(page)).to_contain_text(f"You lead class {code}")
    return code


def join(page: Page, url: str, code: str) -> None:
    """Join by the short link."""
    page.goto(f"{url}/live/{code}")
    settle(page)
    expect(bar(page)).to_contain_text(f"Following class {code}")


def expect_step(page: Page, step: int) -> None:
    replay = page.get_by_test_id("tokviz-player").first
    expect(replay).to_have_attribute("data-step", str(step))


def expect_page(page: Page, name: str) -> None:
    expect(page).to_have_url(re.compile(rf"/{name}(\?|$)"))
