"""Predicting where no pair merges: which piece goes, which one fits, which word comes first."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.browser.test_predict import asking_replay, caption, options
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone


def test_of_unigrams_pieces_it_asks_which_goes(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/unigram?ask=1")
    settle(page)
    player = page.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-step", "0")
    while player.get_attribute("data-question") is None:
        page.keyboard.press("PageDown")
    expect(caption(player)).to_have_text(
        re.compile(
            r"^Step \d+\? The pruning drops \d+ pieces. Which of these goes\? What you see is after"
        )
    )
    for token in player.locator(".lane .doomed, .lane:has-text('The vocabulary') .token").all():
        expect(token).to_be_hidden()
    asked = player.get_attribute("data-question") or ""
    page.keyboard.press("2")
    expect(player).to_have_attribute("data-step", asked)
    expect(player.locator(".verdict")).to_have_text(
        re.compile(r"(✓ .*|✗ No: .+ stays: .+; “.+” goes\. )[01] of 1 right\.$")
    )
    expect(caption(player)).to_contain_text("pieces dropped")


@pytest.mark.whole_page
def test_matching_asks_for_the_longest_piece_that_fits(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/wordpiece?section=Encode+new+text&ask=1")
    settle(page)
    player = page.get_by_test_id("tokviz-player").nth(1)
    expect(player).to_have_attribute("data-step", "0")
    player.get_by_test_id("tokviz-next").click()
    expect(caption(player)).to_contain_text("the longest in the vocabulary that begins")
    asked = player.get_attribute("data-question") or ""
    expect(player.locator(".lane").nth(1).locator(".token:visible")).to_have_count(0)
    options(player).first.click()
    expect(player).to_have_attribute("data-step", asked)
    expect(player.locator(".verdict")).to_contain_text("of 1 right.")


def test_word_level_asks_for_order_and_numbers(app_url: str, page: Page) -> None:
    text = pack_text("the hen, the pen.")
    page.goto(
        f"{app_url}/word_level?text={text}&new_text={pack_text('the owl')}&step=1&ask=predict"
    )
    player = asking_replay(page)
    expect(caption(player)).to_contain_text("Which of these comes first?")
    options(player).filter(has_text=",").click()
    expect(player.locator(".verdict")).to_have_text("✓ Right. 1 of 1 right.")
    page.keyboard.press("PageDown")
    expect(caption(player)).to_contain_text("Which entry takes the last number,")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(caption(player)).to_contain_text("Which number does it get?")
    options(player).filter(has_text="unknown").click()
    verdict = player.locator(".verdict")
    expect(verdict).to_contain_text("✗ No: unknown is for words that are not on the list")
