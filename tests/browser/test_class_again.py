"""A class votes, talks, and votes again: its first vote stands beside the second."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import bar, join, lead
from tests.browser.test_class_answers import FIRST, PART, clicks, led
from tests.browser.test_class_questions import (
    PHONE,
    RIGHT,
    WRONG,
    ask_and_vote,
    card,
    choice,
    go_on,
    teacher,
)

__all__ = ["led", "teacher"]

New = Callable[..., Page]


def expect_votes(rows: Locator, first: dict[int, int], now: dict[int, int]) -> None:
    expect(rows).not_to_have_count(0)
    for number in range(rows.count()):
        strong = rows.nth(number).locator("strong")
        expect(strong.first).to_have_text(f"first vote: {first.get(number, 0)}")
        expect(strong.last).to_have_text(f"now: {now.get(number, 0)}")


def test_a_class_that_votes_again_has_both_votes_side_by_side(
    teacher: Page, app_url: str, new_page: New
) -> None:
    """Over a reload of either page too; phones choose anew, and nobody is told the answer."""
    phone = new_page(**PHONE)
    join(phone, app_url, lead(teacher))
    ask_and_vote(teacher, phone, WRONG)
    rows = card(teacher).locator(".votes li:not(.named)")
    expect(card(teacher).get_by_text("first vote")).to_have_count(0)
    go_on(teacher, "Ask again")
    expect(bar(teacher)).to_contain_text("0 voted")
    expect(card(teacher).locator(".named")).to_have_text("first votenow")
    expect_votes(rows, first={WRONG: 1}, now={})
    expect(card(phone)).to_contain_text("Vote again")
    expect(choice(phone, WRONG)).to_have_attribute("aria-pressed", "false")
    choice(phone, RIGHT).click()
    expect_votes(rows, first={WRONG: 1}, now={RIGHT: 1})
    for page in (teacher, phone):
        page.reload()
        expect(card(page)).not_to_contain_text("✓ right")
    expect(choice(phone, RIGHT)).to_contain_text("✓ your vote")
    expect_votes(rows, first={WRONG: 1}, now={RIGHT: 1})
    go_on(teacher, "Hide votes until the answer")
    expect(card(teacher).locator("strong")).to_have_count(0)
    go_on(teacher, "Show the answer")
    expect_votes(rows.filter(has=teacher.locator("strong")), {WRONG: 1}, {RIGHT: 1})
    go_on(teacher, "Done")
    bar(teacher).get_by_role("button", name="Show all votes").click()
    results = teacher.get_by_test_id("tokviz-results")
    expect_votes(results.locator(".votes li:not(.named)"), {WRONG: 1}, {RIGHT: 1})


@pytest.mark.stage_alone
def test_a_class_votes_again_on_its_way_and_the_clicker_shows_the_answer(
    led: tuple[Page, Page],
) -> None:
    leader, phone = led
    right = PART.questions[0].place
    assert right  # the first vote is on another
    go_on(leader, "Ask again")
    expect(card(phone)).to_contain_text("Vote again")
    choice(phone, right).click()
    expect(bar(leader)).to_contain_text("1 voted")
    rows = card(leader).locator(".votes li:not(.named)")
    expect_votes(rows, first={0: 1}, now={right: 1})
    clicks(leader, "PageDown", FIRST + 1)
    expect(card(leader)).to_contain_text("✓ right")
    expect(rows).to_have_count(len(PART.questions[0].choices))
    expect_votes(rows, first={0: 1}, now={right: 1})
    expect(choice(phone, right)).to_contain_text("your vote")
