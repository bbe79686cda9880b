"""Two players, one clock, in a real Chromium."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, DRAWN, open_settings, opened_at, settle
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


LONGER_FOLLOWER = f"text={pack_text(LONGER_WITHOUT)}&merges=10&step=3"


def at_step(page: Page, step: int) -> tuple[Locator, Locator]:
    """The players of the page that tests share, wherever the one before left them."""
    players = players_of(page)
    expect(players[0]).to_have_attribute("data-step", ANY_STEP)
    players[0].get_by_test_id("tokviz-slider").fill(str(step))
    return players


def expect_steps(players: tuple[Locator, Locator], first: int, second: int) -> None:
    expect(players[0]).to_have_attribute("data-step", str(first))
    expect(players[1]).to_have_attribute("data-step", str(second))


def leave_and_come_back(page: Page) -> None:
    menu = page.get_by_test_id("stSidebar")
    for name in ("Word level", "Character BPE"):
        menu.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(name)
        settle(page)


@opened_at(1280, 900, ["char_bpe"])
def test_the_leaders_controls_move_both(opened: Page) -> None:
    players = at_step(opened, 0)
    expect_steps(players, 0, 0)
    players[0].get_by_test_id("tokviz-next").click()
    expect_steps(players, 1, 1)
    players[0].get_by_test_id("tokviz-slider").fill("5")
    expect_steps(players, 5, 5)
    expect(players[1].get_by_test_id("tokviz-next")).to_be_hidden()


@opened_at(1280, 900, ["char_bpe"])
def test_keys_in_the_follower_move_both(opened: Page) -> None:
    players = at_step(opened, 0)
    players[1].get_by_test_id("tokviz-token").first.click()
    opened.keyboard.press("ArrowRight")
    expect_steps(players, 1, 1)


@opened_at(1280, 900, ["char_bpe"])
def test_the_shorter_training_waits_at_its_end(opened: Page) -> None:
    players = at_step(opened, 0)
    players[0].get_by_test_id("tokviz-last").click()
    expect_steps(players, 15, 12)


@opened_at(1280, 900, ["char_bpe"])
def test_the_button_sends_both_to_the_parting_and_works_twice(opened: Page) -> None:
    players = at_step(opened, 15)
    expect_steps(players, 15, 12)
    for _ in range(2):
        opened.get_by_role("button", name="To step 3, where they differ").click()
        expect_steps(players, 3, 3)
        settle(opened)
        expect(opened).to_have_url(re.compile("step=3"))
        players[0].get_by_test_id("tokviz-first").click()
        expect_steps(players, 0, 0)
        expect(opened).not_to_have_url(re.compile("step=3"))
        settle(opened)


@opened_at(1280, 900, ["char_bpe"])
def test_the_step_is_there_after_another_page(opened: Page) -> None:
    players = at_step(opened, 14)
    expect_steps(players, 14, 12)
    leave_and_come_back(opened)
    expect_steps(players, 14, 12)


@opened_at(1280, 900, ["char_bpe"])
def test_a_line_ends_between_words(opened: Page) -> None:
    text = at_step(opened, 0)[0].locator(".text")
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


@opened_at(1280, 900, ["char_bpe"])
def test_the_two_stand_below_each_other_on_a_phone(opened: Page) -> None:
    players = at_step(opened, 0)
    opened.set_viewport_size({"width": 390, "height": 844})
    opened.evaluate(DRAWN)
    above, below = players[0].bounding_box(), players[1].bounding_box()
    opened.set_viewport_size({"width": 1280, "height": 900})
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]


def test_a_deep_link_opens_both_on_its_step_and_another_text_begins_at_the_start(
    app_url: str, page: Page
) -> None:
    players = open_lesson(page, app_url, "sample=low&merges=20&step=15")
    expect_steps(players, 15, 12)
    page.locator(".st-key-char_bpe-sample").get_by_role("combobox").click()
    page.get_by_role("option", name="aaabdaaabac").click()
    settle(page)
    expect_steps(players, 0, 0)


def test_a_longer_follower_opens_on_the_links_step_and_the_leaders_controls_reach_its_end(
    app_url: str, page: Page
) -> None:
    """The link is left as it was where the reader rests."""
    players = open_lesson(page, app_url, LONGER_FOLLOWER)
    expect_steps(players, 1, 3)
    page.wait_for_timeout(600)  # the address is written where the reader rests
    expect(page).to_have_url(re.compile("step=3"))
    players[0].get_by_test_id("tokviz-first").click()
    expect_steps(players, 0, 0)
    players[0].get_by_test_id("tokviz-last").click()
    expect_steps(players, 1, 3)
    players[0].get_by_test_id("tokviz-prev").click()
    expect_steps(players, 1, 2)
    leave_and_come_back(page)  # the step is kept
    expect_steps(players, 1, 2)
    players[0].get_by_test_id("tokviz-slider").fill("3")
    expect_steps(players, 1, 3)


@opened_at(1280, 900, [f"char_bpe?{LONGER_FOLLOWER}"])
def test_past_its_end_a_caption_says_that_it_is_finished(opened: Page) -> None:
    leader, follower = players = at_step(opened, 3)
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


@opened_at(1280, 900, [f"char_bpe?{LONGER_FOLLOWER}"])
def test_a_setting_that_lengthens_the_follower_leaves_the_reader_where_he_is(opened: Page) -> None:
    """The last look at the page that is shared: it changes the settings."""
    players = at_step(opened, 3)
    expect_steps(players, 1, 3)
    open_settings(opened)
    box = opened.get_by_role("spinbutton", name="Merges to learn")
    for merges, here in (("2", 2), ("10", 2)):
        box.fill(merges)
        box.press("Enter")
        opened.wait_for_url(f"**merges={merges}**")
        settle(opened)
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


@pytest.mark.whole_page
def test_what_the_tutorial_prints_comes_into_sight_at_the_press_that_offers_it(
    app_url: str, page: Page
) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{app_url}/char_bpe?sample=simple")
    settle(page)
    page.get_by_role("button", name="As the tutorial prints it").click()
    words = page.locator(".st-key-wrong-encoder dd")
    for tokens in ("mple", "si", "th"):
        expect(words.filter(has_text=tokens).last).to_be_in_viewport()
