"""A result in a box of its own: what it says is the result, and a press copies it."""

from playwright.sync_api import Page, expect

from tests.browser.driving import settle

NO_CLIPBOARD = "delete Navigator.prototype.clipboard"
REMEMBER = "document.addEventListener('copy', () => globalThis.copied = String(getSelection()))"
COLOURED = "SyntaxHighlighter"


def test_what_is_copied_is_what_stands_there_and_no_colours_of_code_are_loaded(
    page: Page, app_url: str
) -> None:
    """The colours: half a megabyte, and a fifth of a second of every reader's processor.

    Where the browser lends no clipboard, it is copied as of old.
    """
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{app_url}/word_level")
    settle(page)
    box = page.locator(".written").first
    box.wait_for()
    page.bring_to_front()  # the clipboard is lent to the page in front
    box.get_by_role("button", name="Copy").click()
    expect(box.get_by_role("status")).to_have_text("Copied.")
    ids = box.locator("pre").inner_text()
    assert ids.startswith("[")
    assert page.evaluate("navigator.clipboard.readText()") == ids

    page.evaluate(NO_CLIPBOARD)
    page.evaluate(REMEMBER)
    box.get_by_role("button", name="Copy").click()
    assert page.evaluate("copied") == ids
    expect(box.get_by_role("status")).to_have_text("Copied.")
    assert [url for url in asked if "StreamlitMarkdown" in url]
    assert [url for url in asked if COLOURED in url] == []
