"""A chat is encoded while it is typed; each message has its line, and marks are framed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tokviz.text.chats import FORMS

pytestmark = pytest.mark.whole_page

LINES = "groups => groups.map((group) => group.querySelector('.lane').dataset.name)"


def open_chat(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/regex_bpe?section=A+chat")
    settle(page)
    page.locator(".lined .token").first.wait_for()


def lines(page: Page) -> list[str]:
    """The names that are drawn, without their counts."""
    names = page.locator(".lined .line-start").evaluate_all(LINES)
    return [name.rpartition(" ")[0] for name in names]


def test_a_chat_is_encoded_while_it_is_typed_its_marks_are_framed_and_an_attack_opens_a_message(
    app_url: str, page: Page
) -> None:
    """The attack on a projector, and on a phone in the dark, where the buttons stand elsewhere."""
    open_chat(page, app_url)
    you = page.get_by_role("textbox", name="You", exact=True)
    you.fill("Moon")
    expect(page.locator(".lined")).to_contain_text(re.compile("M.?o.?o.?n"))
    expect(page).to_have_url(re.compile("chat_user="))
    expect(page.locator(".lined .token.special")).to_have_count(0)
    page.get_by_role("button", name="Make them special tokens").click()
    expect(page.locator(".lined .token.special")).to_have_count(5)
    expect(page.get_by_text("With the marks as plain text:")).to_be_visible()
    assert lines(page) == ["System", "You", "To write"]
    for width, dark in ((1280, False), (390, True)):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme="dark" if dark else "light")
        you.fill("Moon")
        expect(page.locator(".lined .token.special")).to_have_count(5)
        page.get_by_role("button", name="Type an attack").locator("visible=true").click()
        expect(you).to_have_value(f"Moon{FORMS['chatml'].attack}")
        spells = page.locator("label", has_text="Let messages spell special tokens")
        spells.click()
        expect(page.locator(".lined .token.special")).to_have_count(7)
        assert lines(page) == ["System", "You", "Forged", "To write"]
        page.locator(".lined .token.special").first.hover()
        expect(page.locator(".lined .strips-facts")).to_contain_text("a special token")
        spells.click()
        expect(page.locator(".lined .token.special")).to_have_count(5)
