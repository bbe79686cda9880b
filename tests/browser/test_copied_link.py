"""The link to a step, copied: by the browser's clipboard, or where it lends none, by hand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, open_settings, settle

pytestmark = pytest.mark.stage_alone

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
NOR_OF_OLD = "document.execCommand = () => false"
SELECTED = "(box) => box.value.slice(box.selectionStart, box.selectionEnd)"


def copy_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Copy the link to this step")


def press_copy(page: Page, key: str) -> None:
    """Step by key, and copy the link to where that leads."""
    before = page.url
    page.keyboard.press(key)
    page.wait_for_url(lambda url: url != before)
    page.get_by_role("button", name="Share").click()
    copy_button(page).click()


def test_the_link_is_copied_by_the_clipboard_or_as_of_old_or_stands_selected(
    page: Page, app_url: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{app_url}/byte_bpe?step=1")
    settle(page)
    copied = page.get_by_text("Copied.", exact=True)
    press_copy(page, "ArrowRight")
    expect(copied).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert "step=2" in page.url
    page.keyboard.press("Escape")
    expect(copied).to_have_count(0)
    page.evaluate(NO_CLIPBOARD)
    press_copy(page, "ArrowRight")
    expect(copied).to_be_visible()
    expect(page.get_by_label("The link", exact=True)).to_be_hidden()
    address = page.url
    page.keyboard.press("Escape")
    page.evaluate(NOR_OF_OLD)
    press_copy(page, "ArrowLeft")
    expect(page.get_by_text("Press Ctrl+C")).to_be_visible()
    assert page.get_by_label("The link", exact=True).evaluate(SELECTED) == page.url
    page.keyboard.press("Escape")
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    box.fill("")
    box.press("Control+v")
    expect(box).to_have_value(address)  # what is typed is the page's text, and in its address, soon


@pytest.mark.whole_page
def test_the_link_to_a_section_opens_it_in_sight(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    """Off the path: its strip would lead to a stop."""
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{app_url}/byte_bpe?path=2&course=1&section=Vocabulary")
    settle(page)
    page.locator(".st-key-below").scroll_into_view_if_needed()
    expect(page.get_by_role("tab", name="Vocabulary")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy the link to “Vocabulary”").click()
    expect(page.get_by_text("Copied.", exact=True)).to_be_visible()
    opened = new_page()
    opened.goto(page.evaluate("navigator.clipboard.readText()"))
    settle(opened)
    tab = opened.get_by_role("tab", name="Vocabulary")
    expect(tab).to_be_in_viewport(ratio=1)
    expect(tab).to_have_attribute("aria-selected", "true")
    expect(opened.locator(".st-key-guide")).to_have_count(0)


SHARED = {
    "the answer to a question": ("ask", "1", None, "answer"),
    "a question": ("ask", "1", "2", "predict"),
    "a contest": ("beats", "1", "2", "contest"),
    "a merge after its contest": ("beats", "2", None, "beats"),
}
"""What each next press leads to."""


def test_the_link_opens_at_the_beat_that_was_shared(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page, other = new_page(), new_page()
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    for shared, (mode, step, question, said) in SHARED.items():
        chosen = page.get_by_test_id("tokviz-ask").first
        if chosen.input_value() != mode:
            chosen.select_option(mode)
        page.keyboard.press("PageDown")
        page.wait_for_url(f"**step={step}&ask={said}")
        other.goto(page.url)
        settle(other)
        for reader in (page, other):
            replay = reader.get_by_test_id("tokviz-player").first
            expect(replay, shared).to_have_attribute("data-step", step)
            if question:
                expect(replay, shared).to_have_attribute("data-question", question)
            else:
                expect(replay, shared).not_to_have_attribute("data-question", ANY_STEP)
        expect(other.get_by_test_id("tokviz-ask").first).to_have_value(mode)
