"""What a reload brings back: a text too long for the page's address, and how the page asks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import ANY_STEP, close_popover, open_settings, settle

pytestmark = pytest.mark.stage_alone

LONG = "".join(f"zig{number} zag{number * 7919 % 10_007}\n" for number in range(3_000))
COLD = 60_000
"""Milliseconds for two runs of a page in a browser that has loaded nothing yet: at a load of nine
on two cores 3 to 16 seconds, close to the usual 20."""
PASTE = """(box, text) => {
    const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
    value.set.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
}"""
"""As a paste changes a box: Playwright's own ``fill`` types, and takes a minute for a megabyte."""
UNTIL_KEPT = """() => new Promise((kept) => {
    const isText = (name) => name.startsWith("tokviz text");
    const look = () => Object.keys(sessionStorage).some(isText) ? kept() : setTimeout(look, 50);
    look();
})"""
"""Not Playwright's ``wait_for_function``: it evaluates a string, which our pages forbid."""


def write(page: Page, text: str) -> None:
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    box.evaluate(PASTE, text)
    settle(page)
    expect(page.get_by_test_id("tokviz-token").first).to_have_text("z")
    close_popover(page)


def test_a_reload_brings_a_long_text_back_with_its_settings(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    write(page, LONG)
    page.evaluate(UNTIL_KEPT)
    settle(page)
    page.get_by_test_id("tokviz-next").first.click()
    page.wait_for_url("**step=1*")
    page.reload()
    expect(page.get_by_test_id("tokviz-token").first).to_have_text("zi")  # as after step 1
    settle(page)
    open_settings(page)
    expect(page.get_by_role("textbox", name="Your own text")).to_have_value(LONG)
    expect(page.get_by_role("spinbutton", name="Merges to learn")).to_have_value("250")
    expect(page.get_by_text("Back to the text before")).to_have_count(0)  # it had none


def test_where_the_browser_does_not_have_the_text_the_page_says_so(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(f"{app_url}/byte_bpe?sample=own&merges=250&min_count=2")
    toast = page.get_by_test_id("stToast")
    expect(toast).to_contain_text("this browser does not have it", timeout=COLD)
    settle(page)
    expect(page.get_by_test_id("tokviz-token").first).not_to_have_text("z")
    open_settings(page)
    expect(page.get_by_role("spinbutton", name="Merges to learn")).to_have_value("40")


def test_who_reloads_right_after_choosing_to_predict_is_asked(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/byte_bpe?merges=12&step=2")
    settle(page)
    page.get_by_test_id("tokviz-ask").first.select_option("ask")
    page.reload()
    settle(page)
    player = page.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-question", ANY_STEP)
