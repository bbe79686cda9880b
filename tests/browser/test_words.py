"""Words of the field: pressed, they are explained; and the reader goes on where she was."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import THEMES, colours, findings
from tests.browser.driving import DRAWN, settle

New = Callable[..., Page]
IN_WINDOW = """(place) => {
    const {left, right, top, bottom} = place.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
}"""

HREFS = """(links) => links.map((link) => link.hash).filter((hash) => hash.startsWith("#word-"))"""


def explained(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-word")


def word(page: Page, name: str) -> Locator:
    return page.locator(".st-key-idea").get_by_role("link", name=name).first


def open_lesson(page: Page, address: str) -> None:
    page.goto(address)
    settle(page)
    expect(page.get_by_test_id("tokviz-caption").first).to_be_visible()


@pytest.mark.stage_alone
def test_a_word_is_explained_with_a_plainer_one_beside_until_it_is_closed(
    app_url: str, new_page: New
) -> None:
    """By a press elsewhere, on the word, or by Escape, which gives the focus back."""
    page = new_page(width=1280, height=720)
    open_lesson(page, f"{app_url}/byte_bpe")
    expect(explained(page)).to_be_hidden()
    address = page.url
    word(page, "pair").click()
    expect(explained(page)).to_contain_text("pair")
    expect(explained(page)).to_contain_text("two neighbours")
    expect(explained(page)).to_contain_text("side by side")
    assert "#" not in page.url
    assert page.url.split("?")[0] == address.split("?")[0]
    page.mouse.click(900, 600)
    expect(explained(page)).to_be_hidden()
    word(page, "pair").click()
    expect(explained(page)).to_be_visible()
    word(page, "pair").click()
    expect(explained(page)).to_be_hidden()
    word(page, "bytes").focus()
    page.keyboard.press("Enter")
    expect(explained(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(explained(page)).to_be_hidden()
    expect(word(page, "bytes")).to_be_focused()


def test_a_word_in_a_replay_is_explained_where_it_stands_first(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_lesson(page, f"{app_url}/byte_bpe")
    caption = page.get_by_test_id("tokviz-caption").first
    room = caption.bounding_box()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        said = caption.get_by_role("link", name="tokens")
        expect(said).to_have_count(1)
        linked = page.get_by_role("link").evaluate_all(HREFS)
        assert len(linked) == len(set(linked)) > 2
    assert caption.bounding_box() == room
    said.focus()
    page.keyboard.press("Enter")
    expect(explained(page)).to_contain_text("a piece of text with a number")
    page.keyboard.press("Escape")
    expect(said).to_be_focused()
    page.get_by_test_id("tokviz-present").click()
    expect(page.locator("[data-presented] .st-key-stage")).to_be_visible()
    page.evaluate(DRAWN)
    said.click()
    expect(explained(page)).to_be_focused()
    assert explained(page).evaluate(IN_WINDOW)


@pytest.mark.stage_alone
def test_on_a_phone_it_stays_within_the_window(app_url: str, axe: str, new_page: New) -> None:
    page = new_page(width=390, height=844)
    open_lesson(page, f"{app_url}/sentencepiece_bpe")
    word(page, "bytes").click()
    expect(explained(page)).to_be_visible()
    assert explained(page).evaluate(IN_WINDOW)
    for theme, rules in THEMES:
        colours(page, theme)
        expect(explained(page)).to_be_visible()
        assert findings(page, axe, ".st-key-words", rules) == ""


@pytest.mark.stage_alone
def test_about_has_all_words_of_the_page(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_lesson(page, f"{app_url}/unigram")
    page.get_by_role("button", name="About").click()
    page.get_by_test_id("stPopoverBody").get_by_role("link", name="lattice").click()
    expect(explained(page)).to_contain_text("all ways to cut")


@pytest.mark.stage_alone
def test_a_word_in_the_strip_of_a_path_is_explained_above_it(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_lesson(page, f"{app_url}/byte_bpe?path=6")
    page.locator(".st-key-guide").get_by_role("link", name="bytes").click()
    expect(explained(page)).to_be_visible()
    assert explained(page).evaluate(IN_WINDOW)


@pytest.mark.stage_alone
def test_of_two_replays_the_upper_one_has_the_words(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_lesson(page, f"{app_url}/char_bpe")
    captions = page.get_by_test_id("tokviz-caption")
    expect(captions.nth(0).get_by_role("link", name="token")).to_have_count(1)
    expect(captions.nth(1).get_by_role("link", name="token")).to_have_count(0)
