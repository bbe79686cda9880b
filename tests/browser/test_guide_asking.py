"""Stops of a path that ask before they show: a clicker has the answer first, then goes on."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import bar, expect_step, join, lead
from tests.browser.driving import settle, until
from tests.browser.guiding import (
    New,
    answer,
    at_stop,
    button,
    open_cold,
    open_stop,
    replay,
    strip,
    the_path,
    until_above,
)
from tests.matrix import few
from tokviz.lessons import LESSONS
from tokviz.paths import path_of
from tokviz.paths.stops import GuidedPath
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

PATH = the_path("byte_bpe")
FIRST, NEXT = [number for number, stop in enumerate(PATH.stops, 1) if stop.asks and number > 1]
"""The stops that ask. The first of all does, too: whoever comes from there has answered it."""


def mode(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-ask").first


def options(page: Page) -> Locator:
    return page.locator(".st-key-stage .options .option")


def asked(page: Page, path: GuidedPath, number: int) -> int:
    """The page asks at this stop; the step that it asks for."""
    at_stop(page, path, number)
    step = path.step(path.stops[number - 1]) + 1
    expect(replay(page)).to_have_attribute("data-question", str(step))
    expect(options(page).first).to_be_visible()
    return step


def answered(page: Page, step: int) -> None:
    """The stop's step is shown, and nothing is asked."""
    expect(replay(page)).to_have_attribute("data-step", str(step))
    expect(options(page).first).to_be_hidden()


