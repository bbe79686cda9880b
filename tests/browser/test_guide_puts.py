"""Stops of a path that put a question of the plan, with its choices: the next stop answers it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import bar, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import ALL_SEEN, New, strip, the_path, until_drawn, until_seen
from tests.browser.presenting import press_present
from tests.browser.test_class_questions import card, choice, plain
from tests.matrix import few
from tokviz.lessons import LESSONS
from tokviz.paths import path_of
from tokviz.paths.plans.courses import way_of
from tokviz.paths.plans.plan import Question
from tokviz.paths.stops import GuidedPath
from tokviz.ui.server.live_class.limits import LETTERS

pytestmark = pytest.mark.stage_alone

PUTS = [
    (row.key, number)
    for row in LESSONS
    if (path := path_of(row.key)) is not None
    for number, stop in enumerate(path.stops, 1)
    if stop.puts
]
FIRST_PUTS = dict(reversed(PUTS))
COMPARE = the_path("compare")
PUT = next(number for number, stop in enumerate(COMPARE.stops, 1) if stop.puts)


def asked_of_plan(path: GuidedPath, number: int) -> Question:
    asking = way_of(path)[number - 1].asking
    assert asking is not None
    return asking.question


LEAST = 24
"""Pixels of letters at 1280 x 720 that the last row reads, as those of a class's card."""


def size_of(words: Locator) -> float:
    return float(words.evaluate("(words) => parseFloat(getComputedStyle(words).fontSize)"))


def at_words(page: Page, path: GuidedPath, number: int, words: str) -> None:
    expect(strip(page)).to_contain_text(f"{number} of {len(path.stops)}")
    expect(strip(page)).to_contain_text(words)
    until_drawn(page)
    until_seen(page, ALL_SEEN, words)


@pytest.mark.parametrize(("lesson", "number"), few(PUTS, first=FIRST_PUTS.items()))
def test_a_path_puts_a_question_of_the_plan_with_its_choices_then_answers_it(
    lesson: str, number: int, app_url: str, new_page: New
) -> None:
    """Presented, all of it is seen."""
    page, path = new_page(width=1280, height=720), the_path(lesson)
    question = asked_of_plan(path, number)
    page.goto(f"{app_url}/{path.lesson}?path={number}")
    settle(page)
    press_present(page)
    at_words(page, path, number, plain(question.asks))
    for each in question.choices:
        expect(strip(page).get_by_text(plain(each))).to_be_visible()
    asked = size_of(strip(page).get_by_text(plain(question.asks)))
    page.keyboard.press("PageDown")
    right = f"{LETTERS[question.place]} {plain(question.right)} ✓ right"
    at_words(page, path, number + 1, right)
    why = plain(path.stops[number].words.removeprefix(question.right).strip())
    expect(strip(page).locator(".st-key-guide_answer p").last).to_have_text(why)
    for each in question.choices:
        expect(strip(page).get_by_text(plain(each))).to_be_visible()
    shown = strip(page).locator(".st-key-guide_answer p").all()
    assert {size_of(each) for each in shown} == {asked}
    assert asked >= LEAST


def test_a_class_votes_on_what_a_path_puts_and_sees_the_answer(app_url: str, new_page: New) -> None:
    leader, phone = new_page(width=1280, height=720), new_page(width=390, height=844)
    question = asked_of_plan(COMPARE, PUT)
    leader.goto(f"{app_url}/compare?path={PUT - 1}")
    settle(leader)
    join(phone, app_url, lead(leader))
    settle(phone)
    leader.keyboard.press("PageDown")
    for page in (leader, phone):
        expect(card(page)).to_contain_text(question.asks)
        expect(strip(page).get_by_text(question.asks)).to_be_hidden()
    choice(phone, question.place).click()
    expect(bar(leader)).to_contain_text("1 voted")
    leader.keyboard.press("PageDown")
    for page in (leader, phone):
        expect(card(page)).to_contain_text("✓ right")
        expect(card(page)).to_contain_text(plain(question.why))
    leader.keyboard.press("PageDown")
    expect(card(leader)).to_have_count(0)
    told = COMPARE.stops[PUT].words.removeprefix(question.right).strip()
    expect(strip(leader)).to_contain_text(plain(told))
    leader.keyboard.press("PageDown")
    expect(strip(phone)).to_contain_text(plain(COMPARE.stops[PUT + 1].words))
    expect(card(phone)).to_have_count(0)


PRESS_TWICE = """() => {
    const options = {key: "PageDown", code: "PageDown", bubbles: true, cancelable: true};
    for (const _ of "12") document.body.dispatchEvent(new KeyboardEvent("keydown", options));
}"""


@pytest.mark.parametrize("leads", [False, True])
def test_a_second_press_on_the_way_to_a_plans_question_does_not_answer_it(
    leads: bool, app_url: str, new_page: New
) -> None:
    """Nobody has seen it. At other stops each press counts."""
    page, question = new_page(width=1280, height=720), asked_of_plan(COMPARE, PUT)
    page.goto(f"{app_url}/compare?path={PUT - 1}")
    settle(page)
    if leads:
        lead(page)
    page.evaluate(PRESS_TWICE)
    asks = card(page) if leads else strip(page)
    expect(asks).to_contain_text(plain(question.asks))
    page.wait_for_timeout(1000)  # for a press that were still to come
    settle(page)
    expect(strip(page)).to_contain_text(f"{PUT} of {len(COMPARE.stops)}")
    expect(asks).not_to_contain_text("✓ right")
