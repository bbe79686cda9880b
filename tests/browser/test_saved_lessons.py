"""A lesson saved as a file and chosen again: text, settings and step are back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import close_popover, open_settings, settle
from tests.matrix import few
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

TEXT = "hello hello hello 안녕"
SHOWN_AS = {"byte_bpe": "player", "whitespace": "player", "text_to_bytes": "rows"}
TOKENS = "[data-testid=tokviz-token], .byte"


def replay(page: Page, lesson: str) -> Locator:
    return page.get_by_test_id(f"tokviz-{SHOWN_AS[lesson]}").first


def save_shown(page: Page, path: Path) -> Path:
    """Save the lesson that the page shows."""
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save this lesson as a file").click()
    file = path / saving.value.suggested_filename
    saving.value.save_as(file)
    return file


def save(page: Page, lesson: str, url: str, path: Path, step: int) -> Path:
    """Open a lesson on a step, with the reader's own text and settings, and save it."""
    page.goto(f"{url}/{lesson}?text={pack_text(TEXT)}&merges=7&step={step}")
    settle(page)
    expect(replay(page, lesson)).to_have_attribute("data-step", str(step))
    file = save_shown(page, path)
    assert file.name == f"{lesson}.tokviz.json"
    return file


def choose(page: Page, file: Path) -> None:
    page.locator("input[type=file]").first.set_input_files(file)


@pytest.mark.whole_page
def test_a_saved_lesson_holds_the_step_of_both_futures(
    app_url: str, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    """Both stand later than where they part, which is where they open by themselves."""
    first = new_page()
    first.goto(f"{app_url}/byte_bpe?section=What+if&other_ties=lower+ids&other_step=20&step=3")
    settle(first)
    first.locator(".st-key-upper").scroll_into_view_if_needed()
    upper = first.locator(".st-key-upper").get_by_test_id("tokviz-player")
    expect(upper).to_have_attribute("data-step", "20")
    file = save_shown(first, tmp_path)

    second = new_page()
    second.goto(f"{app_url}/byte_bpe")
    settle(second)
    open_settings(second)
    choose(second, file)
    expect(replay(second, "byte_bpe")).to_have_attribute("data-step", "3")
    upper = second.locator(".st-key-upper").get_by_test_id("tokviz-player")
    expect(upper).to_have_attribute("data-step", "20")


@pytest.mark.parametrize(
    ("saved", "opened"),
    few([("beats", ""), ("predict", "beats"), ("", "ask")], first=[("predict", "beats")]),
)
def test_a_saved_lesson_asks_as_the_page_did(
    saved: str, opened: str, app_url: str, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    first = new_page()
    first.goto(f"{app_url}/byte_bpe?step=3" + (f"&ask={saved}" if saved else ""))
    settle(first)
    file = save_shown(first, tmp_path)

    second = new_page()
    second.goto(f"{app_url}/byte_bpe")
    settle(second)
    shown = replay(second, "byte_bpe")
    shown.get_by_test_id("tokviz-ask").select_option(opened)
    open_settings(second)
    choose(second, file)
    second.wait_for_url("**step=3**")
    mode = {"predict": "ask"}.get(saved, saved)
    expect(shown.get_by_test_id("tokviz-ask")).to_have_value(mode)


@pytest.mark.parametrize("lesson", few(SHOWN_AS, first=("byte_bpe", "text_to_bytes")))
def test_a_lesson_is_saved_and_restored_and_chosen_again_goes_back_to_its_step(
    lesson: str, app_url: str, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    """Then text and settings equal the page's: the replay is the same and only the step moves."""
    first = new_page()
    file = save(first, lesson, app_url, tmp_path, step=3)
    tokens = replay(first, lesson).locator(TOKENS).all_text_contents()

    page = new_page()
    page.goto(f"{app_url}/{lesson}")
    settle(page)
    open_settings(page)
    choose(page, file)
    shown = replay(page, lesson)
    expect(page.get_by_text("The file that you chose: ")).to_be_visible()
    settle(page)
    expect(shown).to_have_attribute("data-step", "3")
    assert tokens
    expect(shown.locator(TOKENS)).to_have_text(tokens)
    if lesson == "byte_bpe":
        box = page.get_by_role("spinbutton", name="Merges to learn")
        expect(box).to_have_value("7")
    close_popover(page)
    if lesson == "text_to_bytes":
        shown.locator(".byte").first.click()
    else:
        shown.get_by_test_id("tokviz-next").click()
    expect(shown).not_to_have_attribute("data-step", "3")
    page.wait_for_url("**step=" + ("1" if lesson == "text_to_bytes" else "4"))
    again = tmp_path / "again.tokviz.json"  # a browser tells nobody of the same file again
    open_settings(page)
    choose(page, file.rename(again))
    expect(shown).to_have_attribute("data-step", "3")
