"""The settings of a lesson are seen whole on a projector, without scrolling."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.driving import open_settings, settle, until

pytestmark = pytest.mark.stage_alone

OVER = """() => {
    const scrolled = document.querySelector(".st-key-panel").parentElement;
    return scrolled.scrollHeight - scrolled.clientHeight;
}"""


@pytest.mark.parametrize("key", ["unigram", "sentencepiece_bpe"])
def test_the_settings_of_pieces_fit_the_window(
    key: str, new_page: Callable[..., Page], app_url: str
) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/{key}")
    settle(page)
    open_settings(page)
    page.locator(".st-key-panel .stExpander").wait_for()
    until(page, lambda: page.evaluate(OVER) <= 0, "the settings are taller than the window")
