"""What a guided path's stop looks at where the page is presented: it takes the stage's place."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import settle, until
from tests.browser.guiding import New, at_stop, open_cold, strip, the_path, until_above
from tests.browser.presenting import press_present
from tests.matrix import few

pytestmark = pytest.mark.stage_alone

HIGHEST = """() => Math.min(...[...document.querySelectorAll(
    "[data-in-place] .js-plotly-plot :is(.xtick, .legendtext)")]
    .filter((text) => text.checkVisibility()).map((text) => text.getBoundingClientRect().height))"""
"""The least height of a chart's words, in pixels."""

SECOND_LINE = """(pane) => {
    const [first, ...others] = pane.children;
    const below = others.find((box) => box.offsetTop > first.offsetTop);
    pane.querySelector("[data-second-line]")?.removeAttribute("data-second-line");
    below?.setAttribute("data-second-line", "");
    return Boolean(below);
}"""
"""Marks the first character of a text's second line."""


def until_grown(page: Page, part: Locator) -> None:
    """Wait until it is drawn larger by a quarter."""
    grown = "(part) => part.getBoundingClientRect().height / part.offsetHeight"
    until(page, lambda: part.evaluate(grown) >= 1.25, f"{part} is not large")


def until_wide(page: Page, part: Locator, width: int) -> None:
    """Wait until it has nearly the width of the screen, and no more."""

    def fills() -> bool:
        box = part.bounding_box()
        return box is not None and 0.9 * width < box["width"] <= width

    until(page, fills, f"{part} has not the width of the screen")


@pytest.mark.whole_page
@pytest.mark.parametrize(("width", "height"), few([(1280, 720), (1920, 1080)], first=[(1280, 720)]))
def test_a_chart_that_a_stop_is_about_is_framed_and_presented_alone_and_large(
    width: int, height: int, app_url: str, new_page: New
) -> None:
    page = new_page(width=width, height=height)
    open_cold(page, f"{app_url}/unigram?path=4")
    marked = page.locator("[data-pointed=charts]")
    expect(marked).to_be_in_viewport()
    overflow = "(marked) => getComputedStyle(marked.parentElement).overflow"
    assert marked.evaluate(overflow) == "visible"  # else it would cut the frame off
    page.get_by_test_id("tokviz-present").press("Enter")
    chart = page.locator("[data-in-place] .js-plotly-plot:visible")
    expect(chart).to_have_count(1)
    page.wait_for_function(f"({HIGHEST})() >= 15")
    until_above(page, chart)
    until_wide(page, chart, width)


@pytest.mark.whole_page
def test_presented_a_section_takes_the_place_of_the_stage(app_url: str, new_page: New) -> None:
    page, path = new_page(width=1280, height=720), the_path("byte_bpe")
    open_cold(page, f"{app_url}/byte_bpe?path=5")
    press_present(page)
    stage, below = page.locator(".st-key-stage"), page.locator(".st-key-below")
    expect(below).to_be_hidden()
    page.keyboard.press("PageDown")
    at_stop(page, path, 6)
    expect(stage).to_be_hidden()
    tokens = below.get_by_test_id("tokviz-player").get_by_test_id("tokviz-token")
    expect(tokens).to_have_text(["EC", "95", "88", "EB", "85", "95"])
    until_above(page, tokens.last)
    expect(page.get_by_role("tab").first).to_be_hidden()
    until_above(page, page.locator("[data-in-place] [data-testid=tokviz-player] .frame").first)
    page.keyboard.press("PageDown")
    at_stop(page, path, 7)
    rows = below.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(5)  # a section without a replay too: the ids below their heads
    expect(rows.last).to_be_in_viewport(ratio=1)
    page.keyboard.press("PageDown")
    at_stop(page, path, 8)
    expect(stage).to_be_visible()
    expect(below).to_be_hidden()
    page.evaluate("document.exitFullscreen()")
    expect(below).to_be_visible()


@pytest.mark.whole_page
def test_presented_tables_and_charts_of_a_section_and_tokens_in_the_strip_are_large(
    app_url: str, new_page: New
) -> None:
    """As read from the last row: a canvas and a drawing grow, and stay within the screen."""
    page = new_page(width=1280, height=720)
    for address, large in (
        ("compare?path=7", ".stDataFrame"),
        ("compare?path=9&course=6", ".js-plotly-plot .svg-container"),
    ):
        page.goto(f"{app_url}/{address}")
        settle(page)
        part = page.locator(f".st-key-below {large}").first
        expect(part).to_be_visible(timeout=60_000)  # five learn before it is drawn
        page.keyboard.press("p")
        expect(page.locator("[data-presented] .st-key-stage")).to_be_hidden()
        until_grown(page, part)
        expect(part).to_be_in_viewport()
        until_wide(page, part, 1280)
        page.keyboard.press("p")
    open_cold(page, f"{app_url}/byte_bpe?path=3")
    size = "(words) => getComputedStyle(words).fontSize"
    words = page.locator(".st-key-guide_words p:has(code)").first
    assert words.locator("code").first.evaluate(size) == words.evaluate(size)


