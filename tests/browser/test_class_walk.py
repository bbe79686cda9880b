"""A class is walked from its first stop to its last answer, by clicker, with phones or without."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import findings
from tests.browser.classes import bar, expect_page, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import (
    IN_WINDOW,
    answer,
    strip,
    until_seen,
)
from tests.browser.test_class_questions import card, choice, go_on, plain, tempts, why
from tokviz.paths.plans.courses import COURSES

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
NUMBER = 2
COURSE = COURSES[NUMBER - 1]
"""Asks one question after its first part, and several after its second."""
PART = COURSE.parts[0]
QUESTION = PART.questions[0]
RIGHT = QUESTION.choices.index(QUESTION.right)
WRONG = (RIGHT + 1) % len(QUESTION.choices)
ASKED, ANSWERED = len(PART.way) - 1, len(PART.way)


def count(number: int, last: int) -> re.Pattern[str]:
    return re.compile(rf"(?<!\d){number} of {last}(?!\d)")


def at_station(page: Page, number: int) -> None:
    """The page is at this stop of the part, and has drawn it."""
    expect(strip(page)).to_contain_text(count(number, len(PART.way)))
    settle(page)


def votes(page: Page) -> Locator:
    """How the class voted, in its leader's bar."""
    return bar(page).get_by_test_id("tokviz-votes").locator("li")


