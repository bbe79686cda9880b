"""A finger on a phone: a swipe over a replay steps it, and what else it does stays what it was."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.browser.swiping import swipe

pytestmark = pytest.mark.stage_alone


@pytest.mark.parametrize(
    ("lesson", "stage"),
    [("byte_bpe", ".text"), ("unigram", ".lanes"), ("text_to_bytes", ".rows-pane")],
)
def test_a_swipe_steps_there_and_back(lesson: str, stage: str, finger: Page, app_url: str) -> None:
    finger.goto(f"{app_url}/{lesson}")
    settle(finger)
    replay = finger.locator(".st-key-stage [data-step]").first
    for step in (1, 2):
        swipe(finger, stage, -120, 15)
        expect(replay).to_have_attribute("data-step", str(step))
    swipe(finger, stage, 120)
    expect(replay).to_have_attribute("data-step", "1")


def test_what_is_no_swipe_steps_nothing(finger: Page, app_url: str) -> None:
    finger.goto(f"{app_url}/byte_bpe?step=5")
    settle(finger)
    replay = finger.locator(".st-key-stage [data-step]").first
    swipe(finger, ".text", -30)
    swipe(finger, ".text", -80, -120)
    swipe(finger, ".text", -120, fingers=2)
    expect(replay).to_have_attribute("data-step", "5")
    swipe(finger, "[type=range]", 100)  # it moves the slider
    expect(replay).not_to_have_attribute("data-step", "4")


def test_a_swipe_pins_no_token(finger: Page, app_url: str) -> None:
    finger.goto(f"{app_url}/byte_bpe?step=5")
    settle(finger)
    swipe(finger, ".text [data-testid=tokviz-token]", 90)
    expect(finger.locator(".st-key-stage [data-step]").first).to_have_attribute("data-step", "4")
    expect(finger.locator(".card:visible")).to_have_count(0)
