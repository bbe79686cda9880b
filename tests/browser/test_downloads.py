"""What a page gives away: files of a hostile text that run nothing, ask for nothing, are whole.

Pages and pictures hold the text as text, tables hold no formula, and what a saved tokenizer does is
what the page's tokenizer did.
"""

import csv
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import tokviz
from tests.browser.driving import close_popover, open_settings, settle
from tests.browser.test_payloads import MADE
from tests.matrix import few
from tests.payloads import HOST, TEXT
from tokviz.lessons import LESSONS
from tokviz.ui.components.saving import MADE_FOR

PAGES = [row.key for row in LESSONS]
LEARN = [row.key for row in LESSONS if row.training or row.learns] + ["word_level"]
FEW = ("text_to_bytes", "regex_bpe", "unigram", "compare")
BREAKS_OUT = (
    "</script><script>hacked()</script> <!-- <!--<script> ]]> \u2028x\u2029y \ud800 \udfff "
    "\ud83d\udc4f \x00\x01\x0b\x1b\x7f \ufffe\uffff \u202egnp.exe\u202c\r\n=1+1 @SUM(A1) +2 -3 "
    f'=HYPERLINK("http://{HOST}/x") &#0; '
)
"""What ends a script, a comment or a file of XML, is no text at all, or a formula of a table."""
FILE_NAME = re.compile(r"[\w.-]+")
SAVES = re.compile("^Save (this|the|its|a picture)")


def open_save(page: Page) -> None:
    """Open the tab “Save” below the stage."""
    tab = page.get_by_role("tab", name="Save", exact=True)
    page.mouse.move(640, 400)
    while not tab.count():  # what stands below the stage waits for who looks at it
        page.mouse.wheel(0, 2_000)
        page.wait_for_timeout(200)
    tab.click()
    settle(page)


def saved_files(page: Page, folder: Path) -> Iterator[Path]:
    """Each file that the page's tab “Save” gives, and the lesson itself."""
    open_save(page)
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


def check_table(file: Path) -> None:
    """No cell of it is a formula."""
    table = file.read_text(encoding="utf-8").splitlines(keepends=True)
    cells = [cell for row in csv.reader(table) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]


def check_models(trace: Path, files: Collection[Path]) -> None:
    """Each tokenizer has the tokens that were learned, by their ids, and cuts alike."""
    training: Any = tokviz.load_trace(trace)
    learned = dict(training.vocab)
    cut: list[list[Any]] = []
    for file in files:
        model: Any = tokviz.load(file)
        vocab = dict(model.vocab)
        if file.suffix == ".codes":  # it has the merges alone: the letters are those of a text
            assert {*vocab.values()} <= {*learned.values()}
            assert {learned[step.token_id] for step in training.steps} <= {*vocab.values()}
            continue
        if file.suffix == ".tiktoken":  # it has no special tokens
            assert vocab.items() <= learned.items()
            assert {*learned.values()} - {*vocab.values()} <= {b"<|endoftext|>"}
        else:
            assert vocab == learned, file.name
        cut.append([vocab[token_id] for token_id in model.encode("hacked() the evil x1")])
    assert all(tokens == cut[0] for tokens in cut)


@pytest.mark.parametrize("key", few(PAGES, first=FEW))
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
    files = list(saved_files(page, tmp_path))
    for saved in files:
        if saved.suffix == ".svg":
            check_picture(saved)
        elif saved.suffix == ".html":
            check_alone(saved, new_page)
        elif saved.suffix == ".json":
            content = json.loads(saved.read_bytes())
        elif saved.suffix == ".csv":
            check_table(saved)
    assert {saved.suffix for saved in files} >= {".html", ".json"}
    assert content["text"] == json.loads(lesson)["text"]
    models = [saved for saved in files if saved.name in MADE_FOR]
    assert bool(models) == (key in LEARN)
    if models:
        (trace,) = (saved for saved in files if saved.name.endswith("-trace.json"))
        check_models(trace, models)
