"""A lesson of one module and one row in a real Chromium: nothing on the screen is undefined."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.added_lesson import write_app
from tests.browser.driving import settle, start_server, stop_server


@pytest.fixture
def added_url(
    browser: Browser,  # noqa: ARG001 - skips without a browser
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[str]:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    process, url = start_server(write_app(tmp_path))
    yield url
    stop_server(process)


@pytest.mark.stage_alone
def test_every_step_is_told_in_words(added_url: str, page: Page) -> None:
    page.goto(added_url)  # the row joins the table here
    settle(page)
    page.goto(f"{added_url}/random_bpe?merges=5")
    settle(page)
    player = page.get_by_test_id("tokviz-player").first
    for step in range(6):
        expect(player).to_have_attribute("data-step", str(step))
        shown = player.inner_text()
        assert not re.search(r"\b(undefined|NaN|null)\b|\[object", shown), shown
        if step < 5:
            player.get_by_test_id("tokviz-next").click()
    expect(player.locator(".marker").first).to_have_text("¶")
    expect(page.get_by_test_id("stException")).to_have_count(0)
