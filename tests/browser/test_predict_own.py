"""Predicting in the text, in a real Chromium: a pressed token offers itself and what follows."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, opened_at, settle
from tests.browser.test_class_help import help_on
from tests.browser.test_class_stage import asked_on_phones
from tests.browser.test_predict import answer, asked_again, asking, options, spelled

pytestmark = pytest.mark.stage_alone

CARD = ".card"
COUNTED = re.compile(r"stand together")


def hold(player: Locator, pair: str) -> Locator:
    """Press the first token of the text at which that pair begins."""
    tokens = player.locator(".text .token")
    parts = tokens.all_text_contents()  # whether they are in sight or not
    first, second = pair.split("+")
    at = list(pairwise(parts)).index((first, second))
    tokens.nth(at).click()
    return tokens.nth(at)


def take(player: Locator) -> Locator:
    return player.locator(CARD).get_by_role("button", name="Predict")


OWN = [asking(lesson) for lesson in ("byte_bpe", "char_bpe", "wordpiece", "sentencepiece_bpe")]


@opened_at(1280, 900, OWN[:1])
def test_a_card_that_is_held_stays_under_the_pointer_on_its_way_to_the_button(opened: Page) -> None:
    player = asked_again(opened)
    tokens = player.locator(".text .token")
    tokens.nth(0).hover()
    expect(player.locator(CARD)).to_contain_text("Press the token to predict the two.")
    tokens.nth(0).click()
    before = take(player).locator(".token").all_inner_texts()
    tokens.nth(3).hover()
    assert take(player).locator(".token").all_inner_texts() == before
    opened.keyboard.press("Escape")


@opened_at(1280, 900, OWN[:1])
def test_the_card_tells_how_often_only_where_the_counts_are_shown(opened: Page) -> None:
    player = asked_again(opened)
    player.locator(".text .token").first.click()
    expect(take(player)).to_be_visible()
    expect(player.locator(CARD)).not_to_contain_text(COUNTED)
    help_on(opened).click()
    expect(player.locator(CARD)).to_contain_text(COUNTED)
    player.get_by_role("button", name="Hide the counts").click()
    expect(player.locator(CARD)).not_to_contain_text(COUNTED)
    opened.keyboard.press("Escape")


@opened_at(1280, 900, OWN, first=[OWN[0], OWN[2]])
def test_a_pair_that_was_not_offered_may_be_the_answer_and_one_that_was_is_its_option(
    opened: Page,
) -> None:
    """The last look at the page that is shared: it answers."""
    page, player = opened, asked_again(opened)
    own = press_a_pair_that_was_not_offered(page, player)
    places = player.locator(".text .same")
    assert places.count() >= 2
    expect(player.locator(CARD)).not_to_contain_text(COUNTED)
    take(player).click()
    expect(player).to_have_attribute("data-step", "3")
    verdict = player.locator(".verdict")
    expect(verdict).to_have_text(
        re.compile(r"^(✓ Tied, .+ 1|✗ No: .+ (stood|scores|may not).+ 0) of 1 right\.$")
    )
    assert spelled(verdict) in ([own], [""])  # what is right needs no name
    expect(player.locator(CARD)).to_be_hidden()

    page.keyboard.press("PageDown")
    expect(player).to_have_attribute("data-question", "4")
    right, _ = answer(page, player)
    winner = spelled(options(player).locator(".pair"))[right]
    hold(player, winner).press("Enter")  # as the button, without a mouse
    expect(verdict).to_have_text(re.compile(r"^✓ Right\. [12] of 2 right\.$"))


def press_a_pair_that_was_not_offered(page: Page, player: Locator) -> str:
    """The first such pair of the text."""
    offered = spelled(options(player).locator(".pair"))
    for at in range(player.locator(".text .token").count()):
        player.locator(".text .token").nth(at).click()
        own = "+".join(take(player).locator(".token").all_inner_texts())
        if own and own not in offered:
            return own
        page.keyboard.press("Escape")
    raise AssertionError("Every pair of the text is offered.")


def test_a_class_votes_on_what_is_offered(
    leader: Page, app_url: str, new_page: Callable[..., Page]
) -> None:
    (phone,) = asked_on_phones(1, leader, app_url, new_page)
    player = phone.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-question", ANY_STEP)
    offered = spelled(options(player).locator(".pair"))
    found = {"offered": False, "other": False}
    tokens = player.locator(".text .token")
    for at in range(12):
        tokens.nth(at).click()
        button = take(player)
        if button.count():
            assert "+".join(button.locator(".token").all_inner_texts()) in offered
            found["offered"] = True
            last = at
        else:
            expect(player.locator(CARD)).to_contain_text("not among the answers")
            found["other"] = True
        expect(player.locator(CARD)).not_to_contain_text(COUNTED)
        phone.keyboard.press("Escape")
    assert all(found.values())
    tokens.nth(last).click()
    take(player).click()
    expect(player.locator(".option[aria-pressed=true]")).to_have_count(1)


@pytest.mark.whole_page
def test_of_a_text_that_is_encoded_the_card_tells_no_rank_while_it_is_asked(
    app_url: str, page: Page
) -> None:
    page.goto(f"{app_url}/byte_bpe?merges=12&section=Encode+new+text&ask=1")
    settle(page)
    player = page.get_by_test_id("tokviz-player").nth(1)
    player.get_by_test_id("tokviz-next").click()
    expect(player).to_have_attribute("data-question", ANY_STEP)
    offered = spelled(options(player).locator(".pair"))
    hold(player, offered[0])
    card = player.locator(CARD)
    expect(card).to_contain_text("after it")
    expect(card).not_to_contain_text("could join")
