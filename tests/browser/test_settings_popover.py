"""“Text and settings” lies beside the tokens, and says what is at fault where it can be read."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import open_settings, settle, until_still
from tests.matrix import few

pytestmark = pytest.mark.stage_alone

FOCUSED = """() => {
    let focused = document.activeElement;
    while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return focused;
}"""
BENEATH = """(message) => {
    const { left, top, width, height } = message.getBoundingClientRect();
    const parts = [0.02, 0.25, 0.5, 0.75, 0.98];
    const points = parts.flatMap((x) => parts.map((y) => [left + x * width, top + y * height]));
    const beneath = points.flatMap(([x, y]) => document.elementsFromPoint(x, y));
    return [...new Set(beneath)].filter((found) => found.closest(".st-key-panel"))
        .map((found) => found.textContent);
}"""
"""What of the settings lies under a message."""
IS_FOCUSED = f"(element) => ({FOCUSED})() === element"


def refused_size(page: Page, app_url: str) -> Locator:
    """The message about a vocabulary that is too small, beneath the open settings."""
    page.goto(f"{app_url}/sentencepiece_bpe?sample=tiny")
    settle(page)
    open_settings(page)
    box = page.get_by_role("spinbutton", name="Vocabulary size")
    box.fill("4")
    box.press("Enter")
    message = page.locator(".st-key-fault").get_by_test_id("stAlert")
    expect(message).to_contain_text("Vocabulary size is 4")
    return message


@pytest.mark.parametrize("lesson", few(["regex_bpe", "wordpiece"], first=["regex_bpe"]))
def test_two_thirds_of_the_tokens_stay_in_sight(
    lesson: str, app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/{lesson}")
    settle(page)
    open_settings(page)
    settle(page)  # with what it holds
    until_still(page)
    strip = page.get_by_test_id("tokviz-player").first.locator(".text").bounding_box()
    popover = page.get_by_test_id("stPopoverBody").first.bounding_box()
    assert strip is not None
    assert popover is not None
    assert popover["x"] >= strip["x"] + strip["width"] * 2 / 3
    assert popover["x"] + popover["width"] <= 1280
    if lesson == "regex_bpe":
        expect(page.get_by_text("Your own", exact=True)).to_be_in_viewport(ratio=1)
        expect(page.get_by_test_id("stMultiSelect")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 800)])
def test_a_fault_is_wholly_in_sight_while_the_settings_are_open_and_has_no_light_corners(
    width: int, height: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    """What lies behind its round corners is the popover, however dark."""
    page = new_page(width=width, height=height, dark=True)
    message = refused_size(page, app_url)
    expect(message).to_be_in_viewport(ratio=1)
    settle(page)
    until_still(page)
    covered = message.evaluate(
        """(box) => {
            const { left, top, right, bottom } = box.getBoundingClientRect();
            const corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
            const inward = ([x, y]) => [x + (x === left ? 9 : -9), y + (y === top ? 9 : -9)];
            return corners.map(inward).filter(([x, y]) =>
                !box.contains(document.elementFromPoint(x, y))).length;
        }"""
    )
    assert covered == 0
    painted = message.evaluate(
        """(box) => {
            const found = [];
            for (; !box.matches("[data-testid=stPopoverBody]"); box = box.parentElement)
                found.push(getComputedStyle(box).backgroundColor);
            return found;
        }"""
    )
    assert set(painted) == {"rgba(0, 0, 0, 0)"}
    expect(page.get_by_test_id("tokviz-player").first.locator(".token").first).to_be_attached()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_a_fault_lies_over_nothing_that_is_set(
    width: int, height: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    """What the box has no room for is scrolled above it, to the last row."""
    page = new_page(width=width, height=height)
    message = refused_size(page, app_url)
    settle(page)
    until_still(page)
    assert message.evaluate(BENEATH) == []
    last = page.locator(".st-key-panel .stElementContainer").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    assert message.evaluate(BENEATH) == []


def test_a_key_opens_it_with_the_focus_inside_and_escape_gives_the_focus_back(
    app_url: str, page: Page
) -> None:
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    button = page.get_by_role("button", name="Text and settings")
    button.press("Enter")
    expect(page.get_by_test_id("stPopoverBody")).to_be_focused()
    text = page.get_by_role("textbox", name="Your own text")
    text.wait_for()
    settle(page)
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("stPopoverBody").locator("button:focus")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(text).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_tab_goes_through_each_between_its_button_and_what_follows_the_button(
    app_url: str, page: Page
) -> None:
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    for name in ("Text and settings", "About", "Share"):
        check_tab_goes_through(page, name)


def check_tab_goes_through(page: Page, name: str) -> None:
    button = page.locator(".st-key-bar").get_by_role("button", name=name)
    button.focus()
    page.keyboard.press("Tab")
    following = page.evaluate_handle(FOCUSED)
    button.press("Enter")
    inside = page.get_by_test_id("stPopoverBody")
    expect(inside).to_be_focused()
    settle(page)  # with what it holds
    page.keyboard.press("Tab")
    first = page.evaluate_handle(FOCUSED)
    page.keyboard.press("Shift+Tab")
    expect(button).to_be_focused()
    page.keyboard.press("Tab")
    page.wait_for_function(IS_FOCUSED, arg=first)  # from the button into what it opened
    for _ in range(20):
        page.keyboard.press("Tab")
        if not inside.evaluate("(body) => body.contains(document.activeElement)"):
            break
    page.wait_for_function(IS_FOCUSED, arg=following)
    page.keyboard.press("Escape")
    expect(inside).to_have_count(0)
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('body')")
