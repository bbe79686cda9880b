"""A chart that is saved as a picture: its words are to be read on a slide and on paper."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.browser.test_charts import check_words
from tests.matrix import few

TEXT = "{http://www.w3.org/2000/svg}text"
STYLE = re.compile(r"font-family: ([^;]*);.*fill: rgb\((.*?)\)")
NAME = "SVG: How long the text is, counted in tokens"


@pytest.mark.parametrize("dark", few([False, True], first=[True]))
def test_its_words_can_be_read_and_saved_have_that_ink_and_a_font_that_every_machine_has(
    dark: bool, app_url: str, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page(dark=dark)
    page.goto(f"{app_url}/byte_bpe?sample=rhyme&merges=40&step=5")
    settle(page)
    button = page.get_by_role("button", name=NAME, exact=True)
    button.scroll_into_view_if_needed()
    expect(page.locator(".js-plotly-plot .annotation-text").nth(1)).to_contain_text("step 5")
    check_words(page)
    with page.expect_download() as saving:
        button.click()
    path = tmp_path / "chart.svg"
    saving.value.save_as(path)
    words = [text.attrib["style"] for text in ElementTree.parse(path).iter(TEXT)]
    found = [STYLE.search(style) for style in words]
    styles = {match.groups() for match in found if match}
    assert len(words) > 10
    assert {font for font, _ in styles} == {"sans-serif"}
    for _, ink in styles:
        parts = [int(part) for part in ink.split(", ")]
        assert min(parts) > 200 if dark else max(parts) < 80, f"grey words: {ink}"
