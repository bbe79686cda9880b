"""The rows of a contest as they are drawn: their bars, their tiles, and the one that won."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.browser.presenting import present

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
# Of every row: how wide its bar is, and whether all that it has lies in it.
ROWS = """(list) => [...list.querySelectorAll("li")].map((row) => {
    const box = row.getBoundingClientRect();
    const inside = ({ left, right, top, bottom }) =>
        left >= box.left && right <= box.right + 0.5 && top >= box.top && bottom <= box.bottom;
    const parts = [...row.querySelectorAll(".token, .value, .change, .badge, button")];
    const whole = parts.every((part) => inside(part.getBoundingClientRect()));
    const cells = [...row.querySelectorAll(".value, .change, .stood")];
    const kept = cells.every((part) => part.scrollWidth <= part.clientWidth);
    const width = row.querySelector(".bar").getBoundingClientRect().width;
    return [width, whole && kept && row.scrollWidth <= row.clientWidth];
})"""
ADDRESSES = ["byte_bpe?step=9", "byte_bpe?step=34", "wordpiece?step=9"]
ADDRESSES += ["regex_bpe?sample=harbour&step=3", "sentencepiece_bpe?step=20"]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize(("width", "least"), [(1024, 40), (1280, 60)])
def test_bars_can_be_compared_and_no_row_is_cut(
    address: str, width: int, least: int, app_url: str, new_page: New
) -> None:
    page = new_page(width=width, height=720)
    page.goto(f"{app_url}/{address}")
    settle(page)
    rows = page.get_by_test_id("tokviz-pairs").first.evaluate(ROWS)
    assert len(rows) == 12
    assert all(bar >= least and whole for bar, whole in rows), rows


def test_no_step_moves_the_bars(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?step=1")
    settle(page)
    bar = page.locator(".st-key-stage .pairs .bar").first
    first = bar.bounding_box()
    for step in range(2, 30, 3):
        for _ in range(3):
            page.keyboard.press("PageDown")
        expect(page.get_by_test_id("tokviz-player").first).to_have_attribute(
            "data-step", str(step + 2)
        )
        assert bar.bounding_box() == first


def test_where_the_system_chooses_the_colours_only_the_winner_has_a_frame(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    page.emulate_media(forced_colors="active")
    page.goto(f"{app_url}/byte_bpe?step=9")
    settle(page)
    rows = page.get_by_test_id("tokviz-pairs").first.locator("li")
    expect(rows.first).to_have_css("border-top-width", "3px")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    expect(rows.nth(1)).to_have_css("border-top-color", ground)
    expect(rows.first).not_to_have_css("border-top-color", ground)


def test_presented_the_options_are_as_large_as_the_text_and_nothing_moves(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    present(page, f"{app_url}/byte_bpe?step=8&ask=predict")
    player = page.get_by_test_id("tokviz-player").first
    text = player.locator(".text")
    size = "(token) => getComputedStyle(token).fontSize"
    tokens = player.locator(".option .token")
    assert tokens.first.evaluate(size) == text.evaluate(size)
    option = player.locator(".option").first.bounding_box()
    token = tokens.first.bounding_box()
    assert option
    assert token
    foot = option["y"] + option["height"] - 8  # the bar of votes
    assert token["y"] + token["height"] <= foot
    asked = player.get_by_test_id("tokviz-caption")
    assert asked.evaluate("(box) => box.scrollHeight <= box.clientHeight")
    before = text.bounding_box()
    page.keyboard.press("1")
    expect(player).to_have_attribute("data-step", "9")
    assert text.bounding_box() == before
