"""A page that is printed before all of it is drawn, and where the pages of the paper end."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.driving import open_settings, settle

New = Callable[..., Page]
SKELETON = "[data-testid=stSkeleton]"


def said_of(place: Locator) -> str:
    """What stands on paper where nothing is drawn yet."""
    return str(place.evaluate("(place) => getComputedStyle(place, '::after').content"))


def test_what_nobody_has_looked_at_is_drawn_for_the_next_printing(
    app_url: str, new_page: New
) -> None:
    """Printing itself waits for no answer of the server."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?sample=rhyme&merges=9")
    settle(page)
    open_settings(page)
    box = page.get_by_role("spinbutton", name="Merges to learn")
    box.fill("12")
    box.press("Enter")
    places = page.get_by_test_id("tokviz-sight")
    expect(places).to_have_count(1)
    page.pdf(format="A4")
    expect(places).to_have_count(0)
    expect(page.get_by_role("tab")).to_have_count(9)


def test_a_chart_that_is_still_on_its_way_leaves_no_empty_page(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/PlotlyChart"), keep)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    on_its_way = page.locator(".st-key-charts .stElementContainer", has=page.locator(SKELETON))
    expect(on_its_way).to_have_count(4)
    page.emulate_media(media="print")
    heights = on_its_way.evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert max(heights) < 60
    assert "Not drawn yet" in said_of(page.locator(SKELETON).first)
    for route in held:
        route.continue_()
    expect(page.locator(SKELETON)).to_have_count(0)


def check_a_text_that_scrolls_on_a_screen_is_printed_whole(page: Page) -> None:
    page.emulate_media(media="null")
    page.set_viewport_size({"width": 703, "height": 1032})
    page.get_by_role("tab", name="Split pattern").click()
    settle(page)
    text = page.locator(".lit-text")
    hidden = "(text) => text.scrollHeight - text.clientHeight"
    assert text.evaluate(hidden) > 0
    page.emulate_media(media="print")
    assert text.evaluate(hidden) == 0


@pytest.mark.parametrize(
    ("address", "boxes"),
    [
        ("byte_bpe?section=What+if", ".stSelectbox, .stNumberInput"),
        ("regex_bpe?section=Inside", ".stButtonGroup, table.on-paper"),
    ],
)
def test_no_page_ends_between_a_label_and_its_box_or_within_a_small_table(
    address: str, boxes: str, app_url: str, new_page: New
) -> None:
    """And a text that scrolls on a screen is printed whole."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/{address}")
    settle(page)
    page.emulate_media(media="print")
    printed = page.locator(f".st-key-below :is({boxes})").filter(visible=True)
    expect(printed.nth(1)).to_be_visible()
    breaks = printed.evaluate_all("(all) => all.map((one) => getComputedStyle(one).breakInside)")
    assert {*breaks} == {"avoid"}
    if address.startswith("regex_bpe"):
        check_a_text_that_scrolls_on_a_screen_is_printed_whole(page)


def test_a_chart_of_which_nothing_is_drawn_in_its_frame_leaves_no_empty_page(
    app_url: str, new_page: New
) -> None:
    """As between the frame, which has the chart's size already, and what is drawn in it."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    charts = page.locator(".st-key-charts .stPlotlyChart")
    expect(charts.locator(".xtitle")).to_have_count(4)
    page.emulate_media(media="print")
    assert min(charts.evaluate_all("(all) => all.map((one) => one.offsetHeight)")) > 60
    frames = page.locator(".main-svg")
    frames.evaluate_all("(all) => all.forEach((frame) => frame.replaceChildren())")
    assert max(charts.evaluate_all("(all) => all.map((one) => one.offsetHeight)")) < 60
    assert "Not drawn yet" in said_of(charts.first)
