"""Training while the reader types: no button, no Ctrl+Enter, and the box stays as it was."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_settings, settle
from tests.matrix import WHOLE
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

CARET = """(box) => [box.selectionStart, document.activeElement === box]"""


def test_typing_trains_with_no_key_and_keeps_focus_and_caret(app_url: str, page: Page) -> None:
    """But a letter that is still composed is not sent."""
    page.goto(f"{app_url}/byte_bpe?merges=3")
    settle(page)
    open_settings(page)
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
    box.fill("ab")
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


ENCODE = "section=Encode+new+text&merges=9"
BELOW = pytest.mark.whole_page
BOXES = [
    pytest.param(f"regex_bpe?{ENCODE}", "New text", "new_text", marks=(BELOW, WHOLE)),
    pytest.param(f"char_bpe?{ENCODE}", "New text", "new_text", marks=(BELOW, WHOLE)),
    pytest.param(
        "byte_bpe?merges=9&section=What if&other_text=own",
        "Your second text",
        "other_own",
        marks=BELOW,
    ),
    ("compare?held=own", "Your text to compare on", "held_text"),
]
"""Byte BPE's for a new text: ``test_a_paste_that_is_too_long_is_cut_to_what_the_box_takes``."""


@pytest.mark.parametrize(("address", "name", "box"), BOXES)
def test_every_box_for_a_text_sends_what_is_typed(
    address: str, name: str, box: str, app_url: str, page: Page
) -> None:
    page.goto(f"{app_url}/{address}")
    settle(page)
    if address.startswith("compare"):
        open_settings(page)
    expect_sent_as_typed(page, name, box)


def expect_sent_as_typed(page: Page, name: str, box: str) -> None:
    page.get_by_role("textbox", name=name).click()
    page.keyboard.press("Control+A")
    page.keyboard.type("hen zebu", delay=30)
    expect(page).to_have_url(re.compile(f"[?&]{box}={pack_text('hen zebu')}(&|$)"))
    expect(page.get_by_text("Press Ctrl+Enter").locator("visible=true")).to_have_count(0)


@pytest.mark.whole_page
def test_the_first_press_on_next_after_typing_counts(app_url: str, finger: Page) -> None:
    finger.goto(f"{app_url}/regex_bpe?section=Encode+new+text&sample=rhyme&merges=9")
    settle(finger)
    finger.get_by_role("textbox", name="New text").tap()
    finger.keyboard.press("Control+A")
    finger.keyboard.type("the hen then", delay=30)
    replay = finger.locator(".st-key-below").get_by_test_id("tokviz-player")
    expect(replay.locator(".text")).to_have_text("the hen then")
    replay.get_by_test_id("tokviz-next").tap()
    expect(replay).to_have_attribute("data-step", "1")
    settle(finger)
    expect(replay).to_have_attribute("data-step", "1")


@pytest.mark.whole_page
def test_a_paste_that_is_too_long_is_cut_to_what_the_box_takes(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/byte_bpe?section=Encode+new+text&sample=rhyme&merges=3")
    settle(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect_sent_as_typed(page, "New text", "new_text")
    box = page.get_by_role("textbox", name="New text")
    for before, pasted, kept in (("", "ab" * 60_000, "ab" * 50_000), ("abc", "👏" * 60_000, None)):
        box.fill(before)
        page.evaluate("text => navigator.clipboard.writeText(text)", pasted)
        page.keyboard.press("Control+V")
        expected = kept or before + "👏" * 49_998  # a half of the next is no character
        expect(box).to_have_value(expected)
        left = "20,000" if kept else "10,002"
        told = page.get_by_text(f"The box is full: the last {left} characters of what you pasted")
        expect(told).to_be_visible()
        page.keyboard.press("Control+Enter")
        settle(page)
        expect(box).to_have_value(expected)
    page.keyboard.press("Control+A")
    page.evaluate("() => navigator.clipboard.writeText('short')")
    page.keyboard.press("Control+V")
    expect(box).to_have_value("short")
    expect(page.locator(".tokviz-cut")).to_have_count(0)
