"""A lesson's page around its stage: one slim row, settings over it, and a stage that stays put.

What holds on each page as it opens: test_every_page.py.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, DRAWN, open_settings, settle, until_still
from tests.matrix import few
from tokviz.lessons import LESSONS

ABOVE = 260  # pixels: the most that stands above the tokens

MEASURE = """() => {
    const stage = document.querySelector(".st-key-stage");
    const roots = [...stage.querySelectorAll("*")].flatMap((part) => part.shadowRoot ?? []);
    const boxes = (names) => roots.flatMap((root) => [...root.querySelectorAll(names)])
        .map((part) => part.getBoundingClientRect())
        .filter((box) => box.height)
        .map((box) => [box.top, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)]);
    const main = document.querySelector("[data-testid=stMain]");
    const { left, top, width, height } = stage.getBoundingClientRect();
    return {
        stage: [left, top, width, height],
        controls: boxes(".controls"),
        caption: boxes(".caption"),
        tokens: boxes(".text, .lanes, .rows-pane"),
        overflow: main.scrollWidth - main.clientWidth,
    };
}"""

New = Callable[..., Page]

SLOW_NETWORK = """
const listen = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (type, hear, options) {
  const late = (event) => setTimeout(() => hear(event), type === "message" ? 300 : 0);
  listen.call(this, type, late, options);
};
"""
CLICK_AS_SOON_AS_THERE = """(words) => {
  const watch = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll("button")];
    const button = buttons.find((one) => one.innerText.includes(words));
    if (!button) return;
    watch.disconnect();
    button.click();
  });
  watch.observe(document.body, { subtree: true, childList: true });
}"""


def open_lesson(page: Page, address: str) -> dict[str, Any]:
    """Open a page cold and measure it, once the frame's style holds."""
    page.goto(address)
    settle(page)
    return measure_when_drawn(page)


def measure_when_drawn(page: Page) -> dict[str, Any]:
    expect(page.locator(".st-key-bar")).to_have_css("column-gap", "8px")
    if page.locator(".st-key-stage").count():
        expect(page.get_by_test_id("tokviz-caption").first).to_be_visible()
        expect(page.locator(".st-key-stage [data-step]").first).to_have_attribute(
            "data-step", ANY_STEP
        )
    return measure(page)


def measure(page: Page) -> dict[str, Any]:
    measured: dict[str, Any] = page.evaluate(MEASURE)
    return measured


def tokens_of_own_text(page: Page, url: str) -> Locator:
    """A lesson with an own text of eight tokens."""
    open_lesson(page, url)
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    box.fill("abababab")
    box.press("Control+Enter")
    tokens = page.get_by_test_id("tokviz-player").first.get_by_test_id("tokviz-token")
    expect(tokens).to_have_count(8)
    page.keyboard.press("Escape")
    return tokens


@pytest.mark.stage_alone
def test_neither_a_setting_nor_what_a_damaged_link_is_told_moves_the_stage(
    app_url: str, new_page: New
) -> None:
    """The setting trains anew, and its box stays open."""
    page = new_page(width=1280, height=720)
    before = open_lesson(page, f"{app_url}/byte_bpe")
    open_settings(page)
    assert measure(page)["stage"] == before["stage"]
    merges = page.get_by_role("spinbutton", name="Merges to learn")
    merges.fill("7")
    merges.press("Enter")
    player = page.get_by_test_id("tokviz-player").first
    expect(player.locator(".of")).to_contain_text("7")
    settle(page)
    assert measure(page)["stage"] == before["stage"]
    expect(merges).to_be_visible()
    after = open_lesson(page, f"{app_url}/byte_bpe?merges=many")
    expect(page.get_by_test_id("stToast")).to_contain_text("“merges” is “many”, not a whole number")
    assert after["stage"] == before["stage"]


