"""Ids that a reader types are decoded while she types, and a × takes one away."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import settle
from tests.matrix import few
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.whole_page

SECTION = "section=Decode+ids"
OVERFLOWS = "(box) => box.scrollWidth - box.clientWidth"


def open_ids(page: Page, app_url: str, key: str, ids: str = "") -> Locator:
    """The box of ids on an open page."""
    typed = f"&typed_ids={pack_text(ids)}" if ids else ""
    page.goto(f"{app_url}/{key}?{SECTION}{typed}")
    settle(page)
    page.locator(".decoded").wait_for()
    return page.get_by_role("textbox", name="Ids", exact=True)


def test_ids_are_decoded_while_they_are_typed_and_stand_in_the_link(
    app_url: str, page: Page
) -> None:
    box = open_ids(page, app_url, "byte_bpe")
    box.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("[236, 149, 136]", delay=30)
    expect(page.locator(".decoded tbody tr")).to_have_count(3)
    expect(page.locator(".decoded tbody tr").last).to_contain_text("part 3 of 3 of 안")
    expect(page).to_have_url(re.compile(f"[?&]typed_ids={pack_text('[236, 149, 136]')}(&|$)"))
    expect(page.get_by_text("Press Ctrl+Enter").locator("visible=true")).to_have_count(0)
    expect(page.locator(".written pre").first).to_have_text("안")


def test_a_press_on_the_cross_takes_the_id_away(app_url: str, page: Page) -> None:
    box = open_ids(page, app_url, "byte_bpe", "[104, 236, 149, 136]")
    page.get_by_role("button", name="Take id 149 away").click()
    expect(box).to_have_value("[104, 236, 136]")
    expect(page.locator(".decoded tbody tr")).to_have_count(3)
    why = page.locator(".decoded").get_by_text("a character of 3 bytes begins here, but only 2")
    expect(why).to_be_visible()
    page.get_by_role("button", name="Take id 136 away").press("Enter")
    expect(box).to_have_value("[104, 236, ]")
    expect(box).to_be_focused()
    expect(page.locator(".decoded tbody tr")).to_have_count(2)


def test_an_id_that_stands_there_twice_goes_where_it_was_pressed(app_url: str, page: Page) -> None:
    box = open_ids(page, app_url, "wordpiece", "9 10 9 11")
    page.get_by_role("button", name="Take id 9 away").last.click()
    expect(box).to_have_value("9 10 11")


@pytest.mark.parametrize(
    ("key", "dark"),
    few(
        product(("byte_bpe", "sentencepiece_bpe", "wordpiece", "any_tokenizer"), (False, True)),
        first=[("byte_bpe", False), ("any_tokenizer", True)],
    ),
)
def test_on_a_phone_no_row_is_wider_than_the_page(
    key: str, dark: bool, app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=390, height=844, dark=dark)
    open_ids(page, app_url, key)
    assert page.locator(".decoded").evaluate(OVERFLOWS) <= 0
