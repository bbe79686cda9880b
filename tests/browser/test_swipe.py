"""A finger on a phone: a swipe over a replay steps it, and what else it does stays what it was."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.asking import NOTE_RUNS
from tests.browser.driving import settle, watch
from tests.browser.swiping import swipe

pytestmark = pytest.mark.stage_alone


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    faults: list[str] = []
    with browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as context:
        context.add_init_script(NOTE_RUNS)
        page = context.new_page()
        watch(page, faults)
        yield page
    assert faults == []


@pytest.mark.parametrize(
    ("lesson", "stage"),
    [("byte_bpe", ".text"), ("unigram", ".lanes"), ("text_to_bytes", ".rows-pane")],
)
def test_a_swipe_steps_there_and_back(lesson: str, stage: str, phone: Page, app_url: str) -> None:
    phone.goto(f"{app_url}/{lesson}")
    settle(phone)
    replay = phone.locator(".st-key-stage [data-step]").first
    for step in (1, 2):
        swipe(phone, stage, -120, 15)
        expect(replay).to_have_attribute("data-step", str(step))
    swipe(phone, stage, 120)
    expect(replay).to_have_attribute("data-step", "1")


def test_what_is_no_swipe_steps_nothing(phone: Page, app_url: str) -> None:
    phone.goto(f"{app_url}/byte_bpe?step=5")
    settle(phone)
    replay = phone.locator(".st-key-stage [data-step]").first
    swipe(phone, ".text", -30)
    swipe(phone, ".text", -80, -120)
    swipe(phone, ".text", -120, fingers=2)
    expect(replay).to_have_attribute("data-step", "5")
    swipe(phone, "[type=range]", 100)  # it moves the slider
    expect(replay).not_to_have_attribute("data-step", "4")


def test_a_swipe_pins_no_token(phone: Page, app_url: str) -> None:
    phone.goto(f"{app_url}/byte_bpe?step=5")
    settle(phone)
    swipe(phone, ".text [data-testid=tokviz-token]", 90)
    expect(phone.locator(".st-key-stage [data-step]").first).to_have_attribute("data-step", "4")
    expect(phone.locator(".card:visible")).to_have_count(0)