def test_a_clicker_has_the_answer_then_goes_on_and_back_asks_again(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    open_stop(page, app_url, PATH, FIRST - 1)
    answer(page)
    page.keyboard.press("PageDown")
    step = asked(page, PATH, FIRST)
    page.keyboard.press("PageDown")
    answered(page, step)
    page.keyboard.press("PageDown")
    at_stop(page, PATH, FIRST + 1)
    expect(mode(page)).to_have_value("")
    answered(page, PATH.step(PATH.stops[FIRST]))
    page.keyboard.press("PageDown")
    asked(page, PATH, NEXT)
    button(page, "back").click()
    at_stop(page, PATH, FIRST + 1)
    expect(mode(page)).to_have_value("")
    page.keyboard.press("PageUp")
    asked(page, PATH, FIRST)


RIGHT = """() => window[Symbol.for("tokviz questions")].current.untold.right"""
"""Which option of the page's question is right."""


MARK = "(option) => getComputedStyle(option, '::after').content"


def verdict(page: Page) -> Locator:
    return page.locator(".st-key-stage .verdict").first


def take(page: Page, number: int, leader: Page) -> None:
    """Take an option; who follows a class waits for its leader to have it answered."""
    taken = options(page).nth(number)
    taken.click()
    if page is not leader:
        until(page, lambda: "✓" in taken.evaluate(MARK), "the vote is not sent")
        answer(leader)


@pytest.mark.parametrize("follows", [False, True], ids=["alone", "with a class"])
def test_the_score_counts_through_the_path(follows: bool, app_url: str, new_page: New) -> None:
    """Of who walks alone, and of who follows a class that is led on it."""
    walker = new_page(width=1280, height=720)
    open_stop(walker, app_url, PATH, FIRST)
    page = walker
    if follows:
        page = new_page(width=390, height=844)
        join(page, app_url, lead(walker))
    asked(page, PATH, FIRST)
    take(page, page.evaluate(RIGHT), walker)
    expect(verdict(page)).to_contain_text("1 of 1 right.")
    for number in range(FIRST + 1, NEXT + 1):
        button(walker, "next").click()
        at_stop(walker, PATH, number)
    asked(page, PATH, NEXT)
    take(page, page.evaluate(RIGHT), walker)
    expect(verdict(page)).to_contain_text("2 of 2 right.")


PRESS_UNTIL_ASKED = """(starts) => new Promise((done) => {
    const isAsked = () => window[Symbol.for("tokviz questions")].current?.answer === null;
    const options = {key: "PageDown", code: "PageDown", bubbles: true, cancelable: true};
    const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", options));
    if (starts) document.querySelector(starts).click();
    let presses = 0;
    const next = () => {
        if (isAsked()) return done(presses);
        press();
        presses += 1;
        setTimeout(next, 10);
    };
    next();
})"""
"""A press in each moment until the question stands; one that a test sent from outside might come
after it, and would answer it. A button to click first, or null. How many presses there were."""


def test_presses_that_come_before_the_question_wait_for_it(app_url: str, new_page: New) -> None:
    """From the stop before it, and where it is shown again; none of them answers it."""
    page = new_page(width=1280, height=720)
    open_stop(page, app_url, PATH, FIRST - 1)
    answer(page)
    assert page.evaluate(PRESS_UNTIL_ASKED, None) > 1
    step = asked(page, PATH, FIRST)
    settle(page)
    assert asked(page, PATH, FIRST) == step
    page.keyboard.press("PageDown")
    answered(page, step)
    assert page.evaluate(PRESS_UNTIL_ASKED, ".st-key-guide_again button") > 1
    settle(page)
    asked(page, PATH, FIRST)


def test_a_stop_whose_question_cannot_come_lets_the_clicker_go_on(
    app_url: str, new_page: New
) -> None:
    """Its text was changed, and has nothing to ask."""
    page = new_page(width=1280, height=720)
    open_cold(page, f"{app_url}/{PATH.lesson}?path={FIRST}&text={pack_text('a')}")
    settle(page)
    expect(strip(page)).to_contain_text(f"{FIRST} of {len(PATH.stops)}")
    page.wait_for_timeout(5_500)  # five seconds of patience, from when the strip was there
    page.keyboard.press("PageDown")
    at_stop(page, PATH, FIRST + 1)


def test_its_link_asks_and_a_reload_keeps_the_answer_until_it_is_shown_again(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    open_stop(page, app_url, PATH, FIRST)
    step = asked(page, PATH, FIRST)
    options(page).first.click()
    answered(page, step)
    page.wait_for_url("**ask=answer*")
    page.reload()
    settle(page)
    answered(page, step)
    button(page, "again").click()
    asked(page, PATH, FIRST)
    button(page, "next").click()
    at_stop(page, PATH, FIRST + 1)


ASKING = [
    (row.key, number)
    for row in LESSONS
    if row.key != PATH.lesson and (path := path_of(row.key)) is not None
    for number, stop in enumerate(path.stops, 1)
    if stop.asks
]
ASKING_FEW = [stop for stop in ASKING if stop[0] in ("char_bpe", "word_level", "unigram")]
"""Two replays, words in lanes, pieces that go; the others merge as this module's path does."""


@pytest.mark.parametrize(("lesson", "number"), few(ASKING, first=ASKING_FEW))
def test_each_stop_that_asks_has_a_question(
    lesson: str, number: int, app_url: str, new_page: New
) -> None:
    page, path = new_page(width=1280, height=720), the_path(lesson)
    open_stop(page, app_url, path, number)
    step = asked(page, path, number)
    page.keyboard.press("PageDown")
    answered(page, step)


def test_who_leaves_a_stop_that_asks_is_asked_nothing_elsewhere(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    open_stop(page, app_url, PATH, FIRST)
    asked(page, PATH, FIRST)
    button(page, "leave").click()
    expect(mode(page)).to_have_value("")
    expect(options(page).first).to_be_hidden()
    button(page, "begin").click()
    at_stop(page, PATH, 1)
    answer(page)
    page.keyboard.press("PageDown")
    asked(page, PATH, FIRST)
    page.get_by_role("link", name="Regex BPE").first.click()
    expect(page.get_by_role("heading", name="Regex BPE")).to_be_visible()
    settle(page)
    expect(mode(page)).to_have_value("")
    expect(options(page).first).to_be_hidden()


def test_a_class_that_is_led_along_votes_and_sees_the_answer(app_url: str, new_page: New) -> None:
    leader, phone = new_page(width=1280, height=720), new_page(width=390, height=844)
    open_stop(leader, app_url, PATH, FIRST - 1)
    code = lead(leader)
    join(phone, app_url, code)
    answer(leader)
    leader.keyboard.press("PageDown")
    step = asked(leader, PATH, FIRST)
    settle(leader)
    asked(phone, PATH, FIRST)
    settle(phone)
    options(phone).first.click()
    expect(bar(leader)).to_contain_text("1 voted")
    expect(replay(phone)).to_have_attribute("data-step", str(step - 1))
    leader.keyboard.press("PageDown")
    answered(leader, step)
    expect_step(phone, step)
    leader.keyboard.press("PageDown")
    at_stop(leader, PATH, FIRST + 1)
    expect_step(phone, PATH.step(PATH.stops[FIRST]))
    expect(options(phone).first).to_be_hidden()


@pytest.mark.parametrize(("lesson", "number"), [(PATH.lesson, FIRST), ("wordpiece", 3)])
def test_a_small_phone_shows_all_that_may_be_chosen(
    lesson: str, number: int, app_url: str, new_page: New
) -> None:
    page = new_page(width=360, height=640)
    open_stop(page, app_url, the_path(lesson), number)
    expect(options(page)).to_have_count(4)
    until_above(page, options(page).first)
    until_above(page, options(page).last)
