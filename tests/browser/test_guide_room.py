"""The strip of a path, presented: all of its words are seen, and all that they speak of."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import lead
from tests.browser.driving import settle, until
from tests.browser.guiding import New, answer, strip, until_drawn
from tests.browser.presenting import press_present
from tests.browser.test_class_questions import card
from tests.matrix import few
from tokviz.paths.plans.courses import COURSES, Part, Station

OUTSIDE = """(strip) => {
    const {top, bottom} = strip.getBoundingClientRect();
    const faults = [];
    const walk = document.createTreeWalker(strip, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
        if (!text.parentElement.checkVisibility({visibilityProperty: true})) continue;
        const words = document.createRange();
        words.selectNodeContents(text);
        for (const line of words.getClientRects())
            if (line.width > 1 && (line.top < top || line.bottom > Math.min(bottom, innerHeight) ||
                line.left < 0 || line.right > innerWidth))
                faults.push(`${line.top} to ${line.bottom}: ${text.data}`);
    }
    if (strip.scrollHeight > strip.clientHeight) faults.push(`scrolls: ${strip.scrollHeight}`);
    return [...new Set(faults)].join("\\n");
}"""
"""Lines of words that do not stand within the strip and the window, and whether it scrolls."""
SHORTENED = """(options) => options.filter((option) =>
    [option, ...option.querySelectorAll("*")].some((part) =>
        part.textContent.includes("…") ||
        part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline")
).map((option) => option.innerText).join("\\n")"""
HALF_ROWS = """(panes) => panes.filter((pane) => {
    const foot = pane.getBoundingClientRect().bottom;
    return [...pane.querySelectorAll(".grapheme")].some((row) => {
        const {top, bottom} = row.getBoundingClientRect();
        return top < foot && bottom > foot + 1;
    });
}).length"""
"""Of Text to bytes: characters that the foot of their pane cuts."""
IN_WINDOWS_TOP = "(controls) => controls.getBoundingClientRect().top >= 0"

SIZES = ((1280, 720), (1024, 768))
WALKS = [
    (number, size, leads)
    for number in range(1, len(COURSES) + 1)
    for size in SIZES
    for leads in (False, True)
]


def outside(page: Page) -> str:
    return str(strip(page).evaluate(OUTSIDE))


def until_fits(page: Page, told: str) -> None:
    """All that a stop shows of words, choices and rows is whole, and the controls are there."""
    until(page, lambda: outside(page) == "", f"{told}: words outside the strip")
    first = page.locator(".st-key-stage").get_by_test_id("tokviz-first").first
    if page.locator("[data-stage-replaced]").count() == 0 and first.is_visible():
        above = f"{told}: the controls are above the window"
        until(page, lambda: bool(first.evaluate(IN_WINDOWS_TOP)), above)
    options = page.locator(".st-key-stage [data-testid=tokviz-option]:visible")
    until(page, lambda: options.evaluate_all(SHORTENED) == "", f"{told}: a shortened option")
    panes = page.locator(".st-key-stage .rows-pane:visible")
    until(page, lambda: panes.evaluate_all(HALF_ROWS) == 0, f"{told}: half a row")


def stations(number: int) -> Iterator[tuple[Part, int, Station]]:
    for part in COURSES[number - 1].parts:
        for at, station in enumerate(part.way, 1):
            yield part, at, station


@pytest.mark.parametrize(
    ("number", "size", "leads"),
    few(WALKS, first=[(1, SIZES[0], False), (5, SIZES[1], True)]),
)
def test_all_that_a_class_shows_and_asks_is_whole(
    number: int, size: tuple[int, int], leads: bool, app_url: str, new_page: New
) -> None:
    """Presented, from its first stop to its last, with the bar of a class and without."""
    page = new_page(width=size[0], height=size[1])
    page.goto(f"{app_url}/{COURSES[number - 1].parts[0].lesson}?path=1&course={number}")
    settle(page)
    if leads:
        lead(page)
    press_present(page)
    for part, at, station in stations(number):
        told = f"{part.lesson}, stop {at}"
        expect(strip(page)).to_contain_text(f"{at} of {len(part.way)}")
        until_drawn(page)
        if station.stop.asks:
            expect(page.get_by_test_id("tokviz-option").first).to_be_visible()
        until_fits(page, told)
        if station.stop.asks:
            answer(page)
            until_fits(page, f"{told}, answered")
        if leads and station.asking is not None and station.asking.is_answered:
            expect(card(page)).to_contain_text("✓ right")
            page.keyboard.press("PageDown")
            expect(card(page)).to_have_count(0)
            until_fits(page, f"{told}, on the page")
        page.keyboard.press("PageDown")


@pytest.mark.parametrize(
    "stop",
    [
        "regex_bpe?path=1&course=7",
        "char_bpe?path=1&course=4",
        "word_level?path=6&course=2",
        "unigram?path=10&course=5",
    ],
)
def test_the_strip_is_as_high_as_its_words(stop: str, app_url: str, new_page: New) -> None:
    page = new_page(width=1024, height=768)
    page.goto(f"{app_url}/{stop}")
    settle(page)
    press_present(page)
    until_fits(page, stop)


def test_a_token_in_the_words_leaves_no_gap_before_a_comma(app_url: str, new_page: New) -> None:
    page = new_page(width=1024, height=768)
    page.goto(f"{app_url}/unigram?path=10&course=5")
    settle(page)
    press_present(page)
    token = strip(page).locator("code", has_text="U")
    gap = """(token) => {
        const {marginInlineEnd, paddingInlineEnd} = getComputedStyle(token);
        return (parseFloat(marginInlineEnd) + parseFloat(paddingInlineEnd)) /
            parseFloat(getComputedStyle(token).fontSize);
    }"""
    assert token.evaluate(gap) <= 0.12


def test_no_line_breaks_within_a_word_of_wide_letters(app_url: str, new_page: New) -> None:
    page = new_page(width=1024, height=768)
    page.goto(f"{app_url}/sentencepiece_bpe?path=5&course=5")
    settle(page)
    page.keyboard.press("p")
    expect(page.locator("html[data-presented]")).to_be_attached()
    words = strip(page).locator("p", has_text="ｆｉｎｅ")
    tops = """(words) => {
        const text = [...words.childNodes].find((node) => node.data?.includes("ｆｉｎｅ"));
        const range = document.createRange(), from = text.data.indexOf("ｆｉｎｅ");
        return [from, from + 1, from + 2, from + 3].map((at) => {
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            return range.getBoundingClientRect().top;
        });
    }"""
    assert len(set(words.evaluate(tops))) == 1


def test_what_the_first_stop_asks_is_not_yet_answered_on_the_screen(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?path=1")
    settle(page)
    expect(strip(page)).to_contain_text("Which two stand side by side most often?")
    expect(page.get_by_test_id("tokviz-player").first).to_have_attribute("data-step", "0")
    expect(strip(page)).not_to_contain_text("aa")
    expect(page.get_by_test_id("tokviz-option").first).to_be_visible()
    answer(page)
    expect(page.get_by_test_id("tokviz-caption").first).to_contain_text("4 times")


@pytest.mark.parametrize("number", range(1, len(COURSES) + 1))
def test_the_title_of_a_class_is_one_line(number: int, app_url: str, new_page: New) -> None:
    page, part = new_page(width=1024, height=768), COURSES[number - 1].parts[-1]
    page.goto(f"{app_url}/{part.lesson}?path=1&course={number}")
    settle(page)
    press_present(page)
    title = strip(page).get_by_text(f"{COURSES[number - 1].title}, part 2 of 2.")
    lines = "(title) => new Set([...title.getClientRects()].map(({top}) => top)).size"
    assert title.evaluate(lines) == 1
