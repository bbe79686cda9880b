"""Sections under tabs: the bar stays where it was pressed, whatever comes below it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.matrix import few

PRESSED_AT = 120  # pixels from the window's upper edge
BAR_IS_UP = """() =>
    document.querySelector(".st-key-below [role=tablist]").getBoundingClientRect().top < 40"""
STANDS_AT = "([tab, top]) => Math.abs(tab.getBoundingClientRect().top - top) < 1"
ONE_STAGE = ["byte_bpe", "regex_bpe", "wordpiece", "sentencepiece_bpe", "unigram"]
SCROLL_THERE = """(bar, top) => {
    document.querySelector("[data-testid=stMain]").scrollTop +=
        bar.getBoundingClientRect().top - top;
}"""


@pytest.mark.parametrize(
    "address", few(["byte_bpe?step=9", "any_tokenizer"], first=["byte_bpe?step=9"])
)
def test_the_bar_stays_where_a_tab_was_pressed(
    app_url: str, new_page: Callable[..., Page], address: str
) -> None:
    page = new_page(width=1366, height=768)
    page.goto(f"{app_url}/{address}")
    settle(page)
    page.get_by_role("tab", name="Inside").press("Enter")  # a long section
    settle(page)
    bar = page.get_by_role("tablist").first
    bar.evaluate(SCROLL_THERE, PRESSED_AT)
    for name in ("Save", "Inside"):  # a short one, and a long one again
        tab = page.get_by_role("tab", name=name, exact=True)
        tab.click()
        settle(page)
        expect(tab).to_have_attribute("aria-selected", "true")
        # What lies above may end within a pixel.
        page.wait_for_function(STANDS_AT, arg=[tab.element_handle(), PRESSED_AT])


@pytest.mark.parametrize("key", few(ONE_STAGE, first=["byte_bpe", "unigram"]))
def test_the_bar_peeps_in_under_the_stage_and_goes_up_with_what_it_opens(
    app_url: str, new_page: Callable[..., Page], key: str
) -> None:
    """Pressed at the window's foot, a section opened below it: nothing was seen to happen."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/{key}")
    settle(page)
    for name, press in (("Save", None), ("Vocabulary", "Enter")):
        page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop = 0")
        tab = page.get_by_role("tab", name=name)
        box = tab.bounding_box()
        assert box
        assert 600 < box["y"] < 700  # its words are read without scrolling
        if press:
            tab.press(press)
        else:
            page.mouse.click(box["x"] + 8, box["y"] + 12)
        expect(tab).to_have_attribute("aria-selected", "true")
        settle(page)
        page.wait_for_function(BAR_IS_UP)
