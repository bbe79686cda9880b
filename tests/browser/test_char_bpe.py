"""Two players, one clock, in a real Chromium."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, open_settings, settle
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

LONGER_WITHOUT = "ab aby db dbz eb ebw"
"""With the symbol, b + </w> parts the b's and ends training after 1 merge; without it, 3."""


def open_lesson(page: Page, url: str, query: str = "") -> tuple[Locator, Locator]:
    page.goto(f"{url}/char_bpe?{query}")
    settle(page)
    players = players_of(page)
    for player in players:
        expect(player).to_have_attribute("data-step", ANY_STEP)
    return players


def players_of(page: Page) -> tuple[Locator, Locator]:
    """The leader and the follower, by name: either may be on the page first."""
    leader, follower = page.locator(".st-key-leader"), page.locator(".st-key-follower")
    return leader.get_by_test_id("tokviz-player"), follower.get_by_test_id("tokviz-player")


def open_longer_follower(page: Page, url: str) -> tuple[Locator, Locator]:
    return open_lesson(page, url, f"text={pack_text(LONGER_WITHOUT)}&merges=10&step=3")


def expect_steps(players: tuple[Locator, Locator], first: int, second: int) -> None:
    expect(players[0]).to_have_attribute("data-step", str(first))
    expect(players[1]).to_have_attribute("data-step", str(second))


