"""On a low screen, as of a phone on its side or a window at 200 %, the tokens have what room is.

On a phone held upright the strip has room for its buttons.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import expect_step
from tests.browser.driving import DRAWN, settle
from tests.browser.guiding import (
    ALL_SEEN,
    IN_WINDOW,
    button,
    open_cold,
    strip,
    until_above,
    until_seen,
)
from tests.browser.presenting import present
from tests.matrix import few
from tokviz.lessons import LESSONS, Lesson, lesson

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
LOW = [(640, 360), (740, 360)]
LOWEST = LOW[:1]  # where the least room is
TWICE = [(640, 360), (683, 384)]
LONGEST_WORDS = ["regex_bpe?path=4"]
GOES_ON = "byte_bpe?path=3"
"""A stop whose words go on below."""
LINES = """(text) => {
    const path = document.querySelector(".st-key-guide");
    const foot = path?.getBoundingClientRect().top ?? innerHeight;
    const { top, bottom } = text.getBoundingClientRect();
    const { lineHeight, paddingTop } = getComputedStyle(text);
    if (text.lastElementChild.getBoundingClientRect().bottom <= foot) return Infinity; // all
    return (Math.min(bottom, foot) - top - parseFloat(paddingTop)) / parseFloat(lineHeight);
}"""


@pytest.mark.parametrize(("width", "height"), few(LOW, first=LOWEST))
@pytest.mark.parametrize(
    "stop", few(["byte_bpe?path=1", "regex_bpe?path=4", "wordpiece?path=1"], first=LONGEST_WORDS)
)
def test_presented_on_a_path_three_lines_of_tokens_are_seen(
    stop: str, width: int, height: int, app_url: str, new_page: New
) -> None:
    page = new_page(width=width, height=height)
    present(page, f"{app_url}/{stop}")
    player = page.get_by_test_id("tokviz-player").first
    assert player.locator(".text").evaluate(LINES) >= 3
    caption = player.get_by_test_id("tokviz-caption")
    size = caption.locator("p").first.evaluate("(line) => getComputedStyle(line).fontSize")
    assert float(size.removesuffix("px")) > 11
    expect(strip(page)).to_be_visible()
    assert button(page, "next").evaluate(IN_WINDOW)


@pytest.mark.parametrize(("width", "height"), few(LOW, first=LOWEST))
def test_presented_the_words_of_a_stop_are_read_from_their_first_line(
    width: int, height: int, app_url: str, new_page: New
) -> None:
    """What does not fit is scrolled to; what stood above the edge could not be."""
    page = new_page(width=width, height=height)
    present(page, f"{app_url}/unigram?path=1")
    words = page.locator(".st-key-guide_words p:visible")
    foot = strip(page).bounding_box()
    for line in (words.first, words.last):
        line.evaluate("(line) => line.scrollIntoView({ block: 'start' })")
        box = line.bounding_box()
        assert box
        assert foot
        assert box["y"] >= foot["y"]
        assert box["y"] < height - 12


@pytest.mark.parametrize("stop", ["char_bpe?path=3", GOES_ON])
def test_presented_a_stop_about_the_pairs_shows_them_and_fades_words_that_go_on_below(
    stop: str, app_url: str, new_page: New
) -> None:
    """Who pressed “Present” on it has not moved away from it; what is read fades no more."""
    page = new_page(width=640, height=360)
    present(page, f"{app_url}/{stop}")
    rows = page.get_by_test_id("tokviz-pairs").first.locator("li")
    for row in (rows.first, rows.nth(1)):
        expect(row).to_be_in_viewport(ratio=1)
        until_above(page, row)
    told = page.get_by_test_id("tokviz-caption").first.locator("p").first
    expect(told).to_be_in_viewport(ratio=1)
    if stop == GOES_ON:
        words = page.locator(".st-key-guide_words")
        expect(words).to_have_css("mask-image", re.compile("gradient"))
        words.evaluate("(words) => words.scrollTo(0, words.scrollHeight)")
        expect(words).to_have_css("mask-image", "none")


@pytest.mark.parametrize(("width", "height"), few(LOW, first=LOWEST))
def test_presented_side_by_side_shows_tokens_of_every_row(
    width: int, height: int, app_url: str, new_page: New
) -> None:
    page = new_page(width=width, height=height)
    present(page, f"{app_url}/compare?path=1")
    rows = page.locator(".st-key-stage .strips-pane .group").first.locator(".lane")
    expect(rows).to_have_count(5)
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=1)
        until_above(page, row)


@pytest.mark.parametrize(
    "lesson", few(["byte_bpe", "wordpiece", "sentencepiece_bpe"], first=["wordpiece"])
)
def test_at_twice_the_size_a_page_shows_its_row_controls_caption_and_tokens(
    lesson: str, app_url: str, new_page: New
) -> None:
    """A window of 1280 x 720 or 1366 x 768 at 200 %."""
    page = new_page(width=640, height=360)
    page.goto(f"{app_url}/{lesson}")
    settle(page)
    page.keyboard.press("PageDown")
    expect_step(page, 1)
    player = page.get_by_test_id("tokviz-player").first
    for width, height, lines in ((640, 360, 1.5), (683, 384, 3)):
        page.set_viewport_size({"width": width, "height": height})
        expect(player.get_by_test_id("tokviz-caption")).to_be_in_viewport(ratio=1)
        page.evaluate(DRAWN)
        assert player.locator(".text").evaluate(LINES) >= lines, width
        for name in ("Text and settings", "About", "Share", "Present"):
            expect(page.locator(".st-key-bar").get_by_role("button", name=name)).to_be_in_viewport(
                ratio=1
            )


@pytest.mark.parametrize("lesson", ["unigram?step=2", "compare"])
def test_at_twice_the_size_tokens_of_what_is_no_player_are_seen(
    lesson: str, app_url: str, new_page: New
) -> None:
    """What is known of a comparison without pointing lies over no row of it."""
    page = new_page(width=640, height=360)
    page.goto(f"{app_url}/{lesson}")
    settle(page)
    token = page.locator(".st-key-stage :is(.lane.letters, .strips-pane) .token:visible").first
    for width, height in ((640, 360), (683, 384)):
        page.set_viewport_size({"width": width, "height": height})
        expect(token).to_be_in_viewport(ratio=1)
    if lesson == "compare":
        facts = page.locator(".st-key-stage .strips-facts")
        expect(facts).to_be_hidden()
        page.locator(".st-key-stage .strips .token[data-row]").first.hover()
        expect(facts).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "stop",
    few(
        ["byte_bpe?path=3", "byte_bpe?step=9&code=1", "wordpiece?step=9&code=1"],
        first=["byte_bpe?path=3", "wordpiece?step=9&code=1"],
    ),
)
def test_where_the_pairs_have_little_room_rows_are_whole_and_the_button_covers_none(
    stop: str, app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/{stop}")
    settle(page)
    side = page.locator(".st-key-stage .side").first.bounding_box()
    more = page.get_by_role("button", name="More pairs").first.bounding_box()
    assert side
    assert more
    assert more["y"] + more["height"] <= side["y"] + side["height"]
    pairs = page.get_by_test_id("tokviz-pairs").first
    box = pairs.bounding_box()
    assert box
    assert more["y"] >= box["y"] + box["height"] or more["y"] + more["height"] <= box["y"]
    tops = pairs.locator("li").evaluate_all(
        "(rows) => rows.map((row) => row.getBoundingClientRect().top)"
    )
    seen = (box["height"] - 1) / (tops[1] - tops[0])
    assert seen >= 4
    assert seen == pytest.approx(round(seen), abs=0.05)


@pytest.mark.whole_page
@pytest.mark.parametrize("stop", ["char_bpe?path=6", "wordpiece?path=6", "byte_bpe?path=5"])
def test_presented_on_a_phone_the_buttons_of_the_strip_are_in_sight(
    stop: str, app_url: str, new_page: New
) -> None:
    """Below the words, of which there are up to four lines."""
    page = new_page(width=390, height=844)
    open_cold(page, f"{app_url}/{stop}")
    page.keyboard.press("p")
    expect(page.locator("[data-presented]")).to_be_attached()
    for name in ("back", "next", "leave"):
        expect(button(page, name)).to_be_in_viewport(ratio=1)
    until_seen(page, ALL_SEEN)


FITS = "(box) => box.scrollWidth <= box.clientWidth"
WHOLE = """(words) => words.scrollWidth <= words.clientWidth
    && getComputedStyle(words).textOverflow !== "ellipsis" """


@pytest.mark.parametrize("row", few(LESSONS, first=[lesson("unigram"), lesson("compare")]))
def test_at_150_percent_the_idea_and_the_name_of_the_text_are_read_whole(
    row: Lesson, app_url: str, new_page: New
) -> None:
    page = new_page(width=853, height=480)
    page.goto(f"{app_url}/{row.key}")
    settle(page)
    name = page.locator(".st-key-bar-text input")
    for words, whole in ((page.locator(".st-key-idea p").first, WHOLE), (name, FITS)):
        page.wait_for_function(whole, arg=words.element_handle())  # once its letters have come
    for word in (name, page.get_by_test_id("tokviz-present")):
        expect(word).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), few(TWICE, first=TWICE[:1]))
@pytest.mark.parametrize("row", few(LESSONS, first=[lesson("unigram"), lesson("compare")]))
def test_at_twice_the_size_the_idea_is_read_whole(
    row: Lesson, width: int, height: int, app_url: str, new_page: New
) -> None:
    """On a second line, where the first has no room for it."""
    page = new_page(width=width, height=height)
    page.goto(f"{app_url}/{row.key}")
    settle(page)
    idea = page.locator(".st-key-idea p").first
    page.wait_for_function(WHOLE, arg=idea.element_handle())
    expect(idea).to_be_in_viewport(ratio=1)
