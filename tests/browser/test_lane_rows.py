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
PHONES = [(390, 844), (360, 640)]
# The boxes of tokens that the foot of their lane cuts, and how many stand whole above it.
CUT = """(lane) => {
    const foot = lane.getBoundingClientRect().bottom;
    const boxes = [...lane.children].map((box) => box.getBoundingClientRect());
    const seen = boxes.filter(({ top, height }) => height && top < foot - 1);
    return [seen.filter(({ bottom }) => bottom > foot).length, seen.length];
}"""

# Where each box that stands whole in its lane begins; what is empty below the lane's box.
SEEN = """(pane) => [...pane.children].map((box) => box.getBoundingClientRect())
    .filter(({ height, bottom }) => height && bottom <= pane.getBoundingClientRect().bottom)
    .map(({ top }) => Math.round(top))"""
BAND = "((lane, pane) => lane.getBoundingClientRect().bottom - pane.getBoundingClientRect().bottom)"


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


def test_presented_a_row_that_the_caption_needs_not_is_the_lists(
    new_page: New, app_url: str
) -> None:
    """No empty band below two rows, where three have room."""
    page = new_page(width=1280, height=720)
    present(page, f"{app_url}/word_level?step=18")
    lane = page.locator(".st-key-stage .lane:visible").first
    left, seen = lane.evaluate(
        f"(lane) => {{ const pane = lane.querySelector('.chips'); "
        f"return [{BAND}(lane, pane), new Set(({SEEN})(pane)).size]; }}"
    )
    assert seen == 3
    assert left < 30


@pytest.mark.parametrize(("width", "height"), few(PHONES, first=PHONES))
def test_on_a_phone_nothing_below_lanes_that_come_moves(
    width: int, height: int, new_page: New, app_url: str
) -> None:
    """A step of one lane gives it the room that three have later."""
    page = new_page(width=width, height=height)
    page.goto(f"{app_url}/word_level")
    settle(page)
    stage = page.locator(".st-key-stage")
    high, most = set(), 0
    for _ in range(6):
        lanes = page.locator(".st-key-stage .lane:visible")
        most = max(most, lanes.count())
        high.add(stage.evaluate("(stage) => stage.offsetHeight"))
        left = lanes.last.evaluate(
            "(lane) => lane.closest('.frame').getBoundingClientRect().bottom - "
            "lane.getBoundingClientRect().bottom"
        )
        assert left < 10  # no empty room below the last one
        page.keyboard.press("PageDown")
    assert most == 3
    assert len(high) == 1


@pytest.mark.parametrize(("width", "height"), SIZES[:2])
def test_rows_share_what_their_lane_has_left(
    width: int, height: int, new_page: New, app_url: str
) -> None:
    page = new_page(width=width, height=height)
    present(page, f"{app_url}/whitespace?step=12")
    lanes = page.locator(".st-key-stage .lane:visible")
    assert lanes.count()
    for lane in lanes.all():
        left = lane.evaluate(f"(lane) => {BAND}(lane, lane.querySelector('.chips'))")
        assert left < 20
        cut, seen = lane.locator(".chips").evaluate(CUT)
        assert seen > 0
        assert cut == 0
