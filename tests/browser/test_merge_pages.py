"""Watching merges: stepping in the browser alone, links that restore, text that stays text."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, HOSTILE, open_settings, opened_at, settle
from tests.matrix import few
from tokviz.ui.shell.markdown import WORD_JOINER
from tokviz.ui.shell.values import pack_text


def player(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-player").first


def open_lesson(page: Page, url: str, **query: str) -> Locator:
    address = url + "?" + "&".join(f"{name}={value}" for name, value in query.items())
    page.goto(address)
    settle(page)
    expect(player(page)).to_have_attribute("data-step", ANY_STEP)
    return player(page)


def expect_step(page: Page, step: int) -> None:
    expect(player(page)).to_have_attribute("data-step", str(step))


shared = opened_at(1280, 900, ["byte_bpe?sample=tiny&merges=3"], alone=True)


def at_the_start(page: Page) -> Locator:
    """The replay of the page that tests share, wherever the one before left it."""
    expect(player(page)).to_have_attribute("data-step", ANY_STEP)
    player(page).get_by_test_id("tokviz-slider").fill("0")
    expect_step(page, 0)
    return player(page)


@shared
def test_stepping_by_buttons(opened: Page) -> None:
    shown = at_the_start(opened)
    for button, step in (("next", 1), ("next", 2), ("prev", 1), ("last", 3), ("first", 0)):
        shown.get_by_test_id(f"tokviz-{button}").click()
        expect_step(opened, step)


@shared
def test_stepping_by_keys(opened: Page) -> None:
    at_the_start(opened).get_by_test_id("tokviz-next").focus()
    for key, step in (
        ("ArrowRight", 1),
        ("PageDown", 2),
        ("ArrowLeft", 1),
        ("End", 3),
        ("PageUp", 2),
        ("Home", 0),
    ):
        opened.keyboard.press(key)
        expect_step(opened, step)


@shared
def test_stepping_by_slider(opened: Page) -> None:
    at_the_start(opened).get_by_test_id("tokviz-slider").fill("2")
    expect_step(opened, 2)


@shared
def test_playing_reaches_the_end_and_stops(opened: Page) -> None:
    shown = at_the_start(opened)
    shown.get_by_test_id("tokviz-play").click()
    expect_step(opened, 3)
    expect(shown.get_by_test_id("tokviz-next")).to_be_disabled()


@pytest.mark.stage_alone
def test_the_address_restores_text_settings_and_step(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    text = "안녕하세요 👏🏻 hello hello hello"
    first = new_page()
    shown = open_lesson(first, f"{app_url}/byte_bpe", text=pack_text(text) or "", merges="7")
    shown.get_by_test_id("tokviz-slider").fill("5")
    first.wait_for_url("**step=5**")
    query = parse_qs(urlsplit(first.url).query)
    assert (query["merges"], query["step"]) == (["7"], ["5"])

    second = new_page()
    second.goto(first.url)
    settle(second)
    expect_step(second, 5)
    open_settings(second)
    expect(second.get_by_role("textbox", name="Your own text")).to_have_value(text)
    tokens = [first, second]
    assert len({player(page).get_by_test_id("tokviz-token").count() for page in tokens}) == 1


@pytest.mark.parametrize("lesson", few(["byte_bpe", "regex_bpe"], first=["byte_bpe"]))
def test_hostile_text_stays_text(lesson: str, app_url: str, page: Page) -> None:
    """Of regex BPE test_payloads.py opens all sections, too."""
    shown = open_lesson(page, f"{app_url}/{lesson}", text=pack_text(HOSTILE) or "", merges="30")
    shown.get_by_test_id("tokviz-last").click()
    settle(page)
    expect(page.locator("img[src='x']")).to_have_count(0)
    assert "hacked" not in page.title()
    assert "\ufffd" not in shown.inner_text()


@pytest.mark.stage_alone
def test_pasted_text_is_trained_on_and_a_file_that_is_no_text_is_refused(
    app_url: str, page: Page
) -> None:
    """The reason stands there with the file's name, whose markup stays text."""
    open_lesson(page, f"{app_url}/byte_bpe")
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    box.fill("abababab")
    box.press("Control+Enter")
    expect(player(page).get_by_test_id("tokviz-token")).to_have_count(8)
    settle(page)
    name = "![x](x:y) **b** :smile: $x$ a->b.txt"
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": b"\xff\xd8\xff\xe0 no text"}
    )
    error = page.locator(".st-key-fault").get_by_test_id("stAlertContentError")
    expect(error).to_contain_text("A file must be text in UTF-8")
    assert name in error.inner_text().replace(WORD_JOINER, "")
    expect(error.locator("img, a, .katex")).to_have_count(0)
    expect(error.locator("strong")).to_have_text(
        ["Your own text, 8 code points"]
    )  # what is shown as before


def test_a_saved_replay_opens_on_the_step_it_was_saved_on(
    app_url: str, page: Page, tmp_path: Path
) -> None:
    shown = open_lesson(page, f"{app_url}/byte_bpe", sample="tiny", merges="3")
    page.get_by_role("tab", name="Save").click()
    settle(page)
    shown.get_by_test_id("tokviz-next").click()
    shown.get_by_test_id("tokviz-next").click()
    page.wait_for_url("**step=2**")
    settle(page)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save this replay as one HTML file").click()
    saving.value.save_as(tmp_path / "replay.html")
    page.goto((tmp_path / "replay.html").as_uri())
    expect_step(page, 2)
