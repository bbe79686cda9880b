"""The door: a sentence and what becomes of it stand above the fold; a token opens its tree."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tokviz.paths.plans.courses import COURSES

HIGHEST = 1_750


def open_overview(app_url: str, page: Page) -> None:
    page.goto(app_url)
    settle(page)
    expect(page.get_by_test_id("tokviz-tree-token").first).to_be_visible()
    expect(page.get_by_test_id("tokviz-strips")).to_be_visible()


def type_sentence(page: Page, sentence: str) -> None:
    box = page.get_by_test_id("stTextInputField").first
    box.fill(sentence)
    box.press("Enter")


def test_what_a_reader_sees_first_stands_in_the_first_screen(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    """The sentence, the tokens and the strips, and the two ways to one that learns."""
    page = new_page(height=720)
    open_overview(app_url, page)
    for part in ("tokviz-trees", "tokviz-strips"):
        box = page.get_by_test_id(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 720, part
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight") <= HIGHEST
    for width, height in ((1280, 720), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        check_ways(page)


@pytest.mark.stage_alone
@pytest.mark.parametrize(("width", "height"), [(853, 480), (1024, 768)])
def test_a_box_in_which_the_words_take_two_rows_shows_the_whole_tree(
    width: int, height: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    """As on a laptop at 150 %."""
    page = new_page(width=width, height=height)
    open_overview(app_url, page)
    tree = page.locator(".tree")
    expect(tree).to_contain_text("merge 25,717")
    assert tree.evaluate("(tree) => tree.scrollHeight - tree.clientHeight") == 0


@pytest.mark.stage_alone
def test_on_a_phone_the_ways_to_one_that_learns_stand_in_the_first_screen(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=390, height=844)
    open_overview(app_url, page)
    check_ways(page)


@pytest.mark.parametrize("width", [1280, 390])
def test_classes_that_are_ready_are_one_press_from_the_first_screen(
    width: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    """By the keyboard, too; the way to them stands in the line of the way to a class."""
    page = new_page(width=width, height=844)
    open_overview(app_url, page)
    join, ready = (
        page.get_by_role("link", name=name) for name in ("Join one, or lead one", "Ready to teach")
    )
    expect(ready).to_be_in_viewport(ratio=1)
    boxes = [way.bounding_box() for way in (join, ready)]
    assert boxes[0]
    assert boxes[1]
    assert abs(boxes[0]["y"] - boxes[1]["y"]) <= 1
    join.focus()
    page.keyboard.press("Tab")
    expect(ready).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-courses").get_by_role("heading")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="How a tokenizer learns")).to_be_in_viewport(ratio=1)


def test_who_comes_for_the_first_time_reads_what_a_token_is_and_what_the_rows_below_are(
    app_url: str, page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_overview(app_url, page)
    first = page.get_by_text("cuts it into tokens, the boxes below, and gives each an id")
    rows = page.get_by_text("The same sentence, cut by the tokenizers of the lessons")
    strips = page.get_by_test_id("tokviz-strips")
    for words in (first, rows):
        expect(words).to_be_in_viewport(ratio=1)
    heading, below = rows.bounding_box(), strips.bounding_box()
    assert heading
    assert below
    assert 0 <= below["y"] - heading["y"] - heading["height"] <= 12


def check_ways(page: Page) -> None:
    for way in ("learns a rhyme", "Let it learn your sentence"):
        expect(page.locator(".st-key-watch").get_by_text(way)).to_be_in_viewport(ratio=1)
    box, watch = (page.locator(part).bounding_box() for part in (".stTextInput", ".st-key-watch"))
    assert box
    assert watch
    assert 0 <= watch["y"] - box["y"] - box["height"] <= 12


@pytest.mark.stage_alone
def test_a_token_opens_its_tree_by_mouse_and_by_key(app_url: str, page: Page) -> None:
    """A byte shows its character; a token says why it ends there."""
    open_overview(app_url, page)
    tree = page.get_by_test_id("tokviz-tree")
    expect(tree).to_contain_text("made by merge 25,717 of 50,000")
    tokens = page.get_by_test_id("tokviz-tree-token")
    token = tokens.filter(has_text="said")
    token.click()
    expect(token).to_have_attribute("aria-pressed", "true")
    expect(tree).not_to_contain_text("25,717")
    tokens.filter(has_text="chickens").focus()
    page.keyboard.press("Enter")
    expect(tree).to_contain_text("25,717")
    byte = tokens.filter(has_text="95").first
    expect(byte).to_contain_text("안")
    byte.click()
    expect(tree).to_contain_text("byte 2 of 3 of 안 U+C548")

    type_sentence(page, "Strawberry pie")
    expect(tokens).to_have_count(4)
    for place, ends in (
        (0, re.compile(r"Then comes raw\. No merge joins the two\.")),
        (2, re.compile(r"Its pre-token ends here\.")),
        (3, re.compile(r"of 50,000\.$")),
    ):
        tokens.nth(place).click()
        expect(tree.locator("p")).to_have_text(ends)


@pytest.mark.stage_alone
def test_a_sentence_is_cut_while_it_is_typed_and_whatever_it_says(app_url: str, page: Page) -> None:
    """Bars part only tokens that differ, and are explained; a long one has more room, for good."""
    open_overview(app_url, page)
    trees, tokens = (page.get_by_test_id(f"tokviz-{name}") for name in ("trees", "tree-token"))
    told = page.get_by_test_id("tokviz-strips").get_by_role("status")
    expect(told).to_contain_text("stands between two different tokens of the same colour.")
    before = trees.evaluate("(box) => box.offsetHeight")
    page.get_by_test_id("stTextInputField").first.select_text()
    page.keyboard.type("strawberry 👨‍👩‍👧", delay=30)
    expect(tokens.nth(1)).to_have_text(re.compile("raw"))
    expect(trees).to_contain_text("16 code points")
    expect(page.get_by_test_id("InputInstructions")).to_be_hidden()

    type_sentence(page, "hen <img src=x onerror=alert(1)>")
    expect(tokens.first).to_contain_text("hen")
    expect(trees).to_contain_text("32 code points")
    type_sentence(page, "x" * 400)
    expect(trees).to_contain_text("50 tokens")
    expect(trees.locator(".seam")).to_have_count(0)

    type_sentence(page, "नाव घाट पर रुकी और बच्चे दौड़कर आए, फिर सब मिलकर पानी में कंकड़ फेंकने लगे 👏🏻")
    expect(tokens.nth(60)).to_be_attached()
    after = trees.evaluate("(box) => box.offsetHeight")
    assert after > 1.5 * before
    tokens.nth(3).click()
    assert trees.evaluate("(box) => box.offsetHeight") == after


def test_the_ways_from_the_overview_look_alike_and_lead_to_lessons(
    app_url: str, page: Page
) -> None:
    """A link and a button, side by side; a part of a class, in a tab of its own."""
    open_overview(app_url, page)
    link = page.get_by_role("link", name="learns a rhyme")
    button = page.get_by_role("button", name="Let it learn your sentence")
    for looks in ("border-top-width", "border-top-style", "border-top-left-radius"):
        expect(link).to_have_css(looks, button.evaluate(f"(b) => getComputedStyle(b)['{looks}']"))
    boxes = [way.bounding_box() for way in (link, button)]
    assert boxes[0]
    assert boxes[1]
    assert abs(boxes[0]["height"] - boxes[1]["height"]) <= 1

    with page.expect_popup() as opening:
        page.locator(".st-key-courses").get_by_role("link", name="Byte BPE").first.click()
    part = opening.value
    settle(part)
    expect(part.locator(".st-key-guide")).to_contain_text(f"1 of {len(COURSES[0].parts[0].way)}")
    part.close()

    button.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Byte BPE")
    settle(page)
    expect(page.get_by_test_id("tokviz-player").first).to_be_visible()
