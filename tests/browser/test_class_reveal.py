"""The answer to what a plan asks: it says why, and a class that sees it is where it is proven."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_step, join, lead
from tests.browser.driving import DRAWN, settle
from tests.browser.presenting import press_present
from tests.browser.test_class_questions import (
    PHONE,
    QUESTION,
    RIGHT,
    ask,
    card,
    choice,
    go_on,
    teacher,
    tempts,
    why,
)
from tokviz.paths.byte_bpe import PATH
from tokviz.paths.plans.byte_bpe import PLAN

__all__ = ["teacher"]  # a fixture

New = Callable[..., Page]
STEP_SEEN = PATH.step(PLAN.questions[0].seen)
FORWARD = ("PageDown", "ArrowRight", "Space")
ONE_LINE = 44  # pixels: what a thumb hits
LETTERS = "(element) => parseFloat(getComputedStyle(element).fontSize)"
UNCOVERED = """(part) => {
    const {left, right, top, bottom} = part.getBoundingClientRect();
    const host = document.querySelector(".st-key-classroom");
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !host.contains(found);
}"""


@pytest.fixture
def phone(new_page: New) -> Page:
    return new_page(**PHONE)


def test_a_clicker_shows_the_answer_and_closes_it_before_the_lesson_steps(teacher: Page) -> None:
    """Who types while a question stands writes."""
    lead(teacher)
    replay = teacher.get_by_test_id("tokviz-player").first
    for forward in FORWARD:
        ask(teacher)
        replay.scroll_into_view_if_needed()
        teacher.keyboard.press(forward)
        expect(card(teacher), forward).to_contain_text("✓ right")
        expect_step(teacher, 0)
        teacher.keyboard.press(forward)
        expect(card(teacher), forward).to_have_count(0)
        expect_step(teacher, 0)
    teacher.keyboard.press("PageDown")
    expect_step(teacher, 1)
    ask(teacher)
    replay.scroll_into_view_if_needed()
    teacher.keyboard.press("PageUp")
    expect(card(teacher)).to_have_count(0)
    expect_step(teacher, 1)
    ask(teacher)
    step = teacher.get_by_label("Go to step").first
    for key in FORWARD:
        step.press(key)
    expect(card(teacher)).to_be_visible()
    expect(card(teacher)).not_to_contain_text("✓ right")


def test_who_has_voted_folds_the_card_and_the_answer_is_shown_where_it_is_proven(
    teacher: Page, phone: Page, app_url: str
) -> None:
    """Where nobody took a wrong option no reason for one is told."""
    join(phone, app_url, lead(teacher))
    ask(teacher)
    expect_a_line_that_lies_over_nothing(phone)
    go_on(teacher, "Show the answer")
    for page in (teacher, phone):
        expect(why(page)).to_be_visible()
        expect(tempts(page)).to_have_count(0)
    go_on(teacher, "Done")
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
    expect(card(phone)).to_have_count(0)  # it shows the page, as the wall does
    bar(phone).locator("button[name=fold]").click()
    expect(why(phone)).to_be_visible()
    settle(teacher)
    teacher.keyboard.press("PageDown")
    expect(card(phone)).to_have_count(0)
    expect(bar(teacher)).not_to_contain_text("✓ right")
    expect_step(teacher, STEP_SEEN)


def expect_a_line_that_lies_over_nothing(phone: Page) -> None:
    """The card of who has voted, folded; it ends so."""
    fold = bar(phone).get_by_role("button", name="See the page")
    expect(card(phone)).to_be_visible()
    expect(fold).to_have_count(0)  # first it is to be answered
    choice(phone, RIGHT).click()
    expect(choice(phone, RIGHT)).to_contain_text("✓ your vote")
    fold.click()
    expect(card(phone)).to_have_count(0)
    line = bar(phone).get_by_role("button", name=f"Question: {QUESTION.asks}")
    expect(line).to_contain_text("✓ your vote")
    for width in (640, 390):
        phone.set_viewport_size({"width": width, "height": 844})
        phone.evaluate(DRAWN)
        expect(line).to_be_in_viewport(ratio=1)
        box = line.bounding_box()
        assert box
        assert box["height"] <= ONE_LINE
        page_has = phone.get_by_role("heading", level=1), phone.get_by_test_id("tokviz-caption")
        for shown in page_has:
            expect(shown.first).to_be_in_viewport(ratio=1)
            assert shown.first.evaluate(UNCOVERED)
    line.click()
    expect(choice(phone, RIGHT)).to_be_visible()
    fold.click()
    expect(card(phone)).to_have_count(0)


def test_presented_the_votes_are_as_large_as_the_caption_once_the_card_is_folded(
    teacher: Page, phone: Page, app_url: str
) -> None:
    teacher.set_viewport_size({"width": 1280, "height": 720})
    join(phone, app_url, lead(teacher))
    ask(teacher, 0)
    choice(phone, 0).click()
    expect(bar(teacher)).to_contain_text("1 voted")
    go_on(teacher, "Show the answer")
    card(teacher).get_by_role("button", name="Show it on the page").click()
    expect(card(teacher)).to_have_count(0)
    settle(teacher)
    press_present(teacher)
    option = bar(teacher).locator(".votes-option")
    expect(option.first).to_be_visible()
    why = teacher.get_by_test_id("tokviz-caption").first.locator(".why").first
    for each in option.all():
        assert each.evaluate(LETTERS) >= why.evaluate(LETTERS)
        assert each.evaluate("(it) => it.scrollHeight <= it.clientHeight + 1")
        expect(each).to_be_in_viewport(ratio=1)
    foot, frame = bar(teacher).bounding_box(), teacher.locator(".frame").first.bounding_box()
    assert foot
    assert frame
    assert frame["y"] + frame["height"] <= foot["y"]  # it covers nothing
