"""The settings of a lesson are seen whole on a projector, without scrolling."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_settings, settle, until

pytestmark = pytest.mark.stage_alone

OVER = """() => {
    const scrolled = document.querySelector(".st-key-panel").parentElement;
    return scrolled.scrollHeight - scrolled.clientHeight;
}"""

# From the last digit to the hint's first letter.
BETWEEN = """(box) => {
    const input = box.querySelector("input");
    const words = document.createElement("canvas").getContext("2d");
    const { font, paddingLeft } = getComputedStyle(input);
    words.font = font;
    const digits = parseFloat(paddingLeft) + words.measureText(input.value).width;
    const hint = box.querySelector("[data-testid=InputInstructions]");
    return hint.getBoundingClientRect().left - input.getBoundingClientRect().left - digits;
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


def test_the_hint_of_a_number_box_leaves_its_digits_free(
    new_page: Callable[..., Page], app_url: str
) -> None:
    """Streamlit says at its end what applies a number, over what is typed."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/unigram")
    settle(page)
    open_settings(page)
    boxes = page.locator(".st-key-panel .stNumberInput")
    boxes.first.wait_for()
    enabled = [box for box in boxes.all() if box.locator("input").is_enabled()]
    assert enabled
    for box in enabled:
        box.locator("input").fill("12345")
        hint = box.get_by_test_id("InputInstructions")
        hint.wait_for()
        assert box.evaluate(BETWEEN) > 0


def test_a_number_box_tells_its_limits(new_page: Callable[..., Page], app_url: str) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    open_settings(page)
    page.get_by_role("button", name="Help for Merges to learn").hover()
    expect(page.get_by_test_id("stTooltipContent")).to_contain_text("From 0 to 20,000.")
