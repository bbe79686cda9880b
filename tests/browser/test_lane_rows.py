"""Lanes of tokens with a number below each show whole rows: no token without its id."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.browser.presenting import present
from tests.matrix import few

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
SIZES = [(1280, 720), (1024, 768), (1920, 1080)]
# The boxes of tokens that the foot of their lane cuts, and how many stand whole above it.
CUT = """(lane) => {
    const foot = lane.getBoundingClientRect().bottom;
    const boxes = [...lane.children].map((box) => box.getBoundingClientRect());
    const seen = boxes.filter(({ top, height }) => height && top < foot - 1);
    return [seen.filter(({ bottom }) => bottom > foot).length, seen.length];
}"""


@pytest.mark.parametrize(("width", "height"), few(SIZES, first=SIZES[:2]))
def test_presented_no_id_of_a_word_is_cut_off(
    width: int, height: int, new_page: New, app_url: str
) -> None:
    page = new_page(width=width, height=height)
    present(page, f"{app_url}/word_level?step=18")
    lanes = page.locator(".st-key-stage .lane.words:visible .chips")
    expect(lanes).not_to_have_count(0)
    for lane in lanes.all():
        cut, seen = lane.evaluate(CUT)
        assert seen > 0
        assert cut == 0


def test_nothing_moves_from_step_to_step(new_page: New, app_url: str) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/word_level?step=14")
    settle(page)
    lanes = page.locator(".st-key-stage .lane:visible .chips")
    before = lanes.evaluate_all("(all) => all.map((lane) => lane.getBoundingClientRect())")
    for _ in range(3):
        page.keyboard.press("PageDown")
        assert before == lanes.evaluate_all(
            "(all) => all.map((lane) => lane.getBoundingClientRect())"
        )
