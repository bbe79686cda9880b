"""The answer to what a plan asks: it says why, and a class that sees it is where it is proven."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import bar, expect_step, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import strip
from tests.browser.presenting import press_present
from tests.browser.test_class_questions import (
    LARGE,
    OTHER,
    PHONE,
    QUESTION,
    RIGHT,
    SIZE,
    WRONG,
    ask,
    card,
    choice,
    followed,
    go_on,
    teacher,
)
from tests.browser.test_class_walk import ASKED, PART, at_station
from tests.matrix import few
from tokviz.paths.byte_bpe import PATH
from tokviz.paths.plans.byte_bpe import PLAN
from tokviz.paths.plans.plan import Question

__all__ = ["teacher"]  # a fixture

New = Callable[..., Page]
TEMPTS = QUESTION.ballot["tempts"]
STEP_SEEN = PATH.step(PLAN.questions[0].seen)
ONE_LINE = 44  # pixels: what a thumb hits
UNCOVERED = """(part) => {
    const {left, right, top, bottom} = part.getBoundingClientRect();
    const host = document.querySelector(".st-key-classroom");
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !host.contains(found);
}"""


def why(page: Page) -> Locator:
    """What the card says of the answer."""
    return card(page).get_by_test_id("tokviz-why")


def tempts(page: Page) -> Locator:
    """What the card says of a wrong option."""
    return card(page).get_by_test_id("tokviz-tempts")


def plain(words: str) -> str:
    """Code as a page shows it."""
    return words.replace("`", "")


def test_the_answer_comes_with_its_reason_and_who_was_wrong_hears_why_that_tempts(
    teacher: Page, app_url: str, new_page: New
) -> None:
    phone, laptop = followed(teacher, app_url, new_page)
    ask(teacher)
    choice(phone, RIGHT).click()
    choice(laptop, WRONG).click()
    expect(bar(teacher)).to_contain_text("2 voted")
    for page in (teacher, phone, laptop):
        expect(why(page)).to_have_count(0)
    go_on(teacher, "Show the answer")
    for page in (teacher, phone, laptop):
        expect(why(page)).to_contain_text(plain(QUESTION.why))
        expect(why(page)).to_be_in_viewport(ratio=1)
    for page in (teacher, laptop):
        expect(tempts(page)).to_contain_text(plain(TEMPTS[WRONG]))
    expect(tempts(phone)).to_have_count(0)
    press_present(teacher)
    for said in (why(teacher), tempts(teacher)):
        expect(said).to_be_in_viewport(ratio=1)
        assert said.evaluate(SIZE) >= LARGE


def test_each_hears_why_their_own_option_tempts_and_the_leader_of_the_one_that_most_took(
    teacher: Page, app_url: str, new_page: New
) -> None:
    code = lead(teacher)
    votes = (WRONG, OTHER, OTHER)
    pages = [new_page(**PHONE) for _ in votes]
    for page in pages:
        join(page, app_url, code)
    ask(teacher)
    for page, option in zip(pages, votes, strict=True):
        choice(page, option).click()
    expect(bar(teacher)).to_contain_text("3 voted")
    for page in (teacher, *pages):
        expect(tempts(page)).to_have_count(0)
    go_on(teacher, "Show the answer")
    for page, option in zip(pages, votes, strict=True):
        expect(tempts(page)).to_have_text(f"Why yours tempts: {plain(TEMPTS[option])}")
        expect(tempts(page)).to_be_in_viewport(ratio=1)
    expect(tempts(teacher)).to_have_count(1)
    row = card(teacher).locator(".votes li").nth(OTHER)
    expect(row.get_by_test_id("tokviz-tempts")).to_have_text(
        f"Why it tempts: {plain(TEMPTS[OTHER])}"
    )
    row = card(teacher).locator(".votes li").nth(RIGHT)
    expect(row.get_by_test_id("tokviz-why")).to_have_text(plain(QUESTION.why))


def test_where_nobody_took_a_wrong_option_no_reason_for_one_is_told(
    teacher: Page, app_url: str, new_page: New
) -> None:
    phone = new_page(**PHONE)
    join(phone, app_url, lead(teacher))
    ask(teacher)
    choice(phone, RIGHT).click()
    expect(bar(teacher)).to_contain_text("1 voted")
    go_on(teacher, "Show the answer")
    for page in (teacher, phone):
        expect(why(page)).to_be_visible()
        expect(tempts(page)).to_have_count(0)


@pytest.mark.parametrize("forward", few(["PageDown", "ArrowRight", "Space"], first=["PageDown"]))
def test_a_clicker_shows_the_answer_and_closes_it_before_the_lesson_steps(
    forward: str, teacher: Page
) -> None:
    lead(teacher)
    ask(teacher)
    replay = teacher.get_by_test_id("tokviz-player").first
    replay.scroll_into_view_if_needed()
    teacher.keyboard.press(forward)
    expect(card(teacher)).to_contain_text("✓ right")
    expect_step(teacher, 0)
    teacher.keyboard.press(forward)
    expect(card(teacher)).to_have_count(0)
    expect_step(teacher, 0)
    teacher.keyboard.press("PageDown")
    expect_step(teacher, 1)
    ask(teacher)
    replay.scroll_into_view_if_needed()
    teacher.keyboard.press("PageUp")
    expect(card(teacher)).to_have_count(0)
    expect_step(teacher, 1)


def test_who_types_while_a_question_stands_writes(teacher: Page) -> None:
    lead(teacher)
    ask(teacher)
    step = teacher.get_by_label("Go to step").first
    for key in ("ArrowRight", "Space", "PageDown"):
        step.press(key)
    expect(card(teacher)).to_be_visible()
    expect(card(teacher)).not_to_contain_text("✓ right")


@pytest.mark.parametrize("width", few([390, 640], first=[390]))
def test_who_has_voted_folds_the_card_to_a_line_that_lies_over_nothing(
    width: int, teacher: Page, app_url: str, new_page: New
) -> None:
    phone = new_page(width=width, height=844, alone=True)
    join(phone, app_url, lead(teacher))
    ask(teacher)
    fold = bar(phone).get_by_role("button", name="See the page")
    expect(card(phone)).to_be_visible()
    expect(fold).to_have_count(0)  # first it is to be answered
    choice(phone, RIGHT).click()
    expect(choice(phone, RIGHT)).to_contain_text("✓ your vote")
    fold.click()
    expect(card(phone)).to_have_count(0)
    line = bar(phone).get_by_role("button", name=f"Question: {QUESTION.asks}")
    expect(line).to_contain_text("✓ your vote")
    expect(line).to_be_in_viewport(ratio=1)
    box = line.bounding_box()
    assert box
    assert box["height"] <= ONE_LINE
    for shown in (phone.get_by_role("heading", level=1), phone.get_by_test_id("tokviz-caption")):
        expect(shown.first).to_be_in_viewport(ratio=1)
        assert shown.first.evaluate(UNCOVERED)
    line.click()
    expect(choice(phone, RIGHT)).to_be_visible()
    fold.click()
    expect(card(phone)).to_have_count(0)
    go_on(teacher, "Show the answer")
    expect(why(phone)).to_be_visible()


def test_a_button_shows_the_class_where_the_answer_is_proven(
    teacher: Page, app_url: str, new_page: New
) -> None:
    phone = new_page(**PHONE)
    join(phone, app_url, lead(teacher))
    ask(teacher, 0)
    choice(phone, 0).click()
    expect(bar(teacher)).to_contain_text("1 voted")
    show = card(teacher).get_by_role("button", name="Show it on the page")
    expect(show).to_have_count(0)
    go_on(teacher, "Show the answer")
    show.click()
    expect(card(teacher)).to_have_count(0)
    expect(bar(teacher)).to_contain_text("✓ right")
    for page in (teacher, phone):
        expect(page).to_have_url(re.compile(r"[?&]text="))
        expect_step(page, STEP_SEEN)
        expect(page.get_by_test_id("tokviz-caption").first).to_be_in_viewport()
    expect(why(phone)).to_be_visible()
    settle(teacher)
    teacher.keyboard.press("PageDown")
    expect(card(phone)).to_have_count(0)
    expect(bar(teacher)).not_to_contain_text("✓ right")
    expect_step(teacher, STEP_SEEN)


def test_what_a_ways_strip_tells_no_card_tells_again(app_url: str, new_page: New) -> None:
    asked: Question = PART.questions[0]
    leader, phone = new_page(width=1280, height=720), new_page(**PHONE)
    leader.goto(f"{app_url}/{PART.lesson}?path={ASKED}&course=1")
    settle(leader)
    at_station(leader, ASKED)
    join(phone, app_url, lead(leader))
    wrong = (asked.place + 1) % len(asked.choices)
    choice(phone, wrong).click()
    expect(bar(leader)).to_contain_text("1 voted")
    leader.keyboard.press("PageDown")
    expect(tempts(phone)).to_contain_text(plain(asked.ballot["tempts"][wrong]))
    expect(card(phone)).not_to_contain_text(plain(asked.why))
    expect(strip(phone)).to_contain_text(plain(asked.why))
