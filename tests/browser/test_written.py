"""A result in a box of its own: what it says is the result, and a press copies it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.driving import settle

NO_CLIPBOARD = "delete Navigator.prototype.clipboard"
REMEMBER = "document.addEventListener('copy', () => globalThis.copied = String(getSelection()))"
COLOURED = "SyntaxHighlighter"


def word_level(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/word_level")
    settle(page)
    page.locator(".written").first.wait_for()


def test_what_is_copied_is_what_stands_there(page: Page, app_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    word_level(page, app_url)
    page.bring_to_front()  # the clipboard is lent to the page in front
    box = page.locator(".written").first
    box.get_by_role("button", name="Copy").click()
    expect(box.get_by_role("status")).to_have_text("Copied.")
    ids = box.locator("pre").inner_text()
    assert ids.startswith("[")
    assert page.evaluate("navigator.clipboard.readText()") == ids


def test_where_the_browser_lends_no_clipboard_it_is_copied_as_of_old(
    page: Page, app_url: str
) -> None:
    with page.add_init_script(NO_CLIPBOARD):
        word_level(page, app_url)
    box = page.locator(".written").first
    page.evaluate(REMEMBER)
    box.get_by_role("button", name="Copy").click()
    expect(box.get_by_role("status")).to_have_text("Copied.")
    assert page.evaluate("copied") == box.locator("pre").inner_text()


def test_no_lesson_loads_the_colours_of_code(new_page: Callable[..., Page], app_url: str) -> None:
    """Half a megabyte, and a fifth of a second of every reader's processor."""
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    word_level(page, app_url)
    page.wait_for_timeout(1_000)
    assert [url for url in asked if "StreamlitMarkdown" in url]
    assert [url for url in asked if COLOURED in url] == []
