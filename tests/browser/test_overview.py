"""The door: a sentence and what becomes of it stand above the fold; a token opens its tree."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tokviz.paths.plans.courses import COURSES
from tokviz.ui.shell.values import pack_text

HIGHEST = 1_750


def open_overview(app_url: str, page: Page) -> None:
    page.goto(app_url)
    settle(page)
    expect(page.get_by_test_id("tokviz-tree-token").first).to_be_visible()
    expect(page.get_by_test_id("tokviz-strips")).to_be_visible()


def test_the_sentence_the_tokens_and_the_strips_stand_above_the_fold(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(height=720)
    open_overview(app_url, page)
    for part in ("tokviz-trees", "tokviz-strips"):
        box = page.get_by_test_id(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 720, part
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight") <= HIGHEST


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1280, 720), (390, 844)])
def test_the_ways_to_one_that_learns_stand_in_the_first_screen(
    width: int, height: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=width, height=height)
    open_overview(app_url, page)
    for way in ("learns a rhyme", "Let it learn your sentence"):
        expect(page.locator(".st-key-watch").get_by_text(way)).to_be_in_viewport(ratio=1)
    box, watch = (page.locator(part).bounding_box() for part in (".stTextInput", ".st-key-watch"))
    assert box
    assert watch
    assert 0 <= watch["y"] - box["y"] - box["height"] <= 12


def test_a_token_opens_its_tree_by_mouse_and_by_key(app_url: str, page: Page) -> None:
    open_overview(app_url, page)
    tree = page.get_by_test_id("tokviz-tree")
    expect(tree).to_contain_text("made by merge 25,717 of 50,000")
    token = page.get_by_test_id("tokviz-tree-token").filter(has_text="said")
    token.click()
    expect(token).to_have_attribute("aria-pressed", "true")
    expect(tree).not_to_contain_text("25,717")
    page.get_by_test_id("tokviz-tree-token").filter(has_text="chickens").focus()
    page.keyboard.press("Enter")
    expect(tree).to_contain_text("25,717")


def test_a_token_says_why_it_ends_there(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/?text={pack_text('Strawberry pie')}")
    settle(page)
    tokens, tree = page.get_by_test_id("tokviz-tree-token"), page.get_by_test_id("tokviz-tree")
    tokens.nth(0).click()
    expect(tree.locator("p")).to_contain_text("Then comes raw. No merge joins the two.")
    tokens.nth(2).click()
    expect(tree.locator("p")).to_contain_text("Its pre-token ends here.")
    tokens.nth(3).click()
    expect(tree.locator("p")).to_have_text(re.compile(r"of 50,000\.$"))


def test_a_byte_shows_its_character(app_url: str, page: Page) -> None:
    open_overview(app_url, page)
    byte = page.get_by_test_id("tokviz-tree-token").filter(has_text="95").first
    expect(byte).to_contain_text("안")
    byte.click()
    expect(page.get_by_test_id("tokviz-tree")).to_contain_text("byte 2 of 3 of 안 U+C548")


def test_bars_part_only_tokens_that_differ_and_are_explained(app_url: str, page: Page) -> None:
    open_overview(app_url, page)
    told = page.get_by_test_id("tokviz-strips").get_by_role("status")
    expect(told).to_contain_text("between two of one colour: they differ.")
    box = page.get_by_test_id("stTextInputField")
    box.fill("x" * 400)
    box.press("Enter")
    trees = page.get_by_test_id("tokviz-trees")
    expect(trees).to_contain_text("50 tokens")
    expect(trees.locator(".seam")).to_have_count(0)


def test_another_sentence_is_cut_at_once(app_url: str, page: Page) -> None:
    open_overview(app_url, page)
    box = page.get_by_test_id("stTextInputField")
    box.fill("hen <img src=x onerror=alert(1)>")
    box.press("Enter")
    expect(page.get_by_test_id("tokviz-tree-token").first).to_contain_text("hen")
    expect(page.get_by_test_id("tokviz-trees")).to_contain_text("32 code points")


def test_a_sentence_is_cut_while_it_is_typed(app_url: str, page: Page) -> None:
    open_overview(app_url, page)
    page.get_by_test_id("stTextInputField").first.select_text()
    page.keyboard.type("strawberry 👨‍👩‍👧", delay=30)
    expect(page.get_by_test_id("tokviz-tree-token").nth(1)).to_have_text(re.compile("raw"))
    expect(page.get_by_test_id("tokviz-trees")).to_contain_text("16 code points")
    expect(page.get_by_test_id("InputInstructions")).to_be_hidden()


def test_the_sentence_is_learned_next_door(app_url: str, page: Page) -> None:
    open_overview(app_url, page)
    page.get_by_role("button", name="Let it learn your sentence").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Byte BPE")
    settle(page)
    expect(page.get_by_test_id("tokviz-player").first).to_be_visible()


def test_a_long_sentence_of_many_bytes_gets_more_room_and_keeps_it(
    app_url: str, page: Page
) -> None:
    open_overview(app_url, page)
    before = page.get_by_test_id("tokviz-trees").evaluate("(box) => box.offsetHeight")
    sentence = page.get_by_test_id("stTextInputField").first
    sentence.fill("नाव घाट पर रुकी और बच्चे दौड़कर आए, फिर सब मिलकर पानी में कंकड़ फेंकने लगे 👏🏻")
    sentence.press("Enter")
    tokens = page.get_by_test_id("tokviz-tree-token")
    expect(tokens.nth(60)).to_be_attached()
    after = page.get_by_test_id("tokviz-trees").evaluate("(box) => box.offsetHeight")
    assert after > 1.5 * before
    tokens.nth(3).click()
    assert page.get_by_test_id("tokviz-trees").evaluate("(box) => box.offsetHeight") == after


def test_the_two_ways_to_one_that_learns_look_alike(app_url: str, page: Page) -> None:
    """A link and a button, side by side."""
    open_overview(app_url, page)
    link = page.get_by_role("link", name="learns a rhyme")
    button = page.get_by_role("button", name="Let it learn your sentence")
    for looks in ("border-top-width", "border-top-style", "border-top-left-radius"):
        expect(link).to_have_css(looks, button.evaluate(f"(b) => getComputedStyle(b)['{looks}']"))
    boxes = [way.bounding_box() for way in (link, button)]
    assert boxes[0]
    assert boxes[1]
    assert abs(boxes[0]["height"] - boxes[1]["height"]) <= 1


def test_a_part_of_a_class_that_is_ready_opens_in_a_tab_of_its_own(
    app_url: str, page: Page
) -> None:
    open_overview(app_url, page)
    with page.expect_popup() as opening:
        page.locator(".st-key-courses").get_by_role("link", name="Byte BPE").first.click()
    part = opening.value
    settle(part)
    expect(part.locator(".st-key-guide")).to_contain_text(f"1 of {len(COURSES[0].parts[1].way)}")
    part.close()
