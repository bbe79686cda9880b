"""The browser's Back: one press is the page before, as the reader left it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_settings, settle
from tests.matrix import few
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

TEXT = "hello hello hello yellow fellow"


def follow(page: Page, title: str) -> None:
    """To another lesson, by the menu."""
    menu = page.get_by_test_id("stSidebar")
    menu.get_by_role("link", name=title, exact=False).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    settle(page)


def back(page: Page, title: str) -> None:
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    settle(page)


def expect_step(page: Page, step: int) -> None:
    replay = page.get_by_test_id("tokviz-player").first
    expect(replay).to_have_attribute("data-step", str(step))


def test_back_and_back_again_are_the_two_lessons_before(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/byte_bpe?text={pack_text(TEXT)}&merges=9&min_count=2&step=4")
    settle(page)
    follow(page, "Regex BPE")
    page.get_by_test_id("tokviz-player").first.get_by_test_id("tokviz-next").click()
    page.wait_for_url("**step=1")
    follow(page, "WordPiece")

    back(page, "Regex BPE")
    expect_step(page, 1)
    back(page, "Byte BPE")
    expect_step(page, 4)
    open_settings(page)
    expect(page.get_by_role("textbox", name="Your own text")).to_have_value(TEXT)
    expect(page.get_by_role("spinbutton", name="Merges to learn")).to_have_value("9")


def test_changes_of_a_page_are_no_pages_of_their_own(app_url: str, page: Page) -> None:
    page.goto(app_url)
    settle(page)
    follow(page, "Byte BPE")
    open_settings(page)
    box = page.get_by_role("spinbutton", name="Merges to learn")
    for merges in ("7", "8"):
        box.fill(merges)
        box.press("Enter")
        page.wait_for_url(f"**merges={merges}*")
        settle(page)
    page.keyboard.press("Escape")
    follow(page, "Regex BPE")

    back(page, "Byte BPE")
    expect(page).to_have_url(re.compile("merges=8"))
    back(page, "See how a tokenizer learns")
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Byte BPE")
    settle(page)
    open_settings(page)
    expect(page.get_by_role("spinbutton", name="Merges to learn")).to_have_value("8")


def test_the_step_is_in_the_address_as_soon_as_a_run_has_written_the_rest(
    app_url: str, page: Page
) -> None:
    page.goto(f"{app_url}/byte_bpe?step=4")
    settle(page)
    written = page.evaluate(
        "() => { history.pushState(history.state, '', '?sample=low'); return location.search; }"
    )
    assert written == "?sample=low&step=4"


@pytest.mark.parametrize(
    "path", few(["", "byte_bpe", "compare", "text_to_bytes"], first=["", "byte_bpe"])
)
def test_a_page_opened_at_its_bare_address_is_left_by_one_back(
    path: str, app_url: str, page: Page
) -> None:
    page.goto("about:blank")
    page.goto(f"{app_url}/{path}")
    settle(page)
    page.wait_for_timeout(500)  # the player writes its step a moment after the reader rests
    page.go_back()
    expect(page).to_have_url("about:blank")
