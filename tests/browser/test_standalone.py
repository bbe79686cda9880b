"""Pages that stand alone, and a notebook's frame, opened from a file by a real Chromium."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tokviz
from tests.views.traces_of_each_kind import TEXT, traces
from tokviz.notebook import frame_html
from tokviz.traces.saving.loading import TRACES
from tokviz.views.strips.places import strip_row
from tokviz.views.strips.strips import strips_html, strips_payload

pytestmark = pytest.mark.browser

Show = Callable[..., Page]
REPLAY = "[data-testid=tokviz-player], [data-testid=tokviz-rows]"


@pytest.fixture
def show(new_page: Callable[..., Page], tmp_path: Path) -> Show:
    """Open a text of HTML as a file."""

    def open_file(text: str, **options: object) -> Page:
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        page = new_page(**options)
        page.goto(path.as_uri())
        return page

    return open_file


@pytest.mark.parametrize("kind", [trace.__name__ for trace in TRACES])
def test_every_kind_of_trace_opens_at_its_step_and_steps(show: Show, kind: str) -> None:
    page = show(tokviz.replay_html(traces()[kind], step=1))
    replay = page.locator(REPLAY)
    expect(replay).to_have_attribute("data-step", "1")
    page.keyboard.press("ArrowRight")
    expect(replay).to_have_attribute("data-step", "2")
    expect(page.get_by_test_id("tokviz-caption")).not_to_be_empty()


def test_a_dark_system_makes_a_dark_page(show: Show) -> None:
    page = show(tokviz.replay_html(traces()["UnigramTrace"]), dark=True)
    expect(page.locator(REPLAY)).to_have_attribute("data-theme", "dark")


def test_the_comparison_shows_every_token(show: Show) -> None:
    model = tokviz.RegexBPE.train(TEXT, num_merges=8)
    ids = model.encode(TEXT)
    row = strip_row("Mine", ids, model.vocab, TEXT)
    page = show(strips_html(strips_payload([row], text=TEXT), title="Side by side"))
    expect(page.get_by_test_id("tokviz-strip-token")).to_have_count(len(ids))


def test_a_frame_of_a_notebook_replays_and_reaches_nothing(show: Show) -> None:
    trace = tokviz.RegexBPE.train(TEXT, num_merges=8).trace
    page = show(f"<!doctype html><title>Cell</title>{frame_html(trace, step=2)}")
    frame = page.frame_locator("iframe")
    replay = frame.get_by_test_id("tokviz-player")
    expect(replay).to_have_attribute("data-step", "2")
    frame.get_by_test_id("tokviz-next").click()
    expect(replay).to_have_attribute("data-step", "3")
    assert page.frames[1].evaluate("origin") == "null"