@pytest.fixture
def asked(app_url: str, new_page: New) -> Page:
    """Who stands before the question of the first part."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/{PART.lesson}?path={ASKED}&course={NUMBER}")
    settle(page)
    at_station(page, ASKED)
    return page


def test_one_press_starts_a_class_and_a_clicker_walks_it_into_its_next_part(
    app_url: str, new_page: New
) -> None:
    """Without phones the strip has the choices."""
    page = new_page(width=1280, height=720)
    page.goto(app_url)
    settle(page)
    page.get_by_role("button", name=COURSE.title).click()
    expect_page(page, PART.lesson)
    for number in range(1, len(PART.way) + 1):
        at_station(page, number)
        if number == ASKED:
            for choice_words in QUESTION.choices:
                expect(strip(page)).to_contain_text(plain(choice_words))
            expect(strip(page)).not_to_contain_text(plain(QUESTION.why))
        if number == ANSWERED:
            expect(strip(page)).to_contain_text(f"{plain(QUESTION.right)} ✓ right")
            expect(strip(page)).to_contain_text(plain(QUESTION.why))
            until_seen(page, IN_WINDOW)
        if PART.way[number - 1].stop.asks:
            answer(page)
        page.keyboard.press("PageDown")
    following = COURSE.parts[1]
    expect_page(page, following.lesson)
    expect(strip(page)).to_contain_text(count(1, len(following.way)))
    expect(strip(page)).to_contain_text(f"{COURSE.title}, part 2 of 2.")
    settle(page)
    page.keyboard.press("PageUp")
    expect_page(page, PART.lesson)
    at_station(page, ANSWERED)


def test_phones_vote_on_what_the_way_asks_and_a_press_shows_the_answer(
    asked: Page, app_url: str, new_page: New, axe: str
) -> None:
    """A slip before it loses no vote. How the class voted is kept until the class ends."""
    phone = new_page(width=390, height=844)
    join(phone, app_url, lead(asked))
    for page in (asked, phone):
        expect(card(page)).to_contain_text(QUESTION.asks)
        expect(strip(page).get_by_text(QUESTION.asks)).to_be_hidden()
    choice(phone, WRONG).click()
    expect(bar(asked)).to_contain_text("1 voted")
    expect(bar(asked).get_by_role("button", name="Show all votes")).to_have_count(0)
    asked.keyboard.press("PageUp")
    at_station(asked, ASKED - 1)
    for page in (asked, phone):
        expect(card(page)).to_have_count(0)
    asked.keyboard.press("PageDown")
    at_station(asked, ASKED)
    expect(bar(asked)).to_contain_text("1 voted")
    expect(choice(phone, WRONG)).to_have_attribute("aria-pressed", "true")
    asked.keyboard.press("PageDown")
    at_station(asked, ANSWERED)
    expect_reasons(asked, phone)
    asked.keyboard.press("PageDown")
    expect(card(asked)).to_have_count(0)
    at_station(asked, ANSWERED)
    expect(strip(asked)).to_contain_text(plain(QUESTION.why))
    expect(votes(asked).nth(WRONG)).to_contain_text("1")
    expect(votes(asked).nth(RIGHT)).to_contain_text("0✓ right")
    asked.keyboard.press("PageDown")
    for page in (asked, phone):
        expect_page(page, COURSE.parts[1].lesson)
        expect(card(page)).to_have_count(0)
    settle(asked)
    asked.reload()
    settle(asked)
    expect_results_until_the_end(asked, axe)


def expect_reasons(leader: Page, phone: Page) -> None:
    """The card says why what is right is right, and why what is not tempts; the strip waits."""
    for page in (leader, phone):
        expect(card(page)).to_contain_text("✓ right")
        expect(why(page)).to_contain_text(plain(QUESTION.why))
        expect(tempts(page)).to_contain_text(plain(QUESTION.ballot["tempts"][WRONG]))
        expect(strip(page).get_by_text(plain(QUESTION.asks))).to_be_hidden()


def expect_results_until_the_end(leader: Page, axe: str) -> None:
    """How the class voted, shown and copied; its end forgets it."""
    leader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    bar(leader).get_by_role("button", name="Show all votes").click()
    dialog = leader.get_by_role("dialog", name="How the class voted")
    expect(dialog).to_contain_text(plain(QUESTION.asks))
    rows = dialog.get_by_test_id("tokviz-results").locator(".votes li")
    expect(rows).to_have_count(len(QUESTION.choices))
    expect(rows.nth(RIGHT)).to_contain_text("0✓ right")
    for number in range(len(QUESTION.choices)):
        expect(rows.nth(number)).to_contain_text("1" if number == WRONG else "0")
    assert not findings(leader, axe, ".st-key-classroom")
    dialog.get_by_role("button", name="Copy as a table").click()
    expect(dialog).to_contain_text("Copied.")
    copied = leader.evaluate("navigator.clipboard.readText()").split("\n")
    assert copied[0] == "question\toption\tvotes\tright"
    assert copied[1 + RIGHT] == f"{QUESTION.asks}\t{QUESTION.choices[RIGHT]}\t0\tright"
    assert copied[1 + WRONG].startswith(f"{QUESTION.asks}\t{QUESTION.choices[WRONG]}\t1")
    dialog.get_by_role("button", name="Close").click()
    for _ in range(2):  # it asks first
        bar(leader).locator("button[name=end]").click()
    expect(bar(leader)).to_contain_text("is over")
    assert leader.evaluate("localStorage.getItem('tokviz class results')") is None


def test_who_leaves_the_way_takes_its_question_along_and_a_reload_asks_on(
    asked: Page, app_url: str, new_page: New
) -> None:
    """What is done is not asked again."""
    phone, address = new_page(width=390, height=844), asked.url
    join(phone, app_url, lead(asked))
    expect(card(phone)).to_be_visible()
    asked.get_by_test_id("stSidebar").get_by_role("link", name="WordPiece").click()
    expect_page(phone, "wordpiece")
    for page in (asked, phone):
        expect(card(page)).to_have_count(0)
    asked.goto(address)
    settle(asked)
    choice(phone, RIGHT).click()
    expect(bar(asked)).to_contain_text("1 voted")
    asked.reload()
    settle(asked)
    expect(bar(asked)).to_contain_text("1 voted")
    go_on(asked, "Show the answer")
    at_station(asked, ANSWERED)
    expect(card(phone)).to_contain_text("✓ right")
    go_on(asked, "Show it on the page")
    expect(card(asked)).to_have_count(0)
    bar(asked).get_by_role("button", name="Done").click()
    expect(card(phone)).to_have_count(0)
    at_station(asked, ANSWERED)
    expect_page(phone, PART.lesson)
    expect(strip(phone)).to_contain_text(plain(QUESTION.why))
    asked.reload()
    settle(asked)
    at_station(asked, ANSWERED)
    asked.wait_for_timeout(500)
    for page in (asked, phone):
        expect(card(page)).to_have_count(0)
    expect(votes(asked)).to_have_count(0)
    asked.keyboard.press("PageDown")
    expect_page(asked, COURSE.parts[1].lesson)
    settle(asked)
    asked.keyboard.press("PageUp")
    expect(votes(asked).nth(RIGHT)).to_contain_text("1✓ right")


def test_on_a_page_without_the_way_its_question_has_its_answer_there(asked: Page) -> None:
    lead(asked)
    expect(card(asked)).to_be_visible()
    asked.get_by_test_id("stSidebar").get_by_role("link", name="tokviz").click()
    expect_page(asked, "")
    settle(asked)
    go_on(asked, "Show the answer")
    expect(card(asked)).to_contain_text("✓ right")
    go_on(asked, "Show it on the page")
    bar(asked).get_by_role("button", name="Done").click()
    expect(votes(asked)).to_have_count(0)


def test_a_slip_of_the_clicker_brings_the_answer_back_with_its_votes(
    app_url: str, new_page: New
) -> None:
    leader, part = new_page(width=1280, height=720), COURSE.parts[1]
    first, last = len(part.path.stops) + 1, len(part.way)
    leader.goto(f"{app_url}/{part.lesson}?path={first}&course={NUMBER}")
    settle(leader)
    phone = new_page(width=390, height=844)
    join(phone, app_url, lead(leader))
    choice(phone, 0).click()
    expect(bar(leader)).to_contain_text("1 voted")
    for press, number, cards in (
        ("PageDown", 1, 1),  # with the answer
        ("PageDown", 1, 0),  # it is folded
        ("PageDown", 2, 1),  # with the next question
        ("PageUp", 1, 0),
    ):
        leader.keyboard.press(press)
        expect(strip(leader)).to_contain_text(count(first + number, last))
        expect(card(leader)).to_have_count(cards)
        if (number, cards) == (1, 1):
            expect(card(leader)).to_contain_text("✓ right")
        settle(leader)
    fold = bar(phone).locator("button[name=fold]")
    expect(fold).to_contain_text("answered")  # the phone shows the page, as the wall does
    fold.click()
    expect(card(phone)).to_contain_text(plain(part.questions[0].asks))
    expect(card(phone)).to_contain_text("✓ right")
    expect(votes(leader).first).to_contain_text("1")
