"""A class has its answer: its leader's screen shows what proves it, and phones keep their vote."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import button, strip, until_drawn
from tests.browser.presenting import leave, press_present
from tests.browser.test_class_questions import card, choice, plain
from tests.browser.test_class_walk import count, votes
from tokviz.paths.plans.courses import COURSES

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
COURSE = 5
PART = COURSES[COURSE - 1].parts[-1]
FIRST = len(PART.path.stops) + 1
"""Where the first of several questions is asked; its answer stands at the next stop."""
FREE = """() => {
    const {left, top, width, height} = document.querySelector(".st-key-guide")
        .getBoundingClientRect();
    const at = [1 / 8, 1 / 2, 7 / 8].map((part) => document.elementFromPoint(
        left + part * width, top - 64));
    return at.every((found) => found && !found.closest(".st-key-classroom"));
}"""
"""Does nothing of the class lie over what stands above the path's words, and the line of votes?"""


def at(page: Page, number: int) -> None:
    expect(strip(page)).to_contain_text(count(number, len(PART.way)))
    until_drawn(page)


def clicks(page: Page, key: str, number: int) -> None:
    """A press of the clicker, to a stop."""
    page.keyboard.press(key)
    at(page, number)


@pytest.fixture
def led(app_url: str, new_page: New) -> tuple[Page, Page]:
    """Who stands before the first of several questions, and a phone that has voted on it."""
    leader, phone = new_page(width=1280, height=720), new_page(width=390, height=844)
    leader.goto(f"{app_url}/{PART.lesson}?path={FIRST}&course={COURSE}")
    settle(leader)
    at(leader, FIRST)
    join(phone, app_url, lead(leader))
    choice(phone, 0).click()
    expect(bar(leader)).to_contain_text("1 voted")
    return leader, phone


def answers(page: Page, number: int) -> None:
    """The way's answer on its card, and then on the page, with the answer's words."""
    clicks(page, "PageDown", number)
    expect(card(page)).to_contain_text("✓ right")
    expect(card(page)).to_be_in_viewport(ratio=1)
    expect(votes(page)).to_have_count(0)
    clicks(page, "PageDown", number)
    expect(card(page)).to_have_count(0)


def expect_folded(phone: Page) -> None:
    """It shows the page, as the wall does; the card with its vote is a press away."""
    fold = bar(phone).locator("button[name=fold]")
    expect(card(phone)).to_have_count(0)
    expect(fold).to_contain_text("answered")
    fold.click()
    expect(card(phone)).to_contain_text("✓ right")
    expect(choice(phone, 0)).to_contain_text("your vote")
    fold.click()
    expect(card(phone)).to_have_count(0)


def expect_the_stage_free(leader: Page, phone: Page) -> None:
    """The votes leave it to what proves the answer, and the phone's card does."""
    expect_folded(phone)
    expect(card(leader)).to_have_count(0)
    expect(votes(leader)).to_have_count(len(PART.questions[0].choices))
    expect(votes(leader).first).to_contain_text("1")
    expect(bar(leader)).to_contain_text("✓ right")
    for letter, row in zip("ABC", votes(leader).all(), strict=True):
        expect(row).to_be_in_viewport(ratio=1)
        expect(row.locator(".letter")).to_have_text(letter)
    expect(strip(leader)).to_contain_text(plain(PART.questions[0].why))
    assert leader.evaluate(FREE)


def test_a_card_has_the_answer_and_leaves_the_stage_to_what_proves_it(
    led: tuple[Page, Page],
) -> None:
    """Presented too. And a class goes back to its question, and on to its end."""
    leader, phone = led
    asks = [plain(question.asks) for question in PART.questions]
    answers(leader, FIRST + 1)
    expect_the_stage_free(leader, phone)
    clicks(leader, "PageUp", FIRST)
    press_present(leader)
    clicks(leader, "PageDown", FIRST + 1)
    expect_the_stage_free(leader, phone)
    leave(leader)
    clicks(leader, "PageDown", FIRST + 2)
    answers(leader, FIRST + 3)
    for number in (2, 1):
        clicks(leader, "PageUp", FIRST + number)
    expect_folded(phone)
    clicks(leader, "PageUp", FIRST)
    expect(strip(leader).get_by_text(asks[0])).to_be_visible()
    expect(votes(leader).first).to_contain_text("1")
    expect_folded(phone)
    for key, number in (("PageUp", -1), ("PageDown", 0)):
        clicks(leader, key, FIRST + number)
    answers(leader, FIRST + 1)
    press_present(leader)
    bar(leader).get_by_role("button", name="Show all votes").click()
    results = leader.get_by_test_id("tokviz-results")
    expect(results.locator("h3")).to_have_text(asks[:2])
    expect(results.locator(".votes").first.locator("li").first).to_contain_text("1")
    leader.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect_a_press_at_the_end_takes_the_answer_away(leader, phone)


def expect_a_press_at_the_end_takes_the_answer_away(leader: Page, phone: Page) -> None:
    """And shows what to remember. What lies over it is folded by hand first."""
    last = len(PART.way)
    for number in range(FIRST + 2, last, 2):
        clicks(leader, "PageDown", number)
        clicks(leader, "PageDown", number + 1)
        button(leader, "next" if number + 1 < last else "end").click()
        expect(card(leader)).to_have_count(0)
        at(leader, number + 1)
    told = leader.get_by_test_id("stPopoverBody")
    expect(told).to_have_count(0)
    fold = bar(phone).locator("button[name=fold]")
    expect(fold).to_contain_text("answered")
    fold.click()
    expect(card(phone)).to_contain_text("✓ right")
    leader.keyboard.press("PageDown")
    expect(told).to_contain_text("Remember")
    expect(card(phone)).to_have_count(0)
    expect(votes(leader)).to_have_count(0)
    at(leader, last)
