"""What a reader takes along: the replay as one page at the step it is on, and a picture of it."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import settle

pytestmark = pytest.mark.browser

STEP = 2


def save(page: Page, name: str, tmp_path: Path) -> Path:
    """The file that a button of this name saves."""
    button = page.get_by_role("button", name=name)
    button.scroll_into_view_if_needed()
    with page.expect_download() as download:
        button.click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


def open_tab(page: Page, url: str, tab: str) -> Page:
    page.goto(url)
    settle(page)
    page.get_by_role("tab", name=tab, exact=True).click()
    settle(page)
    return page


def step_to(replay: Locator, step: int) -> None:
    for _ in range(step):
        replay.get_by_test_id("tokviz-next").click()
    expect(replay).to_have_attribute("data-step", str(step))


@pytest.mark.parametrize(
    "where",
    [
        ("unigram", "Save", "replay", 0),
        ("unigram", "Lattice", "lattice", 1),
        ("wordpiece", "Encode new text", "replay", 1),
        ("regex_bpe", "Save", "replay", 0),
    ],
)
def test_replay_and_picture_are_of_the_readers_step(
    page: Page,
    new_page: Callable[..., Page],
    app_url: str,
    tmp_path: Path,
    where: tuple[str, str, str, int],
) -> None:
    page_name, tab, what, place = where
    open_tab(page, f"{app_url}/{page_name}", tab)
    replay = page.get_by_test_id("tokviz-player").nth(place)
    step_to(replay, STEP)
    caption = replay.get_by_test_id("tokviz-caption").inner_text()
    alone = new_page()
    alone.goto(save(page, f"Save this {what} as one HTML file", tmp_path).as_uri())
    expect(alone.get_by_test_id("tokviz-player")).to_have_attribute("data-step", str(STEP))
    assert alone.get_by_test_id("tokviz-caption").inner_text() == caption
    picture = save(page, "Save a picture of this step", tmp_path)
    assert picture.name == f"tokviz-{what}-step-{STEP}.svg"
    words = "".join(ET.parse(picture).getroot().itertext())
    assert words.count(caption.split(".")[0]) == 1
    assert "oklch" not in picture.read_text(encoding="utf-8")


def test_the_comparison_is_saved(
    page: Page, new_page: Callable[..., Page], app_url: str, tmp_path: Path
) -> None:
    open_tab(page, f"{app_url}/compare", "Save")
    tokens = page.get_by_test_id("tokviz-strip-token").count()
    alone = new_page()
    alone.goto(save(page, "Save this comparison as one HTML file", tmp_path).as_uri())
    expect(alone.get_by_test_id("tokviz-strip-token")).to_have_count(tokens)
