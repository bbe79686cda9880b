"""The rows of a contest: bars, tiles, the one that won, and what pointing at one tells."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DRAWN, opened_at
from tests.browser.presenting import present
from tests.browser.replays import TEXT, Show, caption, leaders, press, training
from tokviz.text.labels import times

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
ADDRESSES = ["byte_bpe?step=34", "wordpiece?step=9", "regex_bpe?sample=harbour&step=3"]
ADDRESSES += ["byte_bpe?step=9", "sentencepiece_bpe?step=20"]


@opened_at(1280, 720, ADDRESSES, first=ADDRESSES[:3])
def test_bars_can_be_compared_and_no_row_is_cut(opened: Page) -> None:
    for width, least in ((1024, 40), (1280, 60)):
        opened.set_viewport_size({"width": width, "height": 720})
        opened.evaluate(DRAWN)
        rows = opened.get_by_test_id("tokviz-pairs").first.evaluate(ROWS)
        assert len(rows) == 12
        assert all(bar >= least and whole for bar, whole in rows), (width, rows)


@opened_at(1280, 720, ADDRESSES[:1])
def test_where_the_system_chooses_the_colours_only_the_winner_has_a_frame(opened: Page) -> None:
    opened.emulate_media(forced_colors="active")
    rows = opened.get_by_test_id("tokviz-pairs").first.locator("li")
    expect(rows.first).to_have_css("border-top-width", "3px")
    ground = opened.evaluate("getComputedStyle(document.body).backgroundColor")
    expect(rows.nth(1)).to_have_css("border-top-color", ground)
    expect(rows.first).not_to_have_css("border-top-color", ground)
    opened.emulate_media(forced_colors="null")


@opened_at(1280, 720, ADDRESSES[:1])
def test_no_step_moves_the_bars(opened: Page) -> None:
    """The last look at the page that is shared: it steps."""
    player = opened.get_by_test_id("tokviz-player").first
    player.get_by_test_id("tokviz-slider").fill("1")
    expect(player).to_have_attribute("data-step", "1")
    bar = opened.locator(".st-key-stage .pairs .bar").first
    first = bar.bounding_box()
    for step in range(2, 30, 3):
        for _ in range(3):
            opened.keyboard.press("PageDown")
        expect(player).to_have_attribute("data-step", str(step + 2))
        assert bar.bounding_box() == first


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


def test_pointing_at_a_row_tells_what_became_of_its_pair(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace, step=6)
    reason = caption(page)
    rows = page.get_by_test_id("tokviz-pairs").locator("li")
    told = []
    for at in range(rows.count()):
        rows.nth(at).hover()
        told.append(caption(page))
    page.get_by_test_id("tokviz-caption").hover()
    assert caption(page) == reason
    steps = {tuple(step.pair): step.rank + 1 for step in trace.steps}
    for (pair, count), words in zip(leaders(page), told, strict=True):
        before = trace.pair_counts(0).get(pair)
        assert (f"stood {times(before or 0)} at the start" in words) == (before is not None)
        if before and before != count:
            assert f"now {times(count)}" in words
        joined = f"It is joined at step {steps[pair]}." if pair in steps else "It is never joined."
        assert joined in words
    assert len({*told}) == len(told)


def test_a_row_that_a_step_puts_under_a_pointer_at_rest_tells_nothing(show: Show) -> None:
    """The mouse rests there while a clicker steps, and the class is to read why."""
    page = show(training(TEXT), step=3)
    row = page.get_by_test_id("tokviz-pairs").locator("li").nth(2)
    row.hover()
    assert "stood together" in caption(page)
    assert "Why: " not in caption(page)
    box = row.bounding_box()
    assert box
    page.mouse.move(box["x"] + 60, box["y"] + 5)
    for step in (4, 5, 6):
        page.keyboard.press("PageDown")
        page.evaluate("() => new Promise((done) => setTimeout(done, 300))")
        assert caption(page).startswith(f"Step {step}. ")
        assert "Why: " in caption(page)
        expect(page.locator(".text .token.same")).to_have_count(0)
    page.mouse.move(box["x"] + 61, box["y"] + 5)
    expect(page.locator(".text .token.same").first).to_be_visible()
    page.mouse.move(box["x"] + 70, box["y"] + 40)
    assert "Why: " not in caption(page)


def test_pointing_at_a_row_lights_where_the_pair_stood(show: Show) -> None:
    trace = training("abcabcab", merges=2)
    page = show(trace)
    press(page, "next")
    row = page.locator(".pairs li").filter(has_text="bc")
    row.hover()
    lit = page.locator(".text .token.same").evaluate_all(
        "(spans) => spans.map((s) => s.textContent)"
    )
    assert lit == ["ab", "c", "ab", "c"]


def test_a_click_on_a_row_leaves_what_the_pointer_shows(show: Show) -> None:
    page = show(training("abcabcab", merges=2), step=1)
    pair = page.get_by_test_id("tokviz-pairs").locator("li").nth(1).locator(".pair")
    reason = caption(page)
    pair.hover()
    pointed = caption(page)
    assert pointed != reason
    pair.click()
    expect(page.locator(".text .token.same").first).to_be_attached()
    assert caption(page) == pointed
