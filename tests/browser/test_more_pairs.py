"""More pairs: the list of a contest goes down to the foot of the window, over what stands there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import ANY_STEP, opened_at, settle
from tests.matrix import few

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
SEEN = """(list) => {
    const box = list.getBoundingClientRect();
    const whole = (row) => row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
    return [...list.children].filter((row) => whole(row.getBoundingClientRect())).length;
}"""
UNCUT = """(button) => {
    const side = button.closest(".side").getBoundingClientRect();
    return button.getBoundingClientRect().bottom <= side.bottom;
}"""
LIES_OVER = "(side) => [getComputedStyle(side).boxShadow, getComputedStyle(side).zIndex]"


@opened_at(1280, 720, ["char_bpe?step=2"])
@pytest.mark.parametrize("dark", few([False, True], first=[True]))
def test_of_two_replays_the_lists_are_read_whole(dark: bool, opened: Page) -> None:
    page = opened
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.get_by_test_id("tokviz-slider").first.fill("2")
    for number in (0, 1):
        player = page.get_by_test_id("tokviz-player").nth(number)
        expect(player).to_have_attribute("data-step", "2")
        rows = player.get_by_test_id("tokviz-pairs")
        button = player.locator(".more-pairs")
        expect(button).to_have_text("More pairs")  # there are more than are seen
        assert button.evaluate(UNCUT)
        few_seen = rows.evaluate(SEEN)
        assert few_seen < rows.locator("li").count()
        text = player.locator(".text").bounding_box()
        button.click()
        foot = button.bounding_box()
        assert foot
        assert foot["y"] + foot["height"] <= 720
        if number == 0:
            assert rows.evaluate(SEEN) >= few_seen + 8
        assert player.locator(".text").bounding_box() == text  # nothing else moves
        button.click()
        expect(button).to_have_text("More pairs")
        assert rows.evaluate(SEEN) == few_seen


@opened_at(1280, 720, ["char_bpe?step=2"])
def test_it_stays_open_from_step_to_step(opened: Page) -> None:
    player = opened.get_by_test_id("tokviz-player").first
    player.get_by_test_id("tokviz-slider").fill("2")
    player.locator(".more-pairs").click()
    opened.keyboard.press("PageDown")
    expect(player).to_have_attribute("data-step", "3")
    expect(player.locator(".more-pairs")).to_have_text("Fewer pairs")
    assert player.get_by_test_id("tokviz-pairs").evaluate(SEEN) >= 10
    player.locator(".more-pairs").click()


def test_a_question_folds_it(app_url: str, new_page: New) -> None:
    """Its few rows need no room of others, over which the empty list would lie."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?step=2")
    settle(page)
    player = page.get_by_test_id("tokviz-player").first
    side = player.locator(".side")
    folded = side.evaluate(LIES_OVER)
    player.locator(".more-pairs").click()
    assert side.evaluate(LIES_OVER) != folded
    player.get_by_label("Ask first").select_option("ask")
    expect(player).to_have_attribute("data-question", ANY_STEP)
    assert side.evaluate(LIES_OVER) == folded


def test_where_all_are_seen_there_is_no_button(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?sample=tiny&merges=4&min_count=2&step=1")
    settle(page)
    player = page.get_by_test_id("tokviz-player").first
    expect(player.get_by_test_id("tokviz-pairs").locator("li")).not_to_have_count(0)
    expect(player.locator(".more-pairs")).to_be_hidden()


@opened_at(1280, 720, ["char_bpe?path=4"])
def test_above_a_paths_strip_its_button_is_whole(opened: Page) -> None:
    buttons = opened.locator(".more-pairs")
    expect(buttons).to_have_count(2)
    for number in (0, 1):
        expect(buttons.nth(number)).to_have_text("More pairs")
        assert buttons.nth(number).evaluate(UNCUT)
