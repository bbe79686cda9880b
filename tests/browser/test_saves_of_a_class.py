"""A file that is saved while others work is whole: their runs take nothing from who saves."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route

from tests.browser.driving import close_popover, open_settings, settle, until
from tests.browser.test_downloads import open_save
from tokviz import load_trace

LESSON = "byte_bpe"
MADE = "Save its training (.json)"
"""Made when it is pressed."""


def run_often(other: Page, times: int) -> None:
    """Another reader's text changes again and again; each change is a run of the page."""
    open_settings(other)
    box = other.get_by_role("textbox", name="Text").first
    for time in range(times):
        box.fill("the fox " * (time + 2))
        settle(other)
    close_popover(other)


def test_a_file_stays_until_who_pressed_has_fetched_it(
    app_url: str, page: Page, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    other = new_page()
    other.goto(f"{app_url}/{LESSON}")
    settle(other)
    page.goto(f"{app_url}/{LESSON}")
    settle(page)
    open_save(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/media/**", hold)
    with page.expect_response("**/media/**") as answer, page.expect_download() as saving:
        page.get_by_role("button", name=MADE).click()
        until(page, lambda: bool(held), "the browser asks for the file")
        run_often(other, 4)
        held[0].continue_()
    assert answer.value.status == 200
    saved = tmp_path / "trace.json"
    saving.value.save_as(saved)
    assert load_trace(saved).steps
