"""A chat is encoded while it is typed; each message has its line, and marks are framed."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tokviz.text.chats import FORMS

pytestmark = pytest.mark.whole_page

MARKS = quote('["<|im_start|>","<|im_end|>"]')
LINES = "groups => groups.map((group) => group.querySelector('.lane').dataset.name)"


def open_chat(page: Page, app_url: str, more: str = "") -> None:
    page.goto(f"{app_url}/regex_bpe?section=A+chat{more}")
    settle(page)
    page.locator(".lined .token").first.wait_for()


def lines(page: Page) -> list[str]:
    """The names that are drawn, without their counts."""
    names = page.locator(".lined .line-start").evaluate_all(LINES)
    return [name.rpartition(" ")[0] for name in names]


def test_it_is_encoded_while_it_is_typed(app_url: str, page: Page) -> None:
    open_chat(page, app_url)
    page.get_by_role("textbox", name="You", exact=True).fill("Moon")
    expect(page.locator(".lined")).to_contain_text(re.compile("M.?o.?o.?n"))
    expect(page).to_have_url(re.compile("chat_user="))


def test_the_marks_become_special_tokens_and_are_framed(app_url: str, page: Page) -> None:
    open_chat(page, app_url)
    expect(page.locator(".lined .token.special")).to_have_count(0)
    page.get_by_role("button", name="Make them special tokens").click()
    expect(page.locator(".lined .token.special")).to_have_count(5)
    expect(page.get_by_text("With the marks as plain text:")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_an_attack_opens_a_message_of_its_own(
    app_url: str, page: Page, width: int, dark: bool
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme="dark" if dark else "light")
    open_chat(page, app_url, f"&special={MARKS}")
    assert lines(page) == ["System", "You", "To write"]
    page.get_by_role("button", name="Type an attack").locator("visible=true").click()
    expect(page.get_by_role("textbox", name="You", exact=True)).to_have_value(
        FORMS["chatml"].attack
    )
    page.locator("label", has_text="Let messages spell special tokens").click()
    expect(page.locator(".lined .token.special")).to_have_count(7)
    assert lines(page) == ["System", "You", "Forged", "To write"]
    page.locator(".lined .token.special").first.hover()
    expect(page.locator(".lined .strips-facts")).to_contain_text("a special token")
