"""Ids that a reader types are decoded while she types, and a × takes one away."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import DRAWN, opened_at, settle
from tests.matrix import few
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.whole_page

SECTION = "section=Decode+ids"
OVERFLOWS = "(box) => box.scrollWidth - box.clientWidth"


def box_of(page: Page) -> Locator:
    """The box of ids of an open page, with what it decodes."""
    page.locator(".decoded").wait_for()
    return page.get_by_role("textbox", name="Ids", exact=True)


@opened_at(1280, 900, [f"byte_bpe?{SECTION}"])
def test_ids_are_decoded_while_they_are_typed_and_stand_in_the_link(opened: Page) -> None:
    page, box = opened, box_of(opened)
    box.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("[236, 149, 136]", delay=10)
    expect(page.locator(".decoded tbody tr")).to_have_count(3)
    expect(page.locator(".decoded tbody tr").last).to_contain_text("part 3 of 3 of 안")
    expect(page).to_have_url(re.compile(f"[?&]typed_ids={pack_text('[236, 149, 136]')}(&|$)"))
    expect(page.get_by_text("Press Ctrl+Enter").locator("visible=true")).to_have_count(0)
    expect(page.locator(".written pre").first).to_have_text("안")


@opened_at(1280, 900, [f"byte_bpe?{SECTION}"])
def test_a_press_on_the_cross_takes_the_id_away(opened: Page) -> None:
    page, box = opened, box_of(opened)
    box.fill("[104, 236, 149, 136]")
    expect(page.locator(".decoded tbody tr")).to_have_count(4)  # a row of before has no say in it
    page.get_by_role("button", name="Take id 149 away").click()
    expect(box).to_have_value("[104, 236, 136]")
    expect(page.locator(".decoded tbody tr")).to_have_count(3)
    why = page.locator(".decoded").get_by_text("a character of 3 bytes begins here, but only 2")
    expect(why).to_be_visible()
    page.get_by_role("button", name="Take id 136 away").press("Enter")
    expect(box).to_have_value("[104, 236, ]")
    expect(box).to_be_focused()
    expect(page.locator(".decoded tbody tr")).to_have_count(2)


@opened_at(1280, 900, [f"byte_bpe?{SECTION}"])
def test_an_id_that_stands_there_twice_goes_where_it_was_pressed(opened: Page) -> None:
    box = box_of(opened)
    box.fill("109 110 109 111")
    expect(opened.locator(".decoded tbody tr")).to_have_count(4)
    opened.get_by_role("button", name="Take id 109 away").last.click()
    expect(box).to_have_value("109 110 111")


@opened_at(1280, 900, [f"byte_bpe?{SECTION}"])
def test_on_a_phone_no_row_is_wider_than_the_page(opened: Page) -> None:
    box_of(opened).fill("[104, 101, 236, 149, 136, 108, 108, 111, 32, 119, 111]")
    expect(opened.locator(".decoded tbody tr")).to_have_count(11)
    opened.set_viewport_size({"width": 390, "height": 844})
    opened.evaluate(DRAWN)
    assert opened.locator(".decoded").evaluate(OVERFLOWS) <= 0
    opened.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize(
    ("key", "dark"),
    few(
        product(("byte_bpe", "sentencepiece_bpe", "wordpiece", "any_tokenizer"), (False, True)),
        first=[("any_tokenizer", True)],
    ),
)
def test_on_a_phone_what_a_lesson_opens_with_is_not_wider_than_the_page(
    key: str, dark: bool, app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=390, height=844, dark=dark)
    page.goto(f"{app_url}/{key}?{SECTION}")
    settle(page)
    box_of(page)
    assert page.locator(".decoded").evaluate(OVERFLOWS) <= 0
