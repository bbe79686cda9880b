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
AT_FOOT = """() => {
    const page = document.querySelector("[data-testid=stMain]");
    return page.scrollTop + page.clientHeight >= page.scrollHeight - 1;
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


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_a_clicker_goes_from_the_foot_of_the_first_page_to_the_first_lesson(
    width: int, height: int, new_page: New, app_url: str
) -> None:
    """Nothing was clicked; a key that is held down scrolls there, and no further."""
    page = new_page(width=width, height=height)
    page.goto(app_url)
    settle(page)
    page.keyboard.press("PageDown")
    page.wait_for_function(IS_SCROLLED, arg=["page", True])
    page.keyboard.press("End")
    page.wait_for_function(AT_FOOT)
    held = "() => document.body.dispatchEvent(new KeyboardEvent('keydown', PRESS))"
    press = "{ key: 'PageDown', repeat: true, bubbles: true, composed: true, cancelable: true }"
    assert page.evaluate(held.replace("PRESS", press))  # nobody took it
    expect(page.get_by_role("heading", level=1)).to_have_text("See how a tokenizer learns")
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Text to bytes")
    settle(page)
    replay = page.get_by_test_id("tokviz-rows").first
    before = int(replay.get_attribute("data-step") or 0)
    page.keyboard.press("PageDown")
    expect(replay).to_have_attribute("data-step", str(before + 1))


CUT = """() => {
    const stage = [...document.querySelectorAll(".st-key-stage *")].map((part) => part.shadowRoot);
    const pane = stage.map((root) => root?.querySelector(".strips-pane")).find((found) => found);
    const { top, bottom } = pane.getBoundingClientRect();
    const boxes = [...pane.querySelectorAll(".group")].map((one) => one.getBoundingClientRect());
    const cut = boxes.filter((box) => box.top < top - 1 && box.bottom > top + 4);
    const whole = boxes.map((box, i) => [box, i])
        .filter(([box]) => box.top >= top - 1 && box.bottom <= bottom + 1).map(([, i]) => i);
    return [cut.length, whole[0], whole.at(-1), boxes.length];
}"""
"""How many groups the top edge runs through, the first and last that are whole, and how many there
are."""


@pytest.mark.stage_alone
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_presented_a_page_of_strips_begins_with_whole_groups_and_skips_none(
    size: tuple[int, int], app_url: str, new_page: New
) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(f"{app_url}/compare")
    settle(page)
    press_present(page)
    last, seen = page.evaluate(CUT)[2], []
    while True:
        page.keyboard.press("PageDown")
        page.wait_for_timeout(300)
        cut, first, end, number = page.evaluate(CUT)
        assert cut == 0
        assert first <= last + 1
        if end == last:
            break
        seen.append(first)
        last = end
    assert last == number - 1
    assert len(seen) > 1
    for _ in seen:
        page.keyboard.press("PageUp")
        page.wait_for_timeout(300)
        assert page.evaluate(CUT)[0] == 0
    assert page.evaluate(CUT)[1] == 0
