"""Payloads in a real Chromium: they make no element, ask no other host, and lose no character."""

import csv
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.driving import close_popover, open_settings, settle
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


BREAKS_OUT = (
    "</script><script>hacked()</script> <!-- <!--<script> ]]> \u2028x\u2029y \ud800 \udfff "
    "\ud83d\udc4f \x00\x01\x0b\x1b\x7f \ufffe\uffff \u202egnp.exe\u202c\r\n=1+1 @SUM(A1) +2 -3 "
    f'=HYPERLINK("http://{HOST}/x") &#0; '
)
"""What ends a script, a comment or a file of XML, is no text at all, or a formula of a table."""
FILE_NAME = re.compile(r"[\w.-]+")
SAVES = re.compile("^Save (this|the|its|a picture)")


def saved_files(page: Page, folder: Path) -> Iterator[Path]:
    """Each file that the page's tab “Save” gives, and the lesson itself."""
    tab = page.get_by_role("tab", name="Save", exact=True)
    page.mouse.move(640, 400)
    while not tab.count():  # what stands below the stage waits for who looks at it
        page.mouse.wheel(0, 2_000)
        page.wait_for_timeout(200)
    tab.click()
    settle(page)
    buttons = page.get_by_role("tabpanel").get_by_role("button", name=SAVES)
    expect(buttons.first).to_be_visible()
    expect(buttons.filter(has_text="as one HTML file").first).to_be_visible()  # made by a script
    for button in buttons.all():
        yield saved_by(button, page, folder)
    page.get_by_role("button", name="Share").click()
    yield saved_by(page.get_by_role("button", name="Save this lesson as a file"), page, folder)


def saved_by(button: Locator, page: Page, folder: Path) -> Path:
    with page.expect_download() as saving:
        button.click()
    name = saving.value.suggested_filename
    assert FILE_NAME.fullmatch(name)
    saving.value.save_as(folder / name)
    return folder / name


def check_picture(file: Path) -> None:
    """It is one tree of XML, in which nothing runs or is asked for."""
    for part in ET.parse(file).iter():
        assert part.tag.rpartition("}")[2] not in ("script", "foreignObject", "image", "a")
        assert not [name for name in part.attrib if name.startswith("on")]
        assert not [value for value in part.attrib.values() if HOST in value]


def check_alone(file: Path, new_page: Callable[..., Page]) -> None:
    """A page without a server: nothing of the text is an element of it, runs, or is asked for."""
    alone = new_page()
    alone.add_init_script("window.hacked = () => { window.wasHacked = true; }")
    asked: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(file.as_uri())
    expect(alone.get_by_test_id(re.compile("tokviz-(player|rows|strips)")).first).to_be_visible()
    assert alone.evaluate(MADE, HOST) == []
    assert alone.evaluate("window.wasHacked ?? false") is False
    assert all(url.startswith(("file:", "data:", "blob:")) for url in asked)


@pytest.mark.parametrize(
    "key", few(["whitespace", "unigram", "text_to_bytes", "compare"], first=["unigram", "compare"])
)
def test_no_download_runs_or_asks_for_anything_and_none_is_broken(
    key: str,
    app_url: str,
    page: Page,
    new_page: Callable[..., Page],
    tmp_path: Path,
) -> None:
    text = BREAKS_OUT * 2 + TEXT[:600]
    lesson = json.dumps({"tokviz": 1, "text": text, "settings": {"merges": "5"}}).encode()
    name = "\u202egnosj.tokviz.json"
    file = {"name": name, "mimeType": "text/plain", "buffer": lesson}
    page.goto(f"{app_url}/{key}")
    settle(page)
    open_settings(page)
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_text("The file that you chose").first).to_be_visible()
    settle(page)
    close_popover(page)
    kinds = set()
    for saved in saved_files(page, tmp_path):
        kinds.add(saved.suffix)
        if saved.suffix == ".svg":
            check_picture(saved)
        elif saved.suffix == ".html":
            check_alone(saved, new_page)
        elif saved.suffix == ".json":
            content = json.loads(saved.read_bytes())
        elif saved.suffix == ".csv":
            table = saved.read_text(encoding="utf-8").splitlines(keepends=True)
            cells = [cell for row in csv.reader(table) for cell in row]
            assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]
    assert kinds >= {".html", ".json"}
    assert content["text"] == json.loads(lesson)["text"]
