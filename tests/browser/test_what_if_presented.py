"""What if, presented: its two replays, and nothing else, on the screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DRAWN, settle, until
from tests.browser.test_what_if import both_at, replays, take
from tests.matrix import few

NewPage = Callable[..., Page]
LANE = 40  # pixels: a row of tokens


def test_a_pair_that_is_taken_on_a_presented_stage_has_both_replays_presented(
    new_page: NewPage, app_url: str
) -> None:
    """A button leads back to the stage; who leaves the screen has both in sight on the page."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?step=5")
    settle(page)
    page.keyboard.press("p")
    expect(page.locator("[data-presented]")).to_have_count(1)
    for row_number in (2, 3):
        take_presented(page, row_number)
        expect(page.get_by_text("They differ from step 5 on.")).to_be_in_viewport(ratio=1)
        for replay in replays(page):
            expect(replay.locator(".text")).to_be_in_viewport(ratio=0.9)
        both_at(page, 5)
        expect(page.locator("[data-presented]")).to_have_count(1)
        expect(page.locator(".st-key-stage")).to_be_hidden()
        way_back = page.get_by_role("button", name="Back to the stage")
        expect(way_back).to_be_in_viewport(ratio=1)
        if row_number == 2:
            way_back.click()
            expect(page.locator("[data-presented] .st-key-stage")).to_be_visible()
            expect(page.locator(".st-key-upper")).to_be_hidden()
            expect(way_back).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator("[data-presented]")).to_have_count(0)
    expect(way_back).to_have_count(0)
    expect(page.get_by_text("They differ from step 5 on.")).to_be_in_viewport(ratio=1)
    for replay in replays(page):
        expect(replay.locator(".text")).to_be_in_viewport(ratio=1)


def take_presented(page: Page, row: int) -> None:
    """Most of the page is hidden, so its runs are waited for by what they bring."""
    pair = page.locator(".st-key-stage .pairs li").nth(row)
    pair.get_by_role("button", name="What if step").click()


def test_both_replays_are_presented_where_they_are_in_sight(
    new_page: NewPage, app_url: str
) -> None:
    """All of them is on the screen; a clicker steps both; the page is left where it was."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?sample=low&merges=12&step=1")
    settle(page)
    take(page, 1)
    expect(page.get_by_text("They differ from step 1 on.")).to_be_in_viewport(ratio=1)
    both_at(page, 1)
    top = "document.querySelector('.they-part').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.keyboard.press("p")
    expect(page.locator("[data-presented]")).to_have_count(1)
    expect(page.locator(".st-key-stage")).to_be_hidden()
    expect(page.get_by_role("tab", name="What if")).to_be_hidden()
    expect(page.get_by_text("They differ from step 1 on.")).to_be_in_viewport(ratio=1)
    for replay in replays(page):
        expect(replay.locator(".frame")).to_be_in_viewport(ratio=1)
    page.keyboard.press("PageDown")
    both_at(page, 2)
    page.keyboard.press("p")
    expect(page.locator("[data-presented]")).to_have_count(0)
    until(page, lambda: abs(page.evaluate(top) - before) <= 1, "the page was moved")
    page.evaluate("document.querySelector('.stMain').scrollTo({ top: 0 })")
    page.keyboard.press("p")
    expect(page.locator("[data-presented] .st-key-stage")).to_be_visible()
    expect(page.locator(".st-key-upper")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), few([(1280, 720), (1920, 1080)], first=[(1280, 720)]))
@pytest.mark.parametrize("address", ["unigram?other_size=110", "byte_bpe?other_lesson=unigram"])
def test_rounds_are_presented_without_scrolling(
    address: str, width: int, height: int, new_page: NewPage, app_url: str
) -> None:
    page = new_page(width=width, height=height)
    page.goto(f"{app_url}/{address}&section=What+if")
    settle(page)
    page.locator(".they-part").scroll_into_view_if_needed()
    page.locator(".they-part").evaluate("(part) => part.scrollIntoView()")
    page.keyboard.press("p")
    expect(page.locator("[data-presented]")).to_have_count(1)
    page.evaluate(DRAWN)
    for replay in replays(page):
        for part in (".frame", "[data-testid=tokviz-caption]"):
            expect(replay.locator(part)).to_be_in_viewport(ratio=1)
        for lane in replay.locator(".lane:visible").all():
            expect(lane).to_be_in_viewport(ratio=1)
            chips = lane.locator(".chips").bounding_box()
            assert chips
            assert chips["height"] >= LANE
