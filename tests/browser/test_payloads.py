"""Payloads in a real Chromium: they make no element, ask no other host, and lose no character."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.driving import open_settings, settle
from tests.payloads import HOST, PAYLOADS, TEXT
from tokviz.lessons import LESSONS
from tokviz.ui.shell.values import pack_text

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


@pytest.mark.parametrize("key", ["", *(row.key for row in LESSONS)])
def test_no_payload_makes_an_element_or_asks_another_host(
    key: str, app_url: str, page: Page, asked: list[str]
) -> None:
    special = json.dumps(list(PAYLOADS[:20])) if key == "regex_bpe" else "[]"
    text = TEXT[:390] if key == "" else TEXT
    page.goto(f"{app_url}/{key}?text={pack_text(text)}&special={special.replace('&', '%26')}")
    check(page, asked)
    for tab in page.get_by_role("tab").all():
        tab.click()
        check(page, asked)


def test_a_pattern_that_fails_is_read_as_it_was_written(
    app_url: str, page: Page, asked: list[str]
) -> None:
    page.goto(f"{app_url}/regex_bpe?pattern=own")
    settle(page)
    open_settings(page)
    box = page.get_by_role("textbox", name="A regular expression")
    for start in range(0, len(PAYLOADS), 9):
        pattern = "(" + " ".join(" ".join(PAYLOADS[start : start + 3]).split())[:70]
        box.fill(pattern)
        box.press("Enter")
        check(page, asked)
        written = "\u2060?".join(map(re.escape, repr(pattern)[1:-1]))  # joiners stand within
        expect(page.get_by_test_id("stAlertContentError").first).to_have_text(re.compile(written))


def test_saved_files_hold_the_text_and_nothing_it_asks_for(
    app_url: str, page: Page, new_page: Callable[..., Page], asked: list[str], tmp_path: Path
) -> None:
    page.goto(f"{app_url}/byte_bpe?text={pack_text(TEXT)}&merges=5")
    check(page, asked)
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save this lesson as a file").click()
    saving.value.save_as(tmp_path / "lesson.json")
    assert json.loads((tmp_path / "lesson.json").read_text(encoding="utf-8"))["text"] == TEXT
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Save").click()
    settle(page)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save this replay as one HTML file").click()
    saving.value.save_as(tmp_path / "replay.html")

    replay = new_page()
    asked_there: list[str] = []
    replay.on("request", lambda request: asked_there.append(request.url))
    replay.goto((tmp_path / "replay.html").as_uri())
    shown = replay.get_by_test_id("tokviz-player")
    expect(shown).to_have_attribute("data-step", "0")
    assert replay.evaluate(MADE, HOST) == []
    assert all(url.startswith(("file:", "data:", "blob:")) for url in asked_there)
