"""Keys where nothing was clicked, or something else: they scroll a page or step its replay."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.browser.presenting import press_present

New = Callable[..., Page]

# Whether the page, or a stage's strips, are scrolled down or up, and not framed.
IS_SCROLLED = """([where, down]) => {
    const stage = document.querySelector(".st-key-stage");
    const roots = stage ? [...stage.querySelectorAll("*")].map((part) => part.shadowRoot) : [];
    const pane = where === "page" ? document.querySelector("[data-testid=stMain]")
        : roots.map((root) => root?.querySelector(".strips-pane")).find((found) => found);
    const inner = getComputedStyle(pane, "::before");
    const frames = [getComputedStyle(pane).outlineStyle, inner.boxShadow];
    return down === pane.scrollTop > 100 && frames.every((frame) => frame === "none");
}"""


@pytest.mark.stage_alone
def test_the_clicker_steps_whatever_was_clicked_before_and_frames_nothing(
    app_url: str, new_page: New
) -> None:
    """The lesson's idea, the pairs, a speed, a sample."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    replay = page.get_by_test_id("tokviz-player").first
    page.locator(".st-key-idea p").first.click(position={"x": 2, "y": 2})
    page.keyboard.press("PageDown")
    expect(replay).to_have_attribute("data-step", "1")
    expect(page.get_by_test_id("stMain")).to_have_css("outline-style", "none")

    side = page.locator(".st-key-stage .side").first
    box = side.bounding_box()
    assert box
    side.click(position={"x": box["width"] / 2, "y": box["height"] - 20})
    page.keyboard.press("PageDown")
    expect(replay).to_have_attribute("data-step", "2")
    expect(side).to_have_css("outline-style", "none")

    speed = page.get_by_test_id("tokviz-speed").first
    speed.select_option(index=2)
    speed.focus()
    chosen = speed.input_value()
    page.keyboard.press("PageDown")
    expect(replay).to_have_attribute("data-step", "3")
    assert speed.input_value() == chosen

    page.get_by_label("Text to learn from").click()
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    settle(page)
    expect(replay).to_have_attribute("data-step", "0")
    page.keyboard.press("PageDown")
    expect(replay).to_have_attribute("data-step", "1")


def test_beside_a_replay_the_arrows_up_and_down_scroll_and_the_clicker_steps(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    replay = page.get_by_test_id("tokviz-player").first
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    page.wait_for_function(IS_SCROLLED, arg=["page", True])
    page.keyboard.press("PageDown")
    expect(replay).to_have_attribute("data-step", "1")


def check_keys_scroll(page: Page) -> None:
    page.keyboard.press("PageDown")
    page.wait_for_function(IS_SCROLLED, arg=["page", True])
    page.keyboard.press("Home")
    page.wait_for_function(IS_SCROLLED, arg=["page", False])


def test_keys_scroll_the_overview_before_anything_was_clicked(page: Page, app_url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(app_url)
    settle(page)
    check_keys_scroll(page)


def test_keys_scroll_a_comparison_clicked_or_not_and_presented_its_strips(
    page: Page, app_url: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/compare")
    settle(page)
    check_keys_scroll(page)
    page.mouse.click(1270, 500)
    expect(page.get_by_test_id("stMain")).to_be_focused()
    check_keys_scroll(page)
    press_present(page)
    page.keyboard.press("PageDown")
    page.wait_for_function(IS_SCROLLED, arg=["strips", True])
    assert page.evaluate(IS_SCROLLED, ["page", False])
    page.keyboard.press("PageUp")
    page.wait_for_function(IS_SCROLLED, arg=["strips", False])
