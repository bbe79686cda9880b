"""The list of pairs where there is little room for it: several rows, and each of them whole."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DRAWN, settle
from tests.browser.test_more_pairs import SEEN, UNCUT
from tests.browser.test_what_if import both_at, replays
from tests.matrix import few

New = Callable[..., Page]
SIZES = [(1280, 720), (1024, 768), (1440, 900)]
LEAST = 4
"""Rows: the winner and three that it won against."""
CUT = """(list) => {
    const { bottom } = list.getBoundingClientRect();
    const foot = list.closest(".side").getBoundingClientRect().bottom;
    return Math.max(0, bottom - foot);
}"""


@pytest.mark.parametrize(("width", "height"), few(SIZES, first=SIZES[:2]))
@pytest.mark.parametrize("key", ["byte_bpe", "wordpiece"])
def test_of_two_trainings_the_contests_show_more_than_the_winner(
    key: str, width: int, height: int, new_page: New, app_url: str
) -> None:
    """On the page and presented; the button of more is whole beside the tabs."""
    page = new_page(width=width, height=height)
    page.goto(f"{app_url}/{key}?section=What+if&other_step=5")
    settle(page)
    page.locator(".they-part").evaluate("(part) => part.scrollIntoView()")
    both_at(page, 5)
    for presented in (False, True):
        if presented:
            page.keyboard.press("p")
            expect(page.locator("[data-presented]")).to_have_count(1)
        page.evaluate(DRAWN)
        for replay in replays(page):
            rows = replay.get_by_test_id("tokviz-pairs")
            assert rows.evaluate(SEEN) >= LEAST
            assert rows.evaluate(CUT) == 0
            more = replay.locator(".more-pairs")
            assert more.evaluate(UNCUT)
            expect(more).to_be_in_viewport(ratio=1)
            expect(replay.locator(".text")).to_be_in_viewport(ratio=1)


@pytest.mark.stage_alone
def test_beside_the_code_no_row_of_a_contest_is_cut(new_page: New, app_url: str) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?step=5&code=1")
    settle(page)
    rows = page.locator(".st-key-stage").get_by_test_id("tokviz-pairs")
    assert rows.evaluate(SEEN) >= LEAST
    assert rows.evaluate(CUT) == 0
