"""What the Save section gives: files that other programs load, and the training's own record."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tokenizers import Tokenizer

import tokviz
from tests.browser.driving import settle
from tests.matrix import few
from tokviz.ui.shell.values import pack_text


def saved(page: Page, label: str, folder: Path) -> Path:
    """The file that the button of this label gives, under its own name."""
    with page.expect_download() as saving:
        page.get_by_role("button", name=label, exact=True).click()
    path = folder / saving.value.suggested_filename
    saving.value.save_as(path)
    return path


def open_saving(page: Page, url: str, lesson: str) -> None:
    page.goto(f"{url}/{lesson}")
    settle(page)
    page.get_by_role("tab", name="Save").click()
    settle(page)


def check_pipeline(file: Path) -> None:
    assert file.name == "tokenizer.json"
    text = "the tenth hen's eggs, 12345!  안녕"
    ids = Tokenizer.from_file(str(file)).encode(text).ids
    assert ids == tokviz.load(file).encode(text)
    assert len(ids) < len(text.encode())


@pytest.mark.parametrize("lesson", few(["regex_bpe", "unigram", "word_level"], first=["regex_bpe"]))
def test_the_training_is_saved_and_comes_back_and_the_pipeline_encodes_alike_in_the_library(
    lesson: str, app_url: str, page: Page, tmp_path: Path
) -> None:
    open_saving(page, app_url, lesson)
    if lesson == "regex_bpe":
        check_pipeline(saved(page, "Save the tokenizer (.json) for Hugging Face", tmp_path))
    trace = tokviz.load_trace(saved(page, "Save its training (.json)", tmp_path))
    table = saved(page, "Save its steps as a table (.csv)", tmp_path)
    assert table.name == f"tokviz-{lesson.replace('_', '-')}-steps.csv"
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(trace.steps) > 1
    assert [int(row["step"]) for row in rows] == list(range(1, len(rows) + 1))
    if lesson != "word_level":  # its replay goes on with the look-ups
        last = page.locator(".st-key-stage [data-testid=tokviz-slider]").first
        assert rows[-1]["step"] == last.get_attribute("max")


def test_no_table_is_given_with_cells_that_a_spreadsheet_would_run(
    app_url: str, page: Page
) -> None:
    """Streamlit's own table of words writes "=1+1" bare; ours writes it as a JSON string."""
    page.goto(f"{app_url}/whitespace?section=The+list&text={pack_text('=1+1 a =1+1')}")
    settle(page)
    table = page.get_by_test_id("stDataFrame").last
    table.scroll_into_view_if_needed()
    table.hover()
    tools = page.get_by_test_id("stElementToolbar").last
    expect(tools.get_by_role("button", name="Search")).to_be_visible()
    expect(page.get_by_role("button", name="Download as CSV")).to_have_count(0)
