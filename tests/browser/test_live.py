"""Training while the reader types: no button, no Ctrl+Enter, and the box stays as it was."""

from playwright.sync_api import Page, expect

from tests.browser.driving import open_settings, settle

CARET = """(box) => [box.selectionStart, document.activeElement === box]"""


def open_box(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/byte_bpe?merges=3")
    settle(page)
    open_settings(page)


def test_typing_trains_with_no_key_and_keeps_focus_and_caret(app_url: str, page: Page) -> None:
    open_box(page, app_url)
    box = page.get_by_role("textbox", name="Your own text")
    box.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("red rose", delay=30)
    text = page.get_by_test_id("tokviz-player").first.locator(".text")
    expect(text).to_have_text("red rose")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    page.keyboard.type("prim", delay=120)
    expect(text).to_have_text("red primrose")
    settle(page)
    assert box.evaluate(CARET) == [8, True]
    expect(box).to_have_value("red primrose")


def test_a_letter_that_is_still_composed_is_not_sent(app_url: str, page: Page) -> None:
    open_box(page, app_url)
    box = page.get_by_role("textbox", name="Your own text")
    box.fill("ab")
    text = page.get_by_test_id("tokviz-player").first.locator(".text")
    expect(text).to_have_text("ab")
    box.evaluate("(box) => box.setSelectionRange(2, 2)")
    keyboard = page.context.new_cdp_session(page)
    keyboard.send("Input.imeSetComposition", {"text": "ㅎ", "selectionStart": 1, "selectionEnd": 1})
    page.wait_for_timeout(600)
    expect(box).to_have_value("abㅎ")
    expect(text).to_have_text("ab")
    keyboard.send("Input.insertText", {"text": "한"})
    expect(box).to_have_value("ab한")
    expect(text).to_have_text("abED959C")  # its three bytes
