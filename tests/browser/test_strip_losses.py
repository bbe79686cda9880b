"""What a tokenizer loses of a text, in a real Chromium: hatched in strips and bars, and told."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.browser.test_strips import show
from tokviz.algorithms.whitespace import Whitespace
from tokviz.algorithms.word_level import WordLevel
from tokviz.traces.results import result_of
from tokviz.views.strips.places import result_row
from tokviz.views.strips.strips import StripRow

pytestmark = pytest.mark.stage_alone


def lossy_rows(text: str) -> list[StripRow]:
    words = WordLevel.train("the hens saw", unk_token="<unk>")
    spaces = Whitespace()
    return [
        result_row(result_of("Words", words, text), words),
        result_row(result_of("Spaces", spaces, text), spaces),
    ]


def test_an_unknown_token_has_one_look_and_says_what_was_lost(page: Page) -> None:
    show(page, lossy_rows("the emus saw"), "the emus saw")
    unknown = page.locator("[data-row='0'].token.lost")
    expect(unknown).to_have_text("?")
    unknown.hover()
    expect(page.get_by_role("status")).to_contain_text("Lost: “emus”. Why: it is unknown")
    expect(page.get_by_role("status")).not_to_contain_text("3C 75 6E 6B 3E")


def test_lost_text_is_hatched_in_strips_and_bars(page: Page) -> None:
    show(page, lossy_rows("the emus  saw"), "the emus  saw")
    expect(page.locator(".strips-rate").first).to_contain_text("38% lost")
    hatched = page.locator(":is(.token.lost, .strips-bar-lost)")
    assert hatched.count() == 5  # in each row two in the strip, but one; and a bar
    images = hatched.evaluate_all("all => all.map((e) => getComputedStyle(e).backgroundImage)")
    assert all("repeating-linear-gradient" in image for image in images)


def test_little_lost_of_much_is_told_and_is_not_all(page: Page) -> None:
    text = f"{'hen ' * 600}emu"
    words = WordLevel.train("hen", unk_token="<unk>", special_tokens=())
    show(page, [result_row(result_of("Words", words, text), words)], text)
    expect(page.locator(".strips-rate")).to_contain_text("0.1% lost")


def test_where_all_is_unknown_no_rate_praises_it(page: Page) -> None:
    show(page, lossy_rows("an emu"), "an emu")
    expect(page.locator(".strips-rate").first).to_have_text("all unknown, 83% lost (unknown)")


@pytest.mark.whole_page
def test_on_a_phone_what_is_lost_ends_with_the_box_below_it(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{app_url}/whitespace?section=The+text+as+tokens")
    settle(page)
    rate = page.locator(".st-key-below .strips-rate")
    rate.scroll_into_view_if_needed()
    expect(rate).to_contain_text("lost")
    box, pane = rate.bounding_box(), page.locator(".st-key-below .strips-pane").bounding_box()
    assert box
    assert pane
    assert box["x"] >= pane["x"]
    assert box["x"] + box["width"] <= pane["x"] + pane["width"]
