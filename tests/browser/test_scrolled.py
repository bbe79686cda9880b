"""A page that a reader has scrolled stands still while its replay is stepped."""

import pytest
from playwright.sync_api import Page

from tests.browser.driving import DRAWN, opened_at

pytestmark = pytest.mark.stage_alone

SCROLLED = """(root, far) => {
    const page = root.getRootNode().host.closest("[data-testid=stMain]");
    page.scrollTop = far;
    return page.scrollTop;
}"""
PLACE = "(root) => root.getBoundingClientRect().top"


def steps_on(page: Page, far: int) -> None:
    """Every fifth step, with the page scrolled so far that the first lines have left it."""
    player = page.get_by_test_id("tokviz-player").first
    slider = player.get_by_test_id("tokviz-slider")
    slider.fill("0")
    assert player.evaluate(SCROLLED, far) == far
    page.evaluate(DRAWN)
    place = player.evaluate(PLACE)
    for step in range(0, int(slider.get_attribute("max") or 0) + 1, 5):
        slider.fill(str(step))
        page.evaluate(DRAWN)
        assert player.evaluate(PLACE) == place, (far, step)


@opened_at(390, 844, ["byte_bpe", "sentencepiece_bpe"])
def test_tokens_that_move_to_another_line_move_no_phones_page(opened: Page) -> None:
    for far in (450, 520):
        steps_on(opened, far)


@opened_at(1280, 720, ["wordpiece", "byte_bpe"])
def test_nor_a_wide_one(opened: Page) -> None:
    for far in (300, 370):
        steps_on(opened, far)
