"""Presented: how the screen is left, and made black for a while."""

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.asking import NOTE_RUNS
from tests.browser.driving import DRAWN, open_settings, opened_at, settle, watch
from tests.browser.presenting import HEIGHT, HIGH, WIDTH, leave, present, press_present

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
BLACK = "rgb(0, 0, 0)"


def test_a_screen_that_is_touched_has_a_button_to_leave(app_url: str, browser: Browser) -> None:
    faults: list[str] = []
    with browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True
    ) as context:
        context.add_init_script(NOTE_RUNS)
        page = context.new_page()
        watch(page, faults)
        present(page, f"{app_url}/byte_bpe?step=9")
        button = page.get_by_role("button", name="Leave", exact=True)
        expect(button).to_be_in_viewport(ratio=1)
        button.tap()
        expect(page.locator("[data-presented]")).to_have_count(0)
        expect(page.get_by_role("button", name="Present", exact=True)).to_be_in_viewport()
    assert faults == []


def test_escape_leaves_and_the_page_is_as_it_was(app_url: str, new_page: New) -> None:
    page = new_page(width=WIDTH, height=HEIGHT)
    page.goto(f"{app_url}/byte_bpe?sample=low&min_count=1&merges=60&step=60")
    settle(page)
    size = "(token) => getComputedStyle(token).fontSize"
    lines = "(token) => token.getClientRects().length"
    token = page.locator(".st-key-stage .text .token.long").first
    before, words = token.evaluate(size), token.text_content()
    assert token.evaluate(lines) > 1
    page.get_by_test_id("tokviz-present").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-presented] .st-key-stage")).to_be_visible()
    page.evaluate(DRAWN)
    assert float(token.evaluate(size).removesuffix("px")) >= HIGH
    assert token.evaluate(lines) == 1  # of a long token the middle is left out
    expect(token.locator(".middle > span")).to_be_hidden()
    expect(token).to_have_attribute("title", re.compile("low.*widest"))
    leave(page)
    page.evaluate(DRAWN)
    assert (token.evaluate(size), token.text_content()) == (before, words)
    expect(page.get_by_test_id("tokviz-present")).to_be_focused()


@opened_at(WIDTH, HEIGHT, ["byte_bpe?step=2"])
@pytest.mark.parametrize("theme", ["none", "active"])
def test_a_clicker_makes_the_screen_black_and_any_press_brings_it_back(
    theme: Literal["none", "active"], opened: Page
) -> None:
    """In a contrast theme of Windows too, whose ground may be white."""
    page = opened
    page.emulate_media(forced_colors=theme)
    page.get_by_test_id("tokviz-slider").fill("2")
    dark = "getComputedStyle(document.elementFromPoint(innerWidth / 2, 90)).backgroundColor"
    page.keyboard.press("b")
    press_present(page)
    for button in ("b", "."):
        assert page.evaluate(dark) != BLACK
        page.keyboard.press(button)
        assert page.evaluate(dark) == BLACK
        page.keyboard.press(button)
        assert page.evaluate(dark) != BLACK
    page.keyboard.press("b")
    page.keyboard.press("PageDown")  # it brings the stage back, and no more
    assert page.evaluate(dark) != BLACK
    expect(page.get_by_test_id("tokviz-player")).to_have_attribute("data-step", "2")
    page.keyboard.press("PageDown")
    expect(page.get_by_test_id("tokviz-player")).to_have_attribute("data-step", "3")
    page.keyboard.press("b")
    page.mouse.click(WIDTH - 5, HEIGHT - 5)
    assert page.evaluate(dark) != BLACK
    page.keyboard.press("b")
    leave(page)
    press_present(page)
    assert page.evaluate(dark) != BLACK
    leave(page)
    page.emulate_media(forced_colors="null")


@opened_at(WIDTH, HEIGHT, ["byte_bpe?step=2"])
def test_p_presents_and_leaves_and_is_a_letter_where_one_types(opened: Page) -> None:
    """The last look at the page that is shared: it changes the text."""
    page = opened
    page.keyboard.press("p")
    expect(page.locator("[data-presented] .st-key-stage")).to_be_visible()
    page.keyboard.press("Shift+P")
    expect(page.locator("[data-presented]")).to_have_count(0)
    open_settings(page)
    page.get_by_role("textbox", name="Your own text").fill("")
    page.keyboard.type("pp")
    expect(page.get_by_role("textbox", name="Your own text")).to_have_value("pp")
    expect(page.locator("[data-presented]")).to_have_count(0)


def test_no_button_stands_where_no_page_can_fill_the_screen(app_url: str, new_page: New) -> None:
    """As in Safari on an iPhone."""
    page = new_page()
    never = "Object.defineProperty(document, 'fullscreenEnabled', { value: false })"
    with page.add_init_script(never):
        page.goto(f"{app_url}/byte_bpe")
        settle(page)
        expect(page.get_by_test_id("tokviz-present")).to_be_hidden()
