"""A page whose stage fills the screen, and the way back."""

from playwright.sync_api import Page, expect

from tests.browser.driving import DRAWN, settle

WIDTH, HEIGHT = 1280, 720
HIGH = 24  # pixels: the least height of a token


def present(page: Page, address: str) -> None:
    page.goto(address)
    settle(page)
    press_present(page)


def press_present(page: Page) -> None:
    """By key, for a click waits for frames; wait until the stage fills the screen.

    By mouse: test_page_frame.py.
    """
    page.get_by_test_id("tokviz-present").press("Enter")
    expect(page.locator("[data-presented] .st-key-stage")).to_be_visible()
    page.evaluate(DRAWN)


def leave(page: Page) -> None:
    page.evaluate("document.exitFullscreen()")  # as the browser does on Escape
    expect(page.locator("[data-presented]")).to_have_count(0)


def present_at(page: Page, width: int, height: int) -> None:
    """Present anew on another screen: a window that fills one has its size."""
    leave(page)
    page.set_viewport_size({"width": width, "height": height})
    press_present(page)