@pytest.mark.whole_page
def test_presented_a_stop_shows_nothing_that_it_does_not_speak_of(
    app_url: str, new_page: New
) -> None:
    """Where “lowest” is two tokens, no wrong encoder takes half of the screen."""
    page = new_page(width=1280, height=720)
    open_cold(page, f"{app_url}/char_bpe?path=6")
    wrong = page.get_by_role("heading", name="From the beginning: a wrong encoder")
    expect(wrong).to_be_visible()
    page.keyboard.press("p")
    frame = page.locator("[data-in-place] [data-testid=tokviz-player] .frame").first
    expect(frame).to_be_visible()
    expect(wrong).to_be_hidden()
    until_wide(page, frame, 1280)


@pytest.mark.whole_page
@pytest.mark.parametrize(
    "stop",
    few(["byte_bpe?path=6", "char_bpe?path=6", "wordpiece?path=6"], first=[]),
)
def test_presented_the_replay_of_a_section_is_whole_above_the_strip(
    stop: str, app_url: str, new_page: New
) -> None:
    """In every run: the fifth stop of byte_bpe, in the test before."""
    page = new_page(width=1280, height=720)
    open_cold(page, f"{app_url}/{stop}")
    page.get_by_test_id("tokviz-present").press("Enter")
    expect(page.locator("[data-presented] .st-key-stage")).to_be_hidden()
    expect(page.get_by_role("tab").first).to_be_hidden()
    frame = page.locator("[data-in-place] [data-testid=tokviz-player] .frame").first
    until_above(page, frame)
    page.evaluate("document.exitFullscreen()")
    expect(page.get_by_role("textbox", name="New text")).to_be_visible()


@pytest.mark.whole_page
def test_a_section_that_the_page_went_to_is_presented_with_its_replay_whole(
    app_url: str, new_page: New
) -> None:
    """By P, which leaves the page where it is: it is looked at there."""
    page = new_page(width=1280, height=720)
    open_cold(page, f"{app_url}/char_bpe?path=6")
    frame = page.locator(".st-key-below [data-testid=tokviz-player] .frame").first
    expect(frame).to_be_in_viewport(ratio=0.5)
    expect(page.locator(".st-key-stage")).not_to_be_in_viewport(ratio=0.3)
    page.keyboard.press("p")
    expect(page.locator("[data-presented][data-looked-at]")).to_be_attached()
    until_above(page, frame)


@pytest.mark.parametrize(
    ("width", "height"), few([(1024, 768), (1280, 720), (1920, 1080)], first=[(1280, 720)])
)
def test_presented_the_characters_that_come_back_to_the_vocabulary_are_seen(
    width: int, height: int, app_url: str, new_page: New
) -> None:
    """Of Unigram's pieces; an answer speaks of them."""
    page, came = new_page(width=width, height=height), 11
    open_cold(page, f"{app_url}/unigram?path=10&course=5")
    press_present(page)
    expect(strip(page)).to_contain_text("10 of 12")
    back = page.locator(".lane .chip-box.new:visible")
    expect(back).to_have_count(came)
    for each in range(came):
        until_above(page, back.nth(each))
    pane = page.locator(".lane:visible .chips")
    expect(pane).to_have_count(1)
    until_above(page, pane)


@pytest.mark.parametrize(
    ("width", "height"), few([(1280, 720), (1024, 768), (1920, 1080)], first=[(1280, 720)])
)
def test_presented_beside_an_answer_the_room_shows_more_of_a_text_than_its_first_line(
    width: int, height: int, app_url: str, new_page: New
) -> None:
    page = new_page(width=width, height=height, dark=True)
    open_cold(page, f"{app_url}/text_to_bytes?path=10&course=1")
    press_present(page)
    expect(strip(page)).to_contain_text("10 of 10")
    page.wait_for_function(SECOND_LINE, arg=page.locator(".rows-pane").element_handle())
    until_above(page, page.locator("[data-second-line]"))
