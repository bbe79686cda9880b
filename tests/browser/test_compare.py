"""Side by side: the strips have their place before they are drawn, so nothing below them jumps."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import opened_at, settle

pytestmark = pytest.mark.stage_alone


def filled(page: Page) -> None:
    expect(page.get_by_test_id("tokviz-strips")).to_be_visible()
    expect(page.locator(".st-key-strips-stage")).not_to_have_css("min-height", "auto")
    kept, filled = page.locator(".st-key-strips-stage").evaluate(
        "(box) => [parseFloat(getComputedStyle(box).minHeight), box.getBoundingClientRect().height]"
    )
    assert kept > 500
    assert abs(filled - kept) <= 1


@opened_at(1280, 720, ["compare"])
def test_the_strips_fill_the_place_that_was_kept_for_them(opened: Page) -> None:
    filled(opened)


def test_on_a_phone_the_strips_fill_the_place_that_was_kept_for_them(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{app_url}/compare")
    settle(page)
    filled(page)


NAMES = """(pane) => [...pane.querySelectorAll(".lane")].map((lane) => {
    const { content, left, width, position } = getComputedStyle(lane, "::before");
    const beside = lane.closest(".group");
    return [content, position, parseFloat(left) + parseFloat(width),
        getComputedStyle(lane).position, getComputedStyle(beside).position];
})"""
"""A name and where it ends, and whether that is measured from the pane or from a part of it."""


@opened_at(1280, 720, ["compare"])
def test_printed_each_line_of_the_strips_has_its_names_before_it(opened: Page) -> None:
    """Paper is narrower than the screen, and no script runs that could find where a line begins."""
    page = opened
    page.emulate_media(media="print")
    pane = page.locator(".strips-pane").first
    room = float(pane.evaluate("(pane) => parseFloat(getComputedStyle(pane).paddingLeft)"))
    names = pane.evaluate(NAMES)
    assert {name for name, *_ in names} >= {'"Word level"', '"GPT-2"'}
    for name, *positions, in_lane, in_group in names:
        assert (name, positions[0], in_lane, in_group) == (name, "absolute", "static", "static")
        assert positions[1] <= room
    assert pane.evaluate("(pane) => pane.scrollHeight - pane.clientHeight") <= 1
    assert page.locator(".strips-facts").first.evaluate("(e) => getComputedStyle(e).position") == (
        "static"
    )
    page.emulate_media(media="null")
