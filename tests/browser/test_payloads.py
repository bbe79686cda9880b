"""Payloads in a real Chromium: they make no element, ask no other host, and lose no character."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.driving import open_settings, settle
from tests.browser.test_every_page import BY_THE_SAME_CODE
from tests.matrix import few
from tests.payloads import HOST, PAYLOADS, TEXT
from tokviz.lessons import LESSONS
from tokviz.ui.shell.values import pack_text

FEW = ("", "text_to_bytes", "regex_bpe", "unigram", "compare", "any_tokenizer")
"""Each part that shows a reader's text is on one of these pages; regex BPE has special tokens too.
The pages of all lessons are asked for elements in tests/pages/test_payloads.py."""
ROWS = TEXT[:390] + TEXT[-390:]
"""Each character of it has a row of its own: HTML, and what stands last."""
NO_TEXT = {
    "unigram": BY_THE_SAME_CODE,  # as in regex_bpe
    "compare": ("Against vocabulary size", "The price of a language"),
}
"""Sections in which nothing of the text is shown that is not looked at elsewhere."""
MADE = """(host) => {
    const roots = [document];
    for (let i = 0; i < roots.length; i++) {
        for (const part of roots[i].querySelectorAll("*")) {
            if (part.shadowRoot) roots.push(part.shadowRoot);
        }
    }
    const asks = ["src", "href", "action", "data", "poster", "content", "srcdoc", "style"];
    const made = roots.flatMap((root) => [...root.querySelectorAll("*")]).filter((part) =>
        asks.some((name) => (part.getAttribute(name) ?? "").includes(host)
            || (part.getAttribute(name) ?? "").includes("hacked"))
        || [...part.attributes].some((attr) => attr.name.startsWith("on"))
        || part.matches("main iframe, marquee, noscript main *, math, .katex"));
    return made.map((part) => part.outerHTML.slice(0, 120));
}"""


@pytest.fixture
def asked(page: Page) -> Iterator[list[str]]:
    """The addresses of all requests to other hosts."""
    found: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1", "data:", "blob:")):
            found.append(request.url)

    page.on("request", note)
    with page.add_init_script("window.hacked = () => { window.wasHacked = true; }"):
        yield found


def check(page: Page, asked: list[str]) -> None:
    settle(page)
    assert page.evaluate(MADE, HOST) == []
    assert page.evaluate("window.wasHacked ?? false") is False
    assert asked == []


@pytest.mark.parametrize("key", few(["", *(row.key for row in LESSONS)], first=FEW))
def test_no_payload_makes_an_element_or_asks_another_host(
    key: str, app_url: str, page: Page, asked: list[str], whole: bool
) -> None:
    special = json.dumps(list(PAYLOADS[:20])) if key == "regex_bpe" else "[]"
    text = {"": TEXT[:390], "text_to_bytes": ROWS}.get(key, TEXT)
    page.goto(f"{app_url}/{key}?text={pack_text(text)}&special={special.replace('&', '%26')}")
    check(page, asked)
    seen = () if whole else NO_TEXT.get(key, ())
    tabs = page.get_by_role("tab").all()
    for tab in [tab for tab in tabs if tab.inner_text() not in seen]:
        tab.click()
        check(page, asked)


def test_a_pattern_that_fails_is_read_as_it_was_written(
    app_url: str, page: Page, asked: list[str]
) -> None:
    """A few; all of them: tests/pages/test_payloads.py."""
    page.goto(f"{app_url}/regex_bpe?pattern=own")
    settle(page)
    open_settings(page)
    box = page.get_by_role("textbox", name="A regular expression")
    for start in range(0, len(PAYLOADS), 27):
        pattern = "(" + " ".join(" ".join(PAYLOADS[start : start + 3]).split())[:70]
        box.fill(pattern)
        box.press("Enter")
        check(page, asked)
        written = "\u2060?".join(map(re.escape, repr(pattern)[1:-1]))  # joiners stand within
        expect(page.get_by_test_id("stAlertContentError").first).to_have_text(re.compile(written))
