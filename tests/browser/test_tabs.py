"""Sections under tabs: the bar stays where it was pressed, whatever comes below it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.matrix import few

PRESSED_AT = 120  # pixels from the window's upper edge
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
        box = tab.bounding_box()
        assert box
        assert abs(box["y"] - PRESSED_AT) < 1  # what lies above may end within a pixel
