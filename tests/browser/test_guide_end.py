"""Where all paths end, and a class: what to remember, and the way to all lessons."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, lead
from tests.browser.driving import settle, until_still
from tests.browser.guiding import button, open_stop, strip, the_path
from tests.browser.presenting import press_present
from tests.matrix import few
from tokviz.lessons import LESSONS
from tokviz.paths.plans.courses import COURSES

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
LAID_OUT = [row.key for row in LESSONS if row.key not in ("compare", "any_tokenizer")]
"""The lessons whose stage is a replay, which has the room above the strip."""


@pytest.mark.parametrize(("width", "height"), few([(1280, 720), (390, 844)], first=[(390, 844)]))
def test_a_clicker_at_the_end_of_a_class_shows_what_to_remember(
    width: int, height: int, app_url: str, new_page: New
) -> None:
    page, part = new_page(width=width, height=height), COURSES[0].parts[-1]
    page.goto(f"{app_url}/{part.lesson}?path={len(part.way)}&course=1")
    settle(page)
    expect(button(page, "end")).to_have_text(re.compile("The end"))
    page.keyboard.press("PageDown")
    told = page.get_by_test_id("stPopoverBody")
    expect(told).to_contain_text("Remember")
    expect(told.get_by_role("link", name="At home")).to_have_count(len(COURSES[0].parts))
    until_still(page)
    answer = page.locator(".st-key-guide_answer p").first
    expect(answer).to_be_hidden()
    box = told.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    page.keyboard.press("Escape")
    expect(answer).to_be_visible()
    page.keyboard.press("PageDown")
    expect(answer).to_be_hidden()
    page.keyboard.press("PageDown")
    expect(strip(page)).to_contain_text(f"{len(part.way)} of {len(part.way)}")
    told.get_by_role("link", name="All lessons").click()
    expect(page.get_by_test_id("tokviz-trees")).to_be_visible()


@pytest.mark.parametrize("lesson", few(LAID_OUT, first=["byte_bpe", "unigram"]))
def test_the_strip_of_the_last_stop_lies_over_nothing_of_the_stage(
    lesson: str, app_url: str, new_page: New
) -> None:
    """It has more lines than any other's."""
    page, path = new_page(width=1280, height=720), the_path(lesson)
    open_stop(page, app_url, path, len(path.stops))
    page.wait_for_function("""() => {
      const stage = document.querySelector(".st-key-stage");
      const foot = parseFloat(getComputedStyle(stage).paddingBottom);
      const strip = document.querySelector(".stBottom").getBoundingClientRect();
      const isDrawn = document.querySelector(".st-key-guide input") !== null;
      return isDrawn && stage.getBoundingClientRect().bottom - foot <= strip.top;
    }""")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768)])
def test_what_to_remember_stands_where_the_answer_stood(
    width: int, height: int, app_url: str, new_page: New
) -> None:
    """And not beside it, over the text."""
    page, part = new_page(width=width, height=height), COURSES[0].parts[-1]
    page.goto(f"{app_url}/{part.lesson}?path={len(part.way)}&course=1")
    settle(page)
    words = page.locator(".st-key-guide_words").bounding_box()
    page.keyboard.press("PageDown")
    told = page.get_by_test_id("stPopoverBody")
    expect(told).to_contain_text("Remember")
    until_still(page)
    box, ways = told.bounding_box(), page.locator(".st-key-guide_ways").bounding_box()
    assert words
    assert box
    assert ways
    assert abs(box["x"] - words["x"]) <= 1
    assert abs(box["y"] + box["height"] - words["y"] - words["height"]) <= 1
    assert box["x"] + box["width"] <= ways["x"]


def test_presented_it_stands_above_the_bar_of_a_class(leader: Page, app_url: str) -> None:
    part = COURSES[0].parts[-1]
    leader.set_viewport_size({"width": 1280, "height": 720})
    leader.goto(f"{app_url}/{part.lesson}?path={len(part.way)}&course=1")
    settle(leader)
    lead(leader)
    press_present(leader)
    leader.keyboard.press("PageDown")
    told = leader.get_by_test_id("stPopoverBody")
    expect(told).to_contain_text("Remember")
    until_still(leader)
    card, below = told.bounding_box(), bar(leader).bounding_box()
    assert card
    assert below
    assert card["y"] >= 0
    assert card["y"] + card["height"] <= below["y"]


def test_the_last_lessons_path_ends_with_the_way_to_all(app_url: str, new_page: New) -> None:
    """A clicker takes it, as it takes the way to the next lesson before."""
    page, key = new_page(width=390, height=844), LESSONS[-1].key
    last = len(the_path(key).stops)
    page.goto(f"{app_url}/{key}?path={last}")
    settle(page)
    expect(strip(page)).to_contain_text(f"{last} of {last}")
    expect(button(page, "end")).to_have_text("All lessons")
    page.keyboard.press("PageDown")
    expect(page.get_by_test_id("tokviz-trees")).to_be_visible()
    page.go_back()
    expect(button(page, "end")).to_have_text("All lessons")
    button(page, "end").click()
    expect(page.get_by_test_id("tokviz-trees")).to_be_visible()
