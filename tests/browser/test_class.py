"""A class in Chromium: one leader, two who follow, each in a browser of their own."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_page, expect_step, join, lead
from tests.browser.driving import close_popover, open_settings, settle

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]


def test_followers_see_page_text_and_step(leader: Page, app_url: str, new_page: New) -> None:
    code = lead(leader)
    typing, phone = followers = new_page(dark=True), new_page(width=390, height=844)
    join(phone, app_url, code)
    expect_page(phone, "byte_bpe")
    typing.goto(app_url)
    settle(typing)
    typing.get_by_test_id("tokviz-class-field").fill(code.lower())
    typing.keyboard.press("Enter")
    expect(bar(leader)).to_contain_text("2 followers")
    for _ in range(3):
        leader.keyboard.press("ArrowRight")
    for page in followers:
        expect_step(page, 3)
    open_settings(leader)
    leader.get_by_role("textbox", name="Your own text").fill("zig zag zig zag")
    for page in followers:
        expect(page.get_by_test_id("tokviz-token").first).to_have_text("z")
    close_popover(leader)
    leader.get_by_role("button", name="Guided path").click()
    for page in (leader, *followers):
        expect(page.get_by_role("region", name="Guided path")).to_contain_text("1 of 8")
    leader.locator(".st-key-guide_next").get_by_role("button").click()
    for page in (leader, *followers):
        expect(page.get_by_role("region", name="Guided path")).to_contain_text("2 of 8")
        expect(page.locator("[data-pointed=caption]")).to_be_in_viewport()
    open_regex_bpe(leader)
    for page in followers:
        expect_page(page, "regex_bpe")
        settle(page)
        expect(bar(page)).to_contain_text(f"Following class {code}")
    settle(leader)
    leader.keyboard.press("End")
    for page in followers:
        expect_step(page, 40)


def open_regex_bpe(page: Page) -> None:
    page.locator(".st-key-bar").get_by_role("link", name="Regex BPE").click()


def test_a_class_follows_a_leader_whose_page_is_embedded(app_url: str, new_page: New) -> None:
    leader, follower = new_page(width=1280, height=720), new_page()
    leader.goto(f"{app_url}/byte_bpe?embed=true")
    settle(leader)
    join(follower, app_url, lead(leader))
    expect_page(follower, "byte_bpe")
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 1)
    open_regex_bpe(leader)
    expect_page(follower, "regex_bpe")
    settle(leader)
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 1)


@pytest.mark.whole_page
def test_a_phone_is_taken_to_sections_and_replays_that_the_leader_turns_to_and_to_no_other(
    leader: Page, app_url: str, new_page: New
) -> None:
    def expect_top() -> None:
        follower.wait_for_timeout(300)
        expect(follower.locator(".st-key-bar")).to_be_in_viewport()

    code = lead(leader)
    follower = new_page(width=390, height=844, dark=True)
    join(follower, app_url, code)
    expect_top()
    leader.get_by_test_id("tokviz-ask").first.select_option("ask")
    expect(follower.get_by_test_id("tokviz-option").first).to_be_visible()
    expect_top()
    open_regex_bpe(leader)
    settle(leader)
    expect_page(follower, "regex_bpe")
    settle(follower)
    expect_top()
    leader.locator(".st-key-below").evaluate("(below) => below.scrollIntoView()")
    leader.get_by_role("tab", name="Vocabulary").click()
    tab = follower.get_by_role("tab", name="Vocabulary", selected=True)
    expect(tab).to_be_in_viewport()
    leader.get_by_role("tab", name="Encode new text").click()
    second = leader.get_by_test_id("tokviz-player").nth(1)
    second.get_by_test_id("tokviz-last").click()
    expect(follower.get_by_test_id("tokviz-player").nth(1)).to_be_in_viewport()


def test_a_follower_comes_back_to_a_text_that_is_too_long_for_a_link(
    leader: Page, app_url: str, new_page: New
) -> None:
    """From another step, and from a text of their own."""
    letters = random.Random(1).choices("abcdefghijklmnopqrstuvwxyz ", k=20_000)
    open_settings(leader)
    leader.get_by_role("textbox", name="Your own text").fill("zig " + "".join(letters))
    settle(leader)
    close_popover(leader)
    expect(leader).not_to_have_url(re.compile("text="))
    code = lead(leader)
    follower = new_page()
    join(follower, app_url, code)
    token = follower.get_by_test_id("tokviz-token").first
    expect(token).to_have_text("z")
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 1)
    follower.get_by_test_id("tokviz-last").first.click()
    back = follower.get_by_role("button", name="Back to class")
    with follower.expect_response(re.compile(r"/live/[A-Z]{6}/text/")):
        back.click()
    expect_step(follower, 1)
    expect(token).to_have_text("z")
    settle(follower)  # that run fills the box
    open_settings(follower)
    follower.get_by_role("textbox", name="Your own text").fill("own own own")
    expect(token).to_have_text("o")
    close_popover(follower)
    back.click()
    expect(token).to_have_text("z")
    expect_step(follower, 1)


def test_whoever_touches_the_page_is_on_their_own_until_they_come_back(
    leader: Page, app_url: str, new_page: New
) -> None:
    """To scroll is no touch, nor is the tab key."""
    code = lead(leader)
    follower, other = new_page(), new_page()
    for page in (follower, other):
        join(page, app_url, code)
    other.mouse.move(600, 400)
    other.mouse.wheel(0, 300)
    other.keyboard.press("Tab")
    follower.get_by_test_id("tokviz-next").first.click()
    expect(bar(follower)).to_contain_text("Exploring on your own")
    expect_step(follower, 1)
    leader.keyboard.press("End")
    expect_step(other, 40)
    expect(bar(other)).to_contain_text("Following class")
    expect_step(follower, 1)
    open_regex_bpe(leader)
    expect_page(other, "regex_bpe")
    expect_page(follower, "byte_bpe")
    follower.get_by_role("button", name="Back to class").click()
    expect_page(follower, "regex_bpe")
    settle(follower)
    settle(leader)
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 1)


def test_leader_and_follower_stay_what_they_are_over_a_reload_until_the_end_is_told(
    leader: Page, app_url: str, new_page: New
) -> None:
    """The key of a class is in no address, and no follower has it."""
    asked: list[str] = []
    leader.on("request", lambda request: asked.append(request.url))
    code = lead(leader)
    follower = new_page()
    join(follower, app_url, code)
    for page in (leader, follower):
        page.reload()
        settle(page)
    expect(bar(leader)).to_contain_text("1 follower")
    expect(bar(follower)).to_contain_text(f"Following class {code}")
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 1)
    key = leader.evaluate("JSON.parse(localStorage.getItem('tokviz class led')).key")
    assert len(key) == 48
    assert [url for url in asked if key in url] == []
    kept = follower.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert key not in kept
    bar(leader).get_by_role("button", name="End the class").click()
    bar(leader).get_by_role("button", name="End it for 1 follower?").click()
    expect(bar(follower)).to_contain_text("The class is over.")
    expect(bar(leader)).to_contain_text(f"Class {code} is over.")
    for page in (leader, follower):
        bar(page).get_by_role("button", name="Close").click()
        expect(bar(page)).to_be_hidden()
    assert leader.evaluate("localStorage.getItem('tokviz class led')") is None
    assert follower.evaluate("sessionStorage.getItem('tokviz class')") is None
    assert leader.request.get(f"{app_url}/live/{code}").status == 404


def test_a_leader_who_closed_the_tab_leads_on_from_another(
    leader: Page, app_url: str, new_page: New
) -> None:
    code = lead(leader)
    follower = new_page()
    join(follower, app_url, code)
    again = leader.context.new_page()
    leader.close()
    again.goto(f"{app_url}/byte_bpe")
    settle(again)
    bar(again).get_by_role("button", name="Lead from here").click()
    expect(bar(again).get_by_role("button", name="Lead from here")).to_have_count(0)
    expect(bar(again)).to_contain_text(f"You lead class {code}")
    again.keyboard.press("ArrowRight")
    expect_step(follower, 1)


def test_a_class_can_be_led_and_left_with_the_keyboard_alone_and_no_other_page_keeps_its_keys(
    leader: Page,
) -> None:
    leader.get_by_role("button", name="Share").focus()
    leader.keyboard.press("Enter")
    expect(leader.get_by_test_id("stPopoverBody")).to_be_focused()  # a script goes inside
    leader.get_by_role("button", name="Lead a class").focus()
    leader.keyboard.press("Enter")
    invitation = leader.get_by_test_id("tokviz-invitation")
    expect(invitation).to_be_visible()
    leader.keyboard.press("Escape")
    expect(invitation).to_be_hidden()
    expect(bar(leader).get_by_role("button", name="Show the code")).to_be_focused()
    leader.keyboard.press("Tab")
    expect(bar(leader).get_by_role("button", name="Ask for a sentence")).to_be_focused()
    leader.keyboard.press("Tab")
    expect(bar(leader).get_by_role("button", name="Let my phone lead too")).to_be_focused()
    leader.keyboard.press("Tab")
    leader.keyboard.press("Enter")
    expect(bar(leader).get_by_role("button", name="End it for all?")).to_be_focused()
    leader.keyboard.press("Enter")
    expect(bar(leader)).to_contain_text("is over.")
    bar(leader).get_by_role("button", name="Close").click()
    open_regex_bpe(leader)
    expect_page(leader, "regex_bpe")
    settle(leader)
    leader.get_by_role("button", name="Share").click()
    leader.get_by_role("button", name="Lead a class").click()
    invitation.wait_for()
    leader.go_back()  # another page took the invitation away
    expect_page(leader, "byte_bpe")
    settle(leader)
    open_settings(leader)
    leader.keyboard.press("Escape")
    expect(leader.get_by_test_id("stPopoverBody")).to_have_count(0)
