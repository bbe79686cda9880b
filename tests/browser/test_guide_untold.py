"""A stop of a path that stands before what a later one asks does not tell its answer."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.asking import until_runs_begin
from tests.browser.classes import bar, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import New, button, open_cold, replay, strip
from tests.matrix import few
from tokviz.lessons import LESSONS
from tokviz.paths import path_of
from tokviz.paths.plans.courses import COURSES

pytestmark = pytest.mark.stage_alone

BEFORE = [
    (row.key, number, untold)
    for row in LESSONS
    if (path := path_of(row.key)) is not None
    for number, stop in enumerate(path.stops, 1)
    if (untold := path.untold(stop)) is not None
]
"""Stops right before a step that is asked about later, and that step."""
FIRST = [stop for stop in BEFORE if stop[0] in ("char_bpe", "unigram")]
COURSE = {part.lesson: number for number, row in enumerate(COURSES, 1) for part in row.parts}
SIZES = {"wide": (1280, 720), "phone": (390, 844)}


def nothing_told(page: Page) -> None:
    expect(replay(page).get_by_test_id("tokviz-caption")).to_contain_text("Start")
    expect(replay(page).get_by_test_id("tokviz-caption")).not_to_contain_text("Next:")
    expect(replay(page).get_by_test_id("tokviz-pairs").locator("li")).to_have_count(0)


def test_the_stops_that_told_are_among_them() -> None:
    kept = {(lesson, number) for lesson, number, _ in BEFORE}
    assert kept >= {("char_bpe", 1), ("wordpiece", 1), ("sentencepiece_bpe", 1), ("unigram", 4)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("lesson", "number", "asked"), few(BEFORE, first=FIRST))
def test_it_does_not_tell_what_comes(
    *, lesson: str, number: int, asked: int, size: str, app_url: str, new_page: New
) -> None:
    width, height = SIZES[size]
    page = new_page(width=width, height=height)
    open_cold(page, f"{app_url}/{lesson}?path={number}&course={COURSE[lesson]}")
    expect(strip(page)).to_contain_text(f"{number} of ")
    if asked == 1:
        nothing_told(page)
    else:  # what goes is marked, and so covered
        expect(replay(page).locator(".lane.covered").first).to_be_visible()
    until_runs_begin(page)
    if asked == 1:
        page.get_by_test_id("tokviz-next").first.click()
        expect(replay(page)).to_have_attribute("data-step", "1")
        expect(replay(page).get_by_test_id("tokviz-caption")).to_contain_text("Next:")


def test_who_leaves_the_path_or_opens_the_lesson_is_told_again(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_cold(page, f"{app_url}/char_bpe?path=1")
    nothing_told(page)
    button(page, "leave").click()
    expect(replay(page).get_by_test_id("tokviz-caption")).to_contain_text("Next:")
    expect(replay(page).get_by_test_id("tokviz-pairs").locator("li").first).to_be_visible()


def test_a_class_is_not_told_either(app_url: str, new_page: New) -> None:
    leader, phone = new_page(width=1280, height=720), new_page(width=390, height=844)
    open_cold(leader, f"{app_url}/char_bpe?path=1&course={COURSE['char_bpe']}")
    join(phone, app_url, lead(leader))
    nothing_told(phone)
    leader.keyboard.press("PageDown")
    expect(bar(leader)).to_contain_text("voted")
    settle(phone)
    expect(replay(phone).locator(".options .option").first).to_be_visible()