@pytest.mark.stage_alone
def test_what_a_damaged_link_is_told_stays_until_the_reader_changes_something(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    page.clock.install()
    open_lesson(page, f"{app_url}/byte_bpe?merges=many")
    toast = page.get_by_test_id("stToast")
    expect(toast).to_contain_text("“merges” is “many”, not a whole number")
    page.clock.run_for(120_000)
    settle(page)
    expect(toast).to_be_visible()
    page.get_by_test_id("tokviz-next").first.click()
    open_settings(page)
    expect(toast).to_be_visible()
    merges = page.get_by_role("spinbutton", name="Merges to learn")
    merges.fill("7")
    merges.press("Enter")
    expect(page.get_by_test_id("tokviz-player").first.locator(".of")).to_contain_text("7")
    settle(page)
    page.clock.run_for(10_000)
    expect(toast).to_have_count(0)


@pytest.mark.stage_alone
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_what_a_damaged_link_is_told_covers_no_control(
    width: int, height: int, app_url: str, new_page: New
) -> None:
    page = new_page(width=width, height=height)
    open_lesson(page, f"{app_url}/byte_bpe?merges=many&path=2")
    toast = page.get_by_test_id("stToast")
    expect(toast).to_be_visible()
    until_still(page)
    told = toast.bounding_box()
    assert told is not None
    controls = page.get_by_test_id("tokviz-player").first.locator(".controls")
    for place in (page.locator(".st-key-bar"), controls, page.locator(".st-key-guide")):
        box = place.bounding_box()
        assert box is not None
        assert told["y"] >= box["y"] + box["height"] or told["y"] + told["height"] <= box["y"]


@pytest.mark.stage_alone
def test_the_readers_text_is_offered_on_the_next_page_with_a_way_back(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    tokens = tokens_of_own_text(page, f"{app_url}/byte_bpe")
    page.locator(".st-key-bar").get_by_role("link", name="Regex BPE").click()
    page.get_by_role("button", name="Your text from Byte BPE").click()
    expect(tokens).to_have_count(8)
    page.get_by_role("button", name="Back to “The hen in the pen”").click()
    expect(tokens.nth(20)).to_be_visible()


def test_what_the_page_asks_by_itself_takes_no_click_back(app_url: str, new_page: New) -> None:
    """The network is slow, and the click and the page's own question leave the browser together."""
    page = new_page(width=1280, height=720)
    with page.add_init_script(SLOW_NETWORK):
        tokens = tokens_of_own_text(page, f"{app_url}/byte_bpe")
        page.evaluate(CLICK_AS_SOON_AS_THERE, "Your text from")
        page.locator(".st-key-bar").get_by_role("link", name="Regex BPE").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Regex BPE")
        expect(page.get_by_role("button", name="Back to “The hen in the pen”")).to_be_visible()
        settle(page)
        expect(page.get_by_role("tab")).not_to_have_count(0)  # the page's question was answered
        expect(tokens).to_have_count(8)


@pytest.mark.stage_alone
def test_the_stage_alone_fills_the_screen(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_lesson(page, f"{app_url}/byte_bpe")
    page.get_by_test_id("tokviz-present").click()
    expect(page.locator("[data-presented] .st-key-stage")).to_be_visible()
    page.evaluate(DRAWN)
    seen = measure(page)
    assert seen["tokens"][0][0] < ABOVE - 50
    page.keyboard.press("PageDown")
    player = page.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-step", "1")


@pytest.mark.stage_alone
def test_a_lane_with_nothing_in_it_keeps_its_box(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_lesson(page, f"{app_url}/whitespace")
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    box.fill("   ")
    box.press("Control+Enter")
    settle(page)
    page.keyboard.press("Escape")
    lane = page.locator(".st-key-stage .lane").first
    expect(lane).to_contain_text("The words")
    expect(lane).not_to_have_class(re.compile("facts"))


@pytest.mark.stage_alone
def test_each_reader_has_the_menu_in_its_place_and_long_names_told_whole(
    app_url: str, new_page: New
) -> None:
    """The second reader too; a name where it is pointed at."""
    for _ in range(2):
        page = new_page(width=1280, height=720)
        open_lesson(page, f"{app_url}/unigram")
        expect(page.locator(".stSidebar .stPageLink")).to_have_count(len(LESSONS) + 1)
    name = page.locator(".st-key-bar-text input")
    name.hover()
    expect(name).to_have_attribute("title", "The lighthouse keeper")


@pytest.mark.stage_alone
@pytest.mark.parametrize("width", few([700, 768, 1280], first=[768, 1280]))
def test_the_way_to_a_folded_menu_stands_beside_the_page(
    width: int, app_url: str, new_page: New
) -> None:
    """A narrow window opens with the menu folded; who has a projector folds it."""
    page = new_page(width=width, height=900)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    if width > 768:
        page.locator(".stSidebar").hover()
        page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    way, replay = page.get_by_test_id("stExpandSidebarButton"), page.locator(".st-key-stage")
    expect(way).to_be_visible()
    until_still(page)
    for place in (page.locator(".st-key-bar h1"), replay):
        place.evaluate("place => place.scrollIntoView()")
        box, other = way.bounding_box(), place.bounding_box()
        assert box
        assert other
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= other["x"]
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
    page.locator(".st-key-bar").get_by_role("button", name="Share").click()  # nothing lies over it
    expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
    page.keyboard.press("Escape")
    way.click()
    expect(page.locator(".stSidebar").get_by_role("link", name="Byte BPE")).to_be_in_viewport()
