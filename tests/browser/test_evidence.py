"""Where an answer of a plan is seen, the page points at it, until the reader goes on."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import New, replay, strip, the_path
from tests.browser.test_class_questions import card, go_on, plan_buttons
from tests.matrix import few
from tokviz.lessons import LESSONS
from tokviz.paths import path_of
from tokviz.paths.plans import plan_of
from tokviz.paths.plans.unigram import PLAN
from tokviz.ui.shell.way import link_of

NUMBERS = [
    (row.key, number)
    for row in LESSONS
    if (plan := plan_of(row.key)) is not None
    for number in range(1, len(plan.questions) + 1)
]
FIRST = [("unigram", 3), ("wordpiece", 3), ("compare", 3), ("text_to_bytes", 1), ("whitespace", 3)]
PRUNED = the_path("unigram").step(PLAN.questions[2].seen)
HELD = """() => new Promise((done) => {
    let looks = 40;
    const look = () => (looks-- ? setTimeout(look, 100) : done(true));
    look();
})"""
"""While what is drawn may still move, its step is taken for the first: the page looks thirty times,
a tenth of a second apart, and as late as these timers where a machine has much to do."""
OUTLINED = "(part) => getComputedStyle(part).outlineStyle === 'solid'"


def pointed(page: Page, place: str) -> None:
    """The page points at this place of it, which is in sight."""
    found = page.locator(f"[data-pointed={place}]")
    expect(found).to_be_in_viewport()
    assert found.evaluate(OUTLINED)


@pytest.mark.parametrize(("lesson", "number"), few(NUMBERS, first=FIRST))
@pytest.mark.whole_page
def test_a_link_to_where_an_answer_is_seen_points_at_it(
    lesson: str, number: int, app_url: str, new_page: New
) -> None:
    path, plan = path_of(lesson), plan_of(lesson)
    assert path is not None
    assert plan is not None
    question, page = plan.questions[number - 1], new_page(width=1280, height=720)
    link = {**link_of(path, question.seen), "look": question.look}
    page.goto(f"{app_url}/{lesson}?{urlencode(link)}")
    settle(page)
    expect(strip(page)).to_have_count(0)
    pointed(page, question.look)
    expect(page.locator("[data-pointed]")).to_have_count(1)


@pytest.mark.whole_page
def test_a_class_is_shown_what_proves_the_answer_until_its_leader_steps_on(
    app_url: str, new_page: New
) -> None:
    leader, phone = new_page(width=1280, height=720), new_page(width=390, height=844)
    leader.goto(f"{app_url}/unigram?section=Teach+it")
    settle(leader)
    join(phone, app_url, lead(leader))
    plan_buttons(leader).nth(2).click()
    expect(card(phone)).to_be_visible()
    go_on(leader, "Show the answer")
    card(leader).get_by_role("button", name="Show it on the page").click()
    for page in (leader, phone):
        pointed(page, "text")
        expect(replay(page)).to_have_attribute("data-step", str(PRUNED))
    bar(leader).get_by_role("button", name="Done").click()
    pointed(leader, "text")
    for page in (leader, phone):
        page.evaluate(HELD)
    leader.get_by_test_id("tokviz-next").first.click()
    for page in (leader, phone):
        expect(page.locator("[data-pointed]")).to_have_count(0)