def test_the_leaders_controls_move_both(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[0].get_by_test_id("tokviz-next").click()
    expect_steps(players, 1, 1)
    players[0].get_by_test_id("tokviz-slider").fill("5")
    expect_steps(players, 5, 5)
    expect(players[1].get_by_test_id("tokviz-next")).to_be_hidden()


def test_keys_in_the_follower_move_both(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[1].get_by_test_id("tokviz-token").first.click()
    page.keyboard.press("ArrowRight")
    expect_steps(players, 1, 1)


def test_the_shorter_training_waits_at_its_end(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[0].get_by_test_id("tokviz-last").click()
    expect_steps(players, 15, 12)


def test_a_deep_link_opens_both_on_its_step(app_url: str, page: Page) -> None:
    expect_steps(open_lesson(page, app_url, "sample=low&merges=20&step=15"), 15, 12)


def test_a_longer_follower_opens_on_the_links_step(app_url: str, page: Page) -> None:
    players = open_longer_follower(page, app_url)
    expect_steps(players, 1, 3)
    page.wait_for_timeout(600)  # the address is written where the reader rests
    expect(page).to_have_url(re.compile("step=3"))


def test_the_leaders_controls_reach_the_end_of_a_longer_follower(app_url: str, page: Page) -> None:
    players = open_longer_follower(page, app_url)
    players[0].get_by_test_id("tokviz-first").click()
    expect_steps(players, 0, 0)
    players[0].get_by_test_id("tokviz-last").click()
    expect_steps(players, 1, 3)
    players[0].get_by_test_id("tokviz-prev").click()
    expect_steps(players, 1, 2)
    players[0].get_by_test_id("tokviz-slider").fill("3")
    expect_steps(players, 1, 3)


def test_the_button_sends_both_to_the_parting(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[0].get_by_test_id("tokviz-last").click()
    expect_steps(players, 15, 12)
    page.get_by_role("button", name="They part at step 3").click()
    expect_steps(players, 3, 3)
    settle(page)
    expect(page).to_have_url(re.compile("step=3"))


def test_the_button_works_twice(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    for _ in range(2):
        page.get_by_role("button", name="They part at step 3").click()
        expect_steps(players, 3, 3)
        players[0].get_by_test_id("tokviz-first").click()
        expect_steps(players, 0, 0)
        page.wait_for_timeout(600)
        settle(page)


@pytest.mark.whole_page
def test_the_tables_show_the_end_whatever_the_step(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[0].get_by_test_id("tokviz-slider").fill("5")
    expect_steps(players, 5, 5)
    settle(page)
    expect(page.get_by_role("heading", name="The words at the end of training")).to_be_visible()


def leave_and_come_back(page: Page) -> None:
    menu = page.get_by_test_id("stSidebar")
    for name in ("Word level", "Character BPE"):
        menu.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(name)
        settle(page)


def test_the_step_is_there_after_another_page(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[0].get_by_test_id("tokviz-slider").fill("14")
    expect_steps(players, 14, 12)
    leave_and_come_back(page)
    expect_steps(players, 14, 12)


def test_the_step_of_a_longer_follower_is_there_after_another_page(
    app_url: str, page: Page
) -> None:
    players = open_longer_follower(page, app_url)
    players[0].get_by_test_id("tokviz-prev").click()
    expect_steps(players, 1, 2)
    leave_and_come_back(page)
    expect_steps(players, 1, 2)


def test_another_text_begins_at_the_start(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url, "sample=low&merges=20&step=7")
    expect_steps(players, 7, 7)
    page.locator(".st-key-char_bpe-sample").get_by_role("combobox").click()
    page.get_by_role("option", name="aaabdaaabac").click()
    settle(page)
    expect_steps(players, 0, 0)


def test_the_two_stand_below_each_other_on_a_phone(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    players = open_lesson(new_page(width=390, height=844), app_url)
    above, below = players[0].bounding_box(), players[1].bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]


def test_a_line_ends_between_words(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/char_bpe?sample=low")
    settle(page)
    text = page.get_by_test_id("tokviz-player").first.locator(".text")
    words, lines = text.evaluate(
        """(text) => {
            const tops = [[]];
            for (const part of text.querySelectorAll(".token, .gap"))
                if (part.className === "gap") tops.push([]);
                else tops.at(-1).push(Math.round(part.getBoundingClientRect().top));
            return [tops.map((word) => new Set(word).size), new Set(tops.flat()).size];
        }"""
    )
    assert lines > 1
    assert set(words) == {1}


def test_past_its_end_a_caption_says_that_it_is_finished(app_url: str, page: Page) -> None:
    leader, follower = players = open_longer_follower(page, app_url)
    expect_steps(players, 1, 3)
    expect(leader.get_by_test_id("tokviz-caption")).to_contain_text("Finished after 1 step.")
    expect(follower.get_by_test_id("tokviz-caption")).to_contain_text("Step 3.")
    expect(leader.locator(".token.new:visible")).to_have_count(0)
    expect(leader.locator(".pairs-title")).to_have_text("The contest of the last step")
    expect(leader.locator(".place-note")).to_be_empty()
    leader.get_by_test_id("tokviz-first").click()
    leader.get_by_test_id("tokviz-next").click()
    expect(leader.get_by_test_id("tokviz-caption")).to_contain_text("Step 1.")
    expect(leader.locator(".text .token.new")).not_to_have_count(0)
    expect(leader.locator(".pairs-title")).to_have_text("The contest of this step")


def test_a_setting_that_lengthens_the_follower_leaves_the_reader_where_he_is(
    app_url: str, page: Page
) -> None:
    players = open_longer_follower(page, app_url)
    open_settings(page)
    box = page.get_by_role("spinbutton", name="Merges to learn")
    for merges, here in (("2", 2), ("10", 2)):
        box.fill(merges)
        box.press("Enter")
        page.wait_for_url(f"**merges={merges}**")
        settle(page)
        expect_steps(players, 1, here)
    expect(players[0].locator(".of")).to_have_text("of 3")


def test_where_the_leader_becomes_the_shorter_one_the_step_stays(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url, "sample=low&merges=20&step=11&min_count=3")
    before = int(players[0].get_attribute("data-clock") or 0)
    open_settings(page)
    box = page.get_by_role("spinbutton", name="Stop when all pairs are below")
    box.fill("1")
    box.press("Enter")
    page.wait_for_url("**min_count=1**")
    settle(page)
    expect(players[0]).to_have_attribute("data-clock", str(before))
