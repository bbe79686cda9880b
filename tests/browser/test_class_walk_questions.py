"""Questions of the plan while a class is walked, and all of them presented."""

import pytest
from playwright.sync_api import expect

from tests.browser.classes import lead
from tests.browser.driving import settle
from tests.browser.guiding import (
    ALL_SEEN,
    New,
    button,
    strip,
    until_drawn,
    until_seen,
)
from tests.browser.presenting import press_present
from tests.browser.test_class_questions import card, plain
from tests.browser.test_class_walk import COURSE, NUMBER, count
from tests.matrix import few
from tokviz.paths.plans.courses import COURSES, Course

pytestmark = pytest.mark.stage_alone

OPEN_TAB = ".st-key-below .stTabs [role=tab][aria-selected=true]"


def asked_by(course: Course) -> list[str]:
    """The words of a class's questions and answers: what its way has beyond the paths."""
    return [at.stop.words for part in course.parts for at in part.way[len(part.path.stops) :]]


MOST = max(COURSES, key=lambda course: max(map(len, asked_by(course)), default=0))
"""The class with the longest words to find room for."""


@pytest.mark.whole_page
def test_a_question_of_the_plan_goes_where_the_way_goes_on(app_url: str, new_page: New) -> None:
    page, part = new_page(width=1280, height=720), COURSE.parts[1]
    first = len(part.path.stops) + 1
    page.goto(f"{app_url}/{part.lesson}?path={first}&course={NUMBER}&section=Teach+it")
    settle(page)
    lead(page)
    asks = page.locator(".st-key-teach").get_by_role("button", name="Ask ")
    asks.nth(1).click()
    expect(card(page)).to_contain_text(plain(part.questions[1].asks))
    button(page, "next").click()
    expect(strip(page)).to_contain_text(plain(part.questions[0].why))
    expect(card(page)).to_have_count(0)


@pytest.mark.whole_page
def test_a_question_of_the_plan_has_the_clicker_before_the_way(app_url: str, new_page: New) -> None:
    page, part = new_page(width=1280, height=720), COURSE.parts[1]
    page.goto(f"{app_url}/{part.lesson}?path=1&course={NUMBER}&section=Teach+it")
    settle(page)
    lead(page)
    page.locator(".st-key-teach").get_by_role("button", name="Ask ").first.click()
    expect(card(page)).to_be_visible()
    page.keyboard.press("PageDown")
    expect(card(page)).to_contain_text("✓ right")
    page.keyboard.press("PageDown")
    expect(card(page)).to_have_count(0)
    expect(strip(page)).to_contain_text(count(1, len(part.way)))
    page.keyboard.press("PageDown")
    expect(strip(page)).to_contain_text(count(2, len(part.way)))


@pytest.mark.whole_page
@pytest.mark.parametrize("course", few(COURSES, first=[MOST]), ids=lambda course: course.title)
def test_presented_all_of_a_question_and_its_answer_is_seen(
    course: Course, app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    for part in course.parts:
        first = len(part.path.stops) + 1
        if first > len(part.way):
            continue
        page.goto(f"{app_url}/{part.lesson}?path={first - 1}&course={1 + COURSES.index(course)}")
        settle(page)
        press_present(page)
        for number in range(first, len(part.way) + 1):
            page.keyboard.press("PageDown")
            expect(strip(page)).to_contain_text(count(number, len(part.way)))
            stop, asking = part.way[number - 1]
            words = stop.words.replace("**", "")
            parts = [words]
            if asking is not None and asking.is_answered:
                parts = [asking.question.right, asking.question.why]
            for told in parts:
                expect(strip(page)).to_contain_text(plain(told))
            until_drawn(page)
            until_seen(page, ALL_SEEN, words)
            section = part.way[number - 1].stop.settings.get("section")
            if section and part.way[number - 1].stop.look:
                expect(page.locator("[data-in-place] [role=tabpanel]").first).to_be_visible()
                expect(page.locator(OPEN_TAB)).to_have_text(section)
        page.evaluate("document.exitFullscreen()")
        expect(page.locator("[data-presented]")).to_have_count(0)
