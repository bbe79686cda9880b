"""While a class votes nobody who follows steps ahead to the answer, whoever asked the question."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_step, join, lead, options
from tests.browser.driving import settle
from tests.browser.swiping import swipe
from tests.browser.test_class_questions import ask, card
from tests.browser.test_class_stage import predict

New = Callable[..., Page]
BUTTONS = ("first", "prev", "play", "next", "last")
WAITS = "Steps wait."


def expect_to_wait(page: Page, step: int) -> None:
    """Buttons, slider, boxes, keys and a swipe leave a page where its class is."""
    replay = page.get_by_test_id("tokviz-player").first
    expect(bar(page)).to_contain_text(WAITS)
    for name in BUTTONS:
        button = replay.get_by_test_id(f"tokviz-{name}")
        expect(button).to_have_attribute("aria-disabled", "true")
        button.dispatch_event("click")
        button.click(force=True)
    for box in ("tokviz-slider", "tokviz-ask"):
        expect(replay.get_by_test_id(box)).to_be_disabled()
    expect(replay.get_by_label("Go to step")).to_be_disabled()
    expect(replay.get_by_role("button", name="Show the counts")).to_have_count(0)
    replay.get_by_test_id("tokviz-caption").focus()
    for key in ("ArrowRight", "End", " ", "PageDown", "ArrowLeft"):
        page.keyboard.press(key)
    page.wait_for_timeout(600)  # a film's first step would have come
    expect_step(page, step)
    expect(bar(page)).to_contain_text("Following class")


@pytest.mark.stage_alone
def test_who_follows_waits_while_a_replay_asks_and_steps_again_after_it(
    leader: Page, app_url: str, new_page: New
) -> None:
    phone, laptop = new_page(width=390, height=844), new_page(width=1280, height=720)
    code = lead(leader)
    for page in (phone, laptop):
        join(page, app_url, code)
    predict(leader)
    for page in (phone, laptop):
        expect(options(page).first).to_be_visible()
        expect_to_wait(page, 0)
        options(page).first.click()
        expect(options(page).first).to_have_attribute("aria-pressed", "true")
        expect(bar(page)).to_contain_text(WAITS)
    expect(bar(leader)).to_contain_text("2 voted")
    leader.get_by_test_id("tokviz-next").first.click()
    for page in (phone, laptop):
        expect_step(page, 1)
        expect(bar(page)).not_to_contain_text(WAITS)
    laptop.get_by_test_id("tokviz-prev").first.click()
    expect(bar(laptop)).to_contain_text("Exploring on your own")
    expect_step(laptop, 0)


def test_who_follows_waits_while_a_plan_asks_alone_too(app_url: str, new_page: New) -> None:
    """Whoever leaves the class is free."""
    leader = new_page(width=1280, height=720)
    leader.goto(f"{app_url}/byte_bpe?section=Teach+it")
    settle(leader)
    follower, alone = new_page(width=1280, height=720), new_page(width=1280, height=720)
    code = lead(leader)
    for page in (follower, alone):
        join(page, app_url, code)
    alone.get_by_test_id("tokviz-next").first.click()
    expect(bar(alone)).to_contain_text("Exploring on your own")
    expect_step(alone, 1)
    ask(leader)
    for page in (follower, alone):
        expect(card(page)).to_be_visible()
        expect(bar(page)).to_contain_text(WAITS)
    expect_to_wait(follower, 0)
    alone.keyboard.press("ArrowRight")
    expect_step(alone, 1)
    bar(alone).get_by_role("button", name="Leave").click()
    alone.get_by_test_id("tokviz-next").first.click()
    expect_step(alone, 2)


@pytest.mark.stage_alone
def test_a_finger_waits_too(leader: Page, app_url: str, finger: Page) -> None:
    join(finger, app_url, lead(leader))
    predict(leader)
    expect(options(finger).first).to_be_visible()
    swipe(finger, ".caption", -120)
    finger.wait_for_timeout(300)
    expect_step(finger, 0)
    expect(bar(finger)).to_contain_text("Following class")
