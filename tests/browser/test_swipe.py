"""A finger on a phone: a swipe over a replay steps it, and what else it does stays what it was."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.browser.swiping import swipe

pytestmark = pytest.mark.stage_alone


@pytest.mark.parametrize(
    ("lesson", "stage"), [("unigram", ".lanes"), ("text_to_bytes", ".rows-pane")]
)
def test_a_swipe_steps_there_and_back(lesson: str, stage: str, finger: Page, app_url: str) -> None:
    finger.goto(f"{app_url}/{lesson}")
    settle(finger)
    if lesson == "text_to_bytes":  # keys are named where there may be some: test_phone.py
        hint = finger.get_by_test_id("tokviz-caption").first
        expect(hint).to_contain_text("Pick a byte to see its bits.")
        expect(hint.get_by_text("arrow keys")).to_be_hidden()
    check_there_and_back(finger, stage)


def check_there_and_back(finger: Page, stage: str) -> None:
    """From the start."""
    replay = finger.locator(".st-key-stage [data-step]").first
    for step in (1, 2):
        swipe(finger, stage, -120, 15)
        expect(replay).to_have_attribute("data-step", str(step))
    swipe(finger, stage, 120)
    expect(replay).to_have_attribute("data-step", "1")


def test_of_merges_a_swipe_steps_pins_no_token_and_what_is_no_swipe_steps_nothing(
    finger: Page, app_url: str
) -> None:
    finger.goto(f"{app_url}/byte_bpe")
    settle(finger)
    replay = finger.locator(".st-key-stage [data-step]").first
    check_there_and_back(finger, ".text")
    swipe(finger, ".text [data-testid=tokviz-token]", 90)
    expect(replay).to_have_attribute("data-step", "0")
    expect(finger.locator(".card:visible")).to_have_count(0)
    replay.get_by_test_id("tokviz-slider").fill("5")
    swipe(finger, ".text", -30)
    swipe(finger, ".text", -80, -120)
    swipe(finger, ".text", -120, fingers=2)
    expect(replay).to_have_attribute("data-step", "5")
    swipe(finger, "[type=range]", 100)  # it moves the slider
    expect(replay).not_to_have_attribute("data-step", "4")
