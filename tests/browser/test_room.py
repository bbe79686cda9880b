"""A short text is written as large as its pane has room for, at one size for all its steps."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DRAWN, settle, until
from tests.browser.presenting import press_present
from tests.browser.replays import Show, press, training
from tokviz.samples import SAMPLES
from tokviz.ui.shell.values import pack_text

USUAL = 16.0  # pixels
SIZE = """(pane) => parseFloat(getComputedStyle(pane).fontSize)"""
SIZES = f"(panes) => panes.map({SIZE})"
# The steps at which a reader would have to scroll, or at which the letters have another size.
SCROLLED = """() => {
    const pane = document.querySelector(".text");
    const size = getComputedStyle(pane).fontSize;
    const found = [];
    for (let k = 0; k <= player.steps; k++) {
        player.clock.jump(k);
        if (pane.scrollHeight > pane.clientHeight || pane.scrollWidth > pane.clientWidth ||
            getComputedStyle(pane).fontSize !== size) found.push(k);
    }
    return found;
}"""
WHOLE = """() => [...document.querySelectorAll(".st-key-stage *")]
    .flatMap(({ shadowRoot }) => shadowRoot?.querySelector(".text") ?? [])
    .every((pane) => pane.scrollHeight <= pane.clientHeight)"""
WIDTHS = [(1280, 720), (700, 500), (390, 844)]


def text_sizes(page: Page) -> list[float]:
    sizes: list[float] = page.locator(".text").evaluate_all(SIZES)
    return sizes


def test_no_step_of_a_short_text_is_scrolled_and_none_changes_its_size(show: Show) -> None:
    texts = [sample.text for sample in SAMPLES if sample.key in ("low", "tiny")]
    texts += ["안녕하세요 세계 👋🏽", "a" * 200, "the hen " * 20, "one\ntwo\nthree"]
    larger = 0
    for text in texts:
        page = show(training(text, merges=60))
        for width, height in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            if text_sizes(page)[0] > USUAL:
                larger += 1
                assert page.evaluate(SCROLLED) == []
    assert larger > len(texts)


def test_how_large_follows_the_text_and_the_pane(show: Show) -> None:
    page = show(training("the hen in the pen " * 6))
    assert text_sizes(page) == [2 * USUAL]
    page.set_viewport_size({"width": 390, "height": 360})
    expect(page.locator(".text")).not_to_have_css("font-size", f"{2 * USUAL:.0f}px")
    assert text_sizes(page)[0] >= USUAL
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator(".text")).to_have_css("font-size", f"{2 * USUAL:.0f}px")
    press(page, "next")
    assert text_sizes(page) == [2 * USUAL]


def test_a_long_text_has_the_size_it_had(show: Show) -> None:
    assert text_sizes(show(training("the hen in the pen " * 30))) == [USUAL]


def test_the_button_for_larger_text_goes_on_from_there(show: Show) -> None:
    page = show(training("aaabdaaabac"))
    page.locator(".larger").click()
    assert text_sizes(page)[0] > 2 * USUAL
    page.locator(".larger").click()
    assert text_sizes(page) == [2 * USUAL]


def test_on_paper_it_has_the_size_of_paper(show: Show) -> None:
    page = show(training("aaabdaaabac"))
    page.emulate_media(media="print")
    assert text_sizes(page) == [15.0]


@pytest.mark.stage_alone
def test_two_replays_side_by_side_are_written_alike(page: Page, app_url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/char_bpe?text={pack_text('low lower lowest ' * 6)}")
    settle(page)
    first, second = page.locator(".st-key-stage .text").evaluate_all(SIZES)
    assert first == second


@pytest.mark.stage_alone
def test_presented_a_short_text_is_larger_still(page: Page, app_url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/byte_bpe?text={pack_text('aaabdaaabac')}")
    settle(page)
    text = page.locator(".st-key-stage .text")
    expect(text).to_have_css("font-size", f"{2 * USUAL:.0f}px")
    press_present(page)
    until(page, lambda: text.evaluate(SIZE) > 2 * USUAL, "it is no larger")


@pytest.mark.stage_alone
def test_presented_both_of_two_short_texts_are_whole(page: Page, app_url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/char_bpe")
    settle(page)
    press_present(page)
    texts = page.locator(".st-key-stage .text")
    expect(texts).to_have_count(2)
    page.wait_for_function(WHOLE)
    first, second = texts.evaluate_all(SIZES)
    assert first == second > USUAL
