"""A handout takes no more paper than it needs."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle

A_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
BOXES = "(charts) => charts.map((chart) => chart.getBoundingClientRect())"


LINES = """(groups) => [...Map.groupBy(groups, (one) => one.offsetTop).values()]
    .map(([first]) => first.offsetHeight)"""


@pytest.mark.stage_alone
def test_several_rows_of_a_text_take_few_pages(app_url: str, page: Page) -> None:
    """In the letters of the screen these took eight. Six lines of six rows have room on one."""
    page.goto(f"{app_url}/compare")
    settle(page)
    expect(page.get_by_test_id("tokviz-strip-token").first).to_be_visible()
    assert len(A_PAGE.findall(page.pdf(format="A4"))) <= 5
    page.set_viewport_size({"width": 703, "height": 1032})  # A4 within its margins
    page.emulate_media(media="print")
    heights = page.locator(".strips-pane .group").evaluate_all(LINES)
    assert len(heights) > 12
    assert 6 * max(heights) < 1032


def test_of_a_lessons_charts_three_stand_side_by_side_below_the_first(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=703, height=1032)
    page.goto(f"{app_url}/byte_bpe?step=9")
    settle(page)
    charts = page.locator(".st-key-charts > :nth-child(odd)")
    expect(charts).to_have_count(4)
    expect(charts.last.locator(".js-plotly-plot")).to_be_attached()
    page.emulate_media(media="print")
    wide, left, right, last = charts.evaluate_all(BOXES)
    assert wide["width"] > 2.9 * left["width"]
    assert left["top"] == right["top"] == last["top"] >= wide["bottom"]


def test_the_two_charts_of_unigram_share_a_page(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=703, height=1032)
    page.goto(f"{app_url}/unigram?step=2")
    settle(page)
    charts = page.locator(".st-key-all-charts .js-plotly-plot")
    expect(charts).to_have_count(2)
    expect(charts.last.locator(".main-svg text").first).to_be_attached()
    page.emulate_media(media="print")
    left, right = charts.evaluate_all(BOXES)
    assert left["top"] == right["top"]
    assert left["right"] <= right["left"]
    assert right["right"] <= 703


def test_wordpieces_charts_take_no_page_for_the_last_one(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/wordpiece")
    settle(page)
    charts = page.locator(".st-key-charts .js-plotly-plot")
    page.locator(".st-key-charts").scroll_into_view_if_needed()
    expect(charts).to_have_count(4)
    assert len(A_PAGE.findall(page.pdf(format="A4", print_background=True))) <= 3


def test_the_name_of_a_table_is_printed_on_its_page(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/compare")
    settle(page)
    table = page.locator(".st-key-below table.on-paper").first
    expect(table).to_be_attached()
    page.emulate_media(media="print")
    name = page.locator(".stElementContainer").filter(has_text="Fair: the text held out").last
    assert name.evaluate("(one) => getComputedStyle(one).breakAfter") == "avoid"
    follows = "(one) => one.nextElementSibling.querySelector('table.on-paper') !== null"
    assert name.evaluate(follows)
    empty = "(one) => one.previousElementSibling?.checkVisibility() ?? false"
    assert not name.evaluate(empty), "a page may end behind what is empty"
    tabs = page.get_by_role("tablist").first
    assert tabs.evaluate("(one) => getComputedStyle(one).breakAfter") == "avoid"
