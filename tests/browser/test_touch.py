"""A finger on a phone: what it presses is told where the reader looks, at the first press."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import settle, until

pytestmark = pytest.mark.stage_alone

CONTEST = "byte_bpe?sample=rhyme&merges=40&min_count=2&step=4"
TO_TOP = "(element) => element.scrollIntoView({block: 'start'})"


def open_contest(page: Page, url: str) -> Locator:
    """The rows of a contest, scrolled to where a phone's reader has them."""
    page.goto(url)
    settle(page)
    page.locator(".side h2").first.evaluate(TO_TOP)
    return page.get_by_test_id("tokviz-pairs").first.locator("li")


def until_in_sight(page: Page, words: Locator) -> None:
    window = page.viewport_size
    assert window

    def stands_there() -> bool:
        box = words.bounding_box()
        return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= window["height"]

    until(page, stands_there, f"{words} are not in sight")


def test_the_first_press_on_a_pair_lights_its_places_and_tells_of_it_until_one_elsewhere(
    finger: Page, app_url: str
) -> None:
    """What it tells is in sight."""
    rows = open_contest(finger, f"{app_url}/{CONTEST}")
    rows.nth(1).locator(".pair").tap()
    expect(finger.locator(".text .token.same").first).to_be_attached()
    told = finger.get_by_test_id("tokviz-told").first
    expect(told).to_contain_text("stood")
    until_in_sight(finger, told)
    rows.nth(5).locator(".pair").tap()
    expect(told).to_contain_text("stood")
    until_in_sight(finger, told)
    finger.locator(".side h2").first.tap()
    expect(told).to_be_hidden()


def test_the_first_press_on_an_option_lights_its_places(finger: Page, app_url: str) -> None:
    rows = open_contest(finger, f"{app_url}/{CONTEST}&ask=predict")
    note = finger.locator(".pairs-note").first
    expect(note).to_have_text("Press a pair, or press a token in the text")
    rows.nth(1).locator(".pair").tap()
    expect(finger.locator(".text .token.same").first).to_be_attached()


def test_a_press_on_a_token_of_the_overview_is_answered_in_sight(
    finger: Page, app_url: str
) -> None:
    finger.goto(app_url)
    settle(finger)
    strips = finger.get_by_test_id("tokviz-strips")
    facts = strips.get_by_role("status")
    expect(facts).to_contain_text("Press a token for its id and bytes.")
    strips.locator(".group").first.evaluate(TO_TOP)
    strips.get_by_test_id("tokviz-strip-token").nth(3).tap()
    expect(facts).to_contain_text("id ")
    until_in_sight(finger, facts)
