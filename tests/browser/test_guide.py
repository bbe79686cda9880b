"""Guided paths as a class walks them: by button, clicker, key and link, and back to one's own."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import THEMES, colours, findings
from tests.browser.classes import bar, expect_page, join, lead
from tests.browser.driving import open_settings, settle
from tests.browser.guiding import (
    ALL_SEEN,
    IN_WINDOW,
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
    until_drawn,
    until_seen,
)
from tests.browser.presenting import press_present
from tests.matrix import few
from tokviz.lessons import LESSONS

pytestmark = pytest.mark.stage_alone

WITH_REPLAY = [row.key for row in LESSONS if row.key != "compare"]
FEW = ("text_to_bytes", "byte_bpe", "unigram")  # rows, pairs, pieces; two replays: pointing
# How far the middle of "1 of 6" stands from that of the buttons beside it, in pixels.
OFF_MIDDLE = """(strip) => {
    const middle = (part) => {
        const {top, bottom} = part.getBoundingClientRect();
        return (top + bottom) / 2;
    };
    const ways = strip.querySelector(".st-key-guide_ways");
    return middle(ways.querySelector(".stMarkdown p")) -
        middle([...ways.querySelectorAll("button")].find((button) => button.checkVisibility()));
}"""


def test_a_path_is_walked_by_button(app_url: str, axe: str, new_page: New) -> None:
    """Between stops of one training only the step moves; at the last, axe-core finds nothing."""
    page, path = new_page(width=1280, height=720), the_path("char_bpe")
    open_cold(page, f"{app_url}/char_bpe")
    button(page, "begin").click()
    for number in range(1, len(path.stops) + 1):
        at_stop(page, path, number)
        until_seen(page, IN_WINDOW)
        if number == 2:
            replay(page).evaluate("(root) => { root.kept = root.querySelector('.line'); }")
        elif number == 3:
            assert replay(page).evaluate("(root) => root.kept?.isConnected === true")
        if number < len(path.stops):
            button(page, "next").click()
    expect(button(page, "next")).to_have_text("Next lesson")
    for theme, rules in THEMES:
        colours(page, theme)
        assert findings(page, axe, ".st-key-guide", rules) == ""
    button(page, "back").click()
    at_stop(page, path, len(path.stops) - 1)
    assert abs(strip(page).evaluate(OFF_MIDDLE)) < 1


def test_a_path_is_walked_by_clicker(app_url: str, new_page: New) -> None:
    page, path = new_page(width=1280, height=720), the_path("unigram")
    open_cold(page, f"{app_url}/unigram?path=1")
    for number in range(1, len(path.stops)):
        at_stop(page, path, number)
        if path.stops[number - 1].asks:
            answer(page)
        page.keyboard.press("PageDown")
    at_stop(page, path, len(path.stops))
    page.keyboard.press("PageUp")
    at_stop(page, path, len(path.stops) - 1)
    page.keyboard.press("ArrowLeft")  # the reader is free: arrows still step the replay
    expect(strip(page)).to_contain_text(f"{len(path.stops) - 1} of")


def test_a_clicker_goes_through_the_lessons(app_url: str, new_page: New) -> None:
    """Presses in between count once each, Back leads to where one was; presented, both ways."""
    page, first, second = (
        new_page(width=1280, height=720),
        the_path("regex_bpe"),
        the_path("wordpiece"),
    )
    open_stop(page, app_url, first, len(first.stops) - 1)
    for _ in range(4):
        page.keyboard.press("PageDown", delay=20)
    at_stop(page, second, 3)
    page.go_back()
    at_stop(page, first, len(first.stops))
    settle(page)
    press_present(page)
    for path, number in ((second, 1), (second, 2)):
        page.keyboard.press("PageDown")
        at_stop(page, path, number)
        expect(page.locator("html[data-presented]")).to_have_count(1)
    for path, number in ((second, 1), (first, len(first.stops))):
        page.keyboard.press("PageUp")
        at_stop(page, path, number)
    expect(page.locator("html[data-presented]")).to_have_count(1)


def test_a_class_goes_along_from_one_path_to_the_next(
    leader: Page, app_url: str, new_page: New
) -> None:
    last = len(the_path("byte_bpe").stops)
    leader.goto(f"{app_url}/byte_bpe?path={last}")
    settle(leader)
    code, follower = lead(leader), new_page()
    join(follower, app_url, code)
    expect(follower.get_by_role("region", name="Guided path")).to_contain_text(f"{last} of {last}")
    leader.keyboard.press("PageDown")
    expect_page(follower, "regex_bpe")
    expect(follower.get_by_role("region", name="Guided path")).to_contain_text("1 of")
    expect(bar(follower)).to_contain_text(f"Following class {code}")


@pytest.mark.parametrize("lesson", few(WITH_REPLAY, first=FEW))
def test_a_cold_link_shows_a_stop_on_a_phone(lesson: str, app_url: str, new_page: New) -> None:
    page, path = new_page(width=390, height=844, dark=True), the_path(lesson)
    open_stop(page, app_url, path, 2)
    until_seen(page, IN_WINDOW)
    assert abs(strip(page).evaluate(OFF_MIDDLE)) < 1
    main = page.get_by_test_id("stMain")
    assert main.evaluate("(main) => main.scrollWidth <= main.clientWidth")
    if path.stops[2].look == "pairs":
        button(page, "next").click()
        at_stop(page, path, 3)
        winner = page.locator("[data-pointed=pairs] .chosen")
        settle(page)
        expect(winner).to_be_in_viewport(ratio=1)
        until_above(page, winner)


def test_a_path_is_walked_by_the_keyboard_alone_and_ones_own_text_and_step_come_back(
    app_url: str, new_page: New
) -> None:
    page, path = new_page(width=1280, height=720), the_path("byte_bpe")
    open_cold(page, f"{app_url}/byte_bpe")
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    box.fill("ab ab ab abc abc")
    tokens = page.get_by_test_id("tokviz-player").first.get_by_test_id("tokviz-token")
    expect(tokens).to_have_count(16)
    page.keyboard.press("Escape")
    page.get_by_test_id("tokviz-next").first.click()
    page.get_by_test_id("tokviz-next").first.click()
    expect(page).to_have_url(re.compile(r"step=2\b"))
    button(page, "begin").focus()
    page.keyboard.press("Enter")
    at_stop(page, path, 1)
    button(page, "next").focus()
    for number in (2, 3):
        page.keyboard.press("Enter")
        at_stop(page, path, number)
        expect(button(page, "next")).to_be_focused()
    button(page, "leave").click()
    expect(replay(page)).to_have_attribute("data-step", "2")
    expect(page.get_by_label("Text to learn from")).to_have_value("Your own text")
    expect(page).not_to_have_url(re.compile("path="))
    expect(button(page, "begin")).to_be_visible()


def test_a_path_is_followed_while_its_stage_is_presented(app_url: str, new_page: New) -> None:
    """To its challenge, which is judged while it is typed, presented and not."""
    page, path = new_page(width=1280, height=720), the_path("byte_bpe")
    open_cold(page, f"{app_url}/byte_bpe?path=3")
    page.get_by_test_id("tokviz-present").click()
    expect(page.locator("[data-presented] .st-key-stage")).to_be_visible()
    at_stop(page, path, 3)
    page.keyboard.press("PageDown")
    at_stop(page, path, 4)
    for number in range(5, len(path.stops) + 1):
        button(page, "next").click()
        at_stop(page, path, number)
        until_drawn(page)
        until_seen(page, ALL_SEEN)
    box = strip(page).get_by_label("Your try")
    box.press_sequentially("newest newest newest")
    expect(strip(page)).to_contain_text("Yes: 3 tokens here")
    until_drawn(page)
    until_seen(page, ALL_SEEN)
    page.evaluate("document.exitFullscreen()")
    expect(page.locator("[data-presented]")).to_have_count(0)
    box.fill("hen")
    expect(strip(page)).to_contain_text("Not yet: ")
    box.fill("newest newest newest")
    expect(strip(page)).to_contain_text("Yes: 3 tokens here, 4 of GPT-2's.")
    until_seen(page, IN_WINDOW)
    page.keyboard.press("PageDown")  # a clicker's, which this box has no use for
    at_stop(page, the_path("regex_bpe"), 1)


def test_a_clicker_does_nothing_before_the_first_stop_of_all(app_url: str, new_page: New) -> None:
    page, path = new_page(width=1280, height=720), the_path("text_to_bytes")
    open_stop(page, app_url, path, 1)
    page.keyboard.press("PageUp")
    page.keyboard.press("PageDown")
    at_stop(page, path, 2)
    page.keyboard.press("PageUp")
    at_stop(page, path, 1)


def test_the_words_of_a_stop_say_that_the_page_shows_another_text_until_it_is_shown_again(
    app_url: str, new_page: New
) -> None:
    page, path = new_page(width=1280, height=720), the_path("byte_bpe")
    open_stop(page, app_url, path, 3)
    said = strip(page).get_by_text("The page was changed since.")
    expect(said).to_be_hidden()
    open_settings(page)
    page.get_by_role("textbox", name="Your own text").fill("ab ab ab")
    expect(said).to_be_visible()
    settle(page)
    until_seen(page, ALL_SEEN)
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    last = replay(page).get_by_test_id("tokviz-slider").get_attribute("max")
    expect(replay(page)).to_have_attribute("data-step", last or "")
    button(page, "again").click()
    at_stop(page, path, 3)
    expect(said).to_be_hidden()


def test_ones_own_step_comes_back_in_a_lesson_that_next_lesson_led_to(
    app_url: str, new_page: New
) -> None:
    page, path = new_page(width=1280, height=720), the_path("char_bpe")
    open_cold(page, f"{app_url}/byte_bpe?sample=rhyme")
    page.get_by_test_id("tokviz-next").first.click()
    page.get_by_test_id("tokviz-next").first.click()
    expect(page).to_have_url(re.compile(r"step=2\b"))
    page.get_by_role("link", name="Character BPE").first.click()
    settle(page)
    button(page, "begin").click()
    for number, stop in enumerate(path.stops, 1):
        at_stop(page, path, number)
        if stop.asks:
            answer(page)
        page.keyboard.press("PageDown")
    at_stop(page, the_path("byte_bpe"), 1)
    button(page, "leave").click()
    expect(replay(page)).to_have_attribute("data-step", "2")
    expect(page).to_have_url(re.compile(r"sample=rhyme"))
