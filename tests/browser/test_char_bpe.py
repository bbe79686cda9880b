"""Two players, one clock, in a real Chromium."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, settle


def open_lesson(page: Page, url: str, query: str = "") -> tuple[Locator, Locator]:
    page.goto(f"{url}/char_bpe?{query}")
    settle(page)
    players = page.get_by_test_id("tokviz-player")
    expect(players.nth(1)).to_have_attribute("data-step", ANY_STEP)
    return players.nth(0), players.nth(1)


def expect_steps(players: tuple[Locator, Locator], first: int, second: int) -> None:
    expect(players[0]).to_have_attribute("data-step", str(first))
    expect(players[1]).to_have_attribute("data-step", str(second))


def test_a_step_in_one_player_is_a_step_in_both(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[0].get_by_test_id("tokviz-next").click()
    expect_steps(players, 1, 1)
    players[1].get_by_test_id("tokviz-next").click()
    expect_steps(players, 2, 2)


def test_keys_in_the_follower_move_both(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[1].get_by_test_id("tokviz-next").focus()
    page.keyboard.press("ArrowRight")
    expect_steps(players, 1, 1)


def test_the_shorter_training_waits_at_its_end(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[0].get_by_test_id("tokviz-last").click()
    expect_steps(players, 15, 12)


def test_a_deep_link_opens_both_on_its_step(cold_url: str, page: Page) -> None:
    expect_steps(open_lesson(page, cold_url, "sample=low&merges=20&step=15"), 15, 12)


def test_a_longer_follower_opens_on_the_links_step(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url, "sample=simple&merges=10&step=9")
    expect_steps(players, 9, 9)


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
        players[1].get_by_test_id("tokviz-first").click()
        expect_steps(players, 0, 0)
        page.wait_for_timeout(600)
        settle(page)


def test_the_tables_follow_the_step(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[0].get_by_test_id("tokviz-slider").fill("5")
    expect(page.get_by_text("The words after step 5")).to_be_visible(timeout=20_000)


def test_the_step_is_there_after_another_page(app_url: str, page: Page) -> None:
    players = open_lesson(page, app_url)
    players[0].get_by_test_id("tokviz-slider").fill("14")
    expect(page.get_by_text("The words after step 14")).to_be_visible(timeout=20_000)
    menu = page.get_by_test_id("stSidebar")
    menu.get_by_role("link", name="Word level").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Word level")
    settle(page)
    menu.get_by_role("link", name="Character BPE").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Character BPE")
    settle(page)
    expect_steps((players[0], players[1]), 14, 12)


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
