"""The lattice in a real browser: all of it in sight, as large as its pane has room for."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, DRAWN, opened_at, settle
from tests.browser.guiding import strip, the_path
from tests.browser.presenting import leave
from tests.browser.test_any_tokenizer import drop
from tests.matrix import few
from tests.pipelines import built
from tokviz.ui.shell.values import pack_text

TOP = "(part) => part.getBoundingClientRect().top"
New = Callable[..., Page]
LEGIBLE = 11  # pixels: the smallest letter that is read
LONG = "The lighthouse keeper walked home in the wind of the night."

# What of the replay is seen below its box, where the page goes on: what a pane cuts off is not.
BELOW_ITS_BOX = """(root) => {
    const foot = root.getRootNode().host.closest(".stElementContainer").getBoundingClientRect();
    const panes = ".graph, .chips, .caption, .said";
    return [...root.querySelectorAll("*")]
        .filter((part) => !part.parentElement.closest(panes) && part.checkVisibility())
        .filter((part) => part.getBoundingClientRect().bottom > foot.bottom + 0.5)
        .map((part) => part.className);
}"""
# The least size of a letter, in pixels of the screen.
LETTERS = """(drawing) => {
    const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
    const sizes = [...drawing.querySelectorAll("text")]
        .map((text) => parseFloat(getComputedStyle(text).fontSize));
    return scale * Math.min(...sizes);
}"""
ALL_IN_SIGHT = """(pane) => [
    pane.scrollWidth - pane.clientWidth, pane.scrollHeight - pane.clientHeight, pane.scrollLeft,
]"""


def lattice(page: Page) -> Locator:
    return page.locator(".st-key-unigram-lattice_graph").get_by_test_id("tokviz-player")


def open_lattice(page: Page, app_url: str, *, text: str = "", stop: str = "") -> Locator:
    """The section, at the step where its link opens it."""
    asked = f"&lattice_text={pack_text(text)}" if text else ""
    page.goto(f"{app_url}/unigram?section=Lattice{asked}{stop}")
    settle(page)
    return sought(page)


def sought(page: Page) -> Locator:
    """The section of an open page, scrolled to."""
    page.locator(".st-key-below").scroll_into_view_if_needed()
    expect(lattice(page)).to_have_attribute("data-step", ANY_STEP)
    settle(page)
    return lattice(page)


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)


def go_to(replay: Locator, step: int) -> None:
    replay.get_by_test_id("tokviz-slider").fill(str(step))
    expect(replay).to_have_attribute("data-step", str(step))


def last(replay: Locator) -> int:
    return int(replay.get_by_test_id("tokviz-slider").get_attribute("max") or 0)


def steps_of(replay: Locator) -> range:
    return range(last(replay) + 1)


SIZES = ((1280, 720), (1024, 768), (390, 844))
"""A projector, a tablet, a phone: each looked at in turn on one page."""


@opened_at(1280, 720, ["unigram?section=Lattice"])
def test_nothing_lies_over_what_follows_at_any_step(opened: Page) -> None:
    graph = sought(opened)
    for width, height in (SIZES[0], SIZES[2]):
        resize(opened, width, height)
        tops = set()
        for step in steps_of(graph):
            go_to(graph, step)
            assert graph.evaluate(BELOW_ITS_BOX) == [], (width, step)
            tops.add(graph.locator(".lanes").evaluate(TOP))
        assert len(tops) == 1, f"at {width} the result has no room from the start"
    resize(opened, *SIZES[0])


@opened_at(1280, 720, ["unigram?section=Lattice"])
def test_a_graph_that_can_be_read_at_its_panes_width_is_all_in_sight(opened: Page) -> None:
    graph = sought(opened)
    for width, height in SIZES[:2]:
        resize(opened, width, height)
        for step in (0, last(graph)):
            go_to(graph, step)
            assert graph.locator(".graph").evaluate(ALL_IN_SIGHT) == [0, 0, 0], width
            assert graph.locator(".graph > svg").evaluate(LETTERS) >= LEGIBLE, width
    resize(opened, *SIZES[0])


def test_a_longer_one_shows_the_end_that_was_settled(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    graph = open_lattice(page, app_url, text=LONG)
    pane, nodes = graph.locator(".graph"), graph.locator(".node")
    for width, height in (SIZES[0], SIZES[2]):
        resize(page, width, height)
        pane.scroll_into_view_if_needed()
        graph.get_by_test_id("tokviz-last").click()
        expect(nodes.last).to_be_in_viewport(ratio=1)
        assert graph.locator(".graph > svg").evaluate(LETTERS) >= LEGIBLE
        before = pane.evaluate("(pane) => pane.scrollLeft")
        graph.get_by_test_id("tokviz-prev").click()
        assert pane.evaluate("(pane) => pane.scrollLeft") == before
        graph.get_by_test_id("tokviz-first").click()
        expect(nodes.first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("dark", few([False, True], first=[False]))
def test_presented_its_stop_shows_the_best_way_whole(
    dark: bool, app_url: str, new_page: New
) -> None:
    page, path = new_page(width=1280, height=720, dark=dark), the_path("unigram")
    graph = open_lattice(page, app_url, stop=f"&path={len(path.stops) - 1}")
    expect(graph).to_have_attribute("data-step", str(last(graph)))
    for width, height in SIZES[:2]:
        resize(page, width, height)
        page.get_by_test_id("tokviz-present").press("Enter")
        expect(page.locator("[data-presented] .st-key-stage")).to_be_hidden()
        expect(page.get_by_role("tab").first).to_be_hidden()
        expect(page.get_by_role("textbox", name="A word or a short sentence")).to_be_hidden()
        page.evaluate(DRAWN)
        assert graph.locator(".graph").evaluate(ALL_IN_SIGHT) == [0, 0, 0]
        assert graph.locator(".graph > svg").evaluate(LETTERS) >= LEGIBLE
        foot, lane = strip(page).bounding_box(), graph.locator(".lanes").bounding_box()
        assert foot
        assert lane
        assert lane["y"] + lane["height"] <= foot["y"]
        expect(graph.locator(".edge.lit rect").first).to_be_in_viewport(ratio=1)
        expect(graph.locator(".edge.lit rect").last).to_be_in_viewport(ratio=1)
        leave(page)


@pytest.mark.stage_alone
def test_a_lattice_that_is_the_stage_ends_above_the_tabs(app_url: str, new_page: New) -> None:
    """That of a tokenizer that a reader drops."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/any_tokenizer?sample=prose")
    settle(page)
    drop(page, ("mine.json", built("t5").to_str().encode()))
    expect(page.get_by_text("Replayed: the first")).to_be_attached(timeout=30_000)
    expect(page.get_by_text("The best segmentation").first).to_be_attached()
    stage = page.locator(".st-key-stage").get_by_test_id("tokviz-player")
    for width, height in ((1920, 1080), (1366, 768), (1280, 720), (1024, 768)):
        resize(page, width, height)
        go_to(stage, last(stage))
        assert stage.evaluate(BELOW_ITS_BOX) == [], width
        chips = stage.locator(".chips")
        assert chips.evaluate("(chips) => chips.scrollHeight <= chips.clientHeight"), width
