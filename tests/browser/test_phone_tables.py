"""A table that is wider than a phone shows that more stands to the right, until all was seen."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import DRAWN, settle, until
from tests.matrix import few

# Where its columns scroll, and how plainly the sign of more is seen at its edge.
MORE = """(table) => {
    const columns = table.querySelector(".dvn-scroller");
    const sign = getComputedStyle(table, "::after");
    return [columns.scrollWidth - columns.clientWidth, Number(sign.opacity), sign.pointerEvents];
}"""
TO_THE_END = "(table) => { table.querySelector('.dvn-scroller').scrollLeft = 9999; }"


def table_of(page: Page, address: str) -> Locator:
    """The first table of a page, drawn and in sight."""
    page.goto(address)
    settle(page)
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    expect(table.locator(".dvn-scroller")).to_be_visible()
    page.evaluate(DRAWN)
    return table


@pytest.mark.parametrize("dark", few([False, True], first=[False]))
def test_a_table_says_that_more_stands_to_the_right(dark: bool, finger: Page, app_url: str) -> None:
    finger.emulate_media(color_scheme="dark" if dark else "light")
    table = table_of(finger, f"{app_url}/byte_bpe?section=What+if")
    until(finger, lambda: table.evaluate(MORE)[0] > 40, "no column is hidden")
    until(finger, lambda: table.evaluate(MORE)[1] == 1, "nothing says that there are more")
    assert table.evaluate(MORE)[2] == "none"  # the sign takes no tap from the cell below it
    table.evaluate(TO_THE_END)
    until(finger, lambda: table.evaluate(MORE)[1] == 0, "the sign stays where there is no more")


def test_a_table_that_is_seen_whole_has_no_sign(finger: Page, app_url: str) -> None:
    table = table_of(finger, f"{app_url}/word_level")
    until(finger, lambda: table.evaluate(MORE)[0] <= 0, "a column is hidden")
    until(finger, lambda: table.evaluate(MORE)[1] == 0, "it says that there are more")
