"""A file that is still on its way to the server: the box that it was chosen in stays open."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from tests.browser.driving import open_settings, settle, until
from tests.matrix import few
from tests.pipelines import built

pytestmark = pytest.mark.stage_alone


def send_slowly(page: Page, uploads: Locator, name: str, content: bytes) -> Callable[[], None]:
    """Choose a file, of which nothing arrives before what is given back is called."""
    held: list[Route] = []
    arrives = False

    def hold(route: Route) -> None:
        if arrives:
            route.continue_()
        else:
            held.append(route)

    page.route("**/_stcore/upload_file/**", hold)
    chosen = FilePayload(name=name, mimeType="text/plain", buffer=content)
    uploads.locator("input[type=file]").set_input_files(chosen)
    expect(uploads.get_by_test_id("stFileChipIconSpinner")).to_be_visible()

    def arrive() -> None:
        nonlocal arrives
        arrives = True
        for route in held:
            route.continue_()

    return arrive


def choose(option: Locator, by: str) -> None:
    if by == "mouse":
        option.click()
    else:
        option.focus()
        option.press("Enter")


def test_a_tokenizer_on_its_way_is_lost_neither_where_its_box_is_closed_nor_to_a_choice_beside_it(
    app_url: str, page: Page
) -> None:
    page.goto(f"{app_url}/any_tokenizer?whose=file")
    settle(page)
    button = page.get_by_role("button", name="Tokenizer")
    button.click()
    body = page.get_by_test_id("stPopoverBody").filter(has_text="Whose tokenizer?")
    uploads = body.get_by_test_id("stFileUploader")
    other = body.get_by_role("radio", name="tiktoken")
    arrive = send_slowly(page, uploads, "mine.json", built("llama2").to_str().encode())
    leaves: list[Callable[[], None]] = [
        partial(page.keyboard.press, "Escape"),
        button.click,
        page.get_by_role("heading", level=1).first.click,
        *(partial(choose, other, by) for by in ("mouse", "keys")),
    ]
    for leave in leaves:
        leave()
        settle(page)  # a run would have taken the box away
        expect(body).to_be_visible()
        expect(uploads).to_be_visible()
    arrive()
    expect(page.get_by_text("mine.json, 467 tokens")).to_be_visible(timeout=30_000)
    page.keyboard.press("Escape")
    expect(body).to_have_count(0)
    button.click()
    choose(other, "keys")
    expect(uploads).to_have_count(0)


@pytest.mark.whole_page
def test_a_model_on_its_way_is_not_lost_to_another_section(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/unigram?section=Load+a+.model")
    settle(page)
    uploads = page.get_by_role("tabpanel").get_by_test_id("stFileUploader")
    arrive = send_slowly(page, uploads, "mine.model", b"no model")
    for by in ("mouse", "keys"):
        choose(page.get_by_role("tab", name="Save"), by)
        settle(page)
        expect(uploads).to_be_visible()
    arrive()
    expect(uploads.get_by_test_id("stFileChipIconSpinner")).to_have_count(0)
    settle(page)
    choose(page.get_by_role("tab", name="Save"), "mouse")
    expect(uploads).to_have_count(0)


def test_a_text_on_its_way_stays_while_the_reader_steps_on(app_url: str, page: Page) -> None:
    """What is pressed beside the box does what it does; pressed again afterwards, it closes."""
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    open_settings(page)
    uploads = page.get_by_test_id("stFileUploader")
    arrive = send_slowly(page, uploads, "mine.txt", b"hello hello hello")
    player = page.get_by_test_id("tokviz-player").first
    player.get_by_test_id("tokviz-next").click()
    expect(player).to_have_attribute("data-step", "1")
    expect(uploads).to_be_visible()
    arrive()
    expect(page.get_by_text("The file that you chose: mine.txt.")).to_be_visible()
    settle(page)
    player.get_by_test_id("tokviz-next").click()
    expect(uploads).to_have_count(0)


def test_a_text_on_its_way_is_not_lost_to_another_lesson_or_a_reload(
    app_url: str, page: Page
) -> None:
    asked = "() => !dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    other = page.locator("a[href$='unigram']").first
    open_settings(page)
    uploads = page.get_by_test_id("stFileUploader")
    assert not page.evaluate(asked)
    arrive = send_slowly(page, uploads, "mine.txt", b"hello hello hello")
    assert page.evaluate(asked)
    other.dispatch_event("click")
    settle(page)
    expect(uploads).to_be_visible()
    expect(page).to_have_url(re.compile("/byte_bpe"))
    arrive()
    expect(page.get_by_text("The file that you chose: mine.txt.")).to_be_visible()
    until(page, lambda: not page.evaluate(asked), "it asks whether to leave")
    other.dispatch_event("click")
    expect(page).to_have_url(re.compile("/unigram"))


@pytest.mark.parametrize(("width", "height"), few([(1280, 720), (390, 844)], first=[(390, 844)]))
def test_a_text_a_little_too_long_is_told_so_and_nothing_typed_is_lost(
    width: int, height: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=width, height=height)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    open_settings(page)
    typed = page.get_by_role("textbox", name="Your own text")
    typed.fill("abababab")
    typed.press("Control+Enter")
    tokens = page.get_by_test_id("tokviz-player").first.get_by_test_id("tokviz-token")
    expect(tokens).to_have_count(8)
    uploads = page.get_by_test_id("stFileUploader")
    expect(uploads).to_contain_text("up to 4 MB")
    long = FilePayload(name="long.txt", mimeType="text/plain", buffer=b"hen " * 1_010_000)
    uploads.locator("input[type=file]").set_input_files(long)
    told = page.get_by_test_id("stPopoverBody").get_by_text("A text may have up to 4 MB")
    expect(told).to_contain_text("this one has 4,040,000. Use a part of it.")
    expect(told).to_be_in_viewport()
    expect(typed).to_have_value("abababab")
    expect(tokens).to_have_count(8)


@pytest.mark.whole_page
def test_why_a_box_refuses_a_file_is_written_beside_it(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/unigram?section=Load+a+.model")
    settle(page)
    uploads = page.get_by_role("tabpanel").get_by_test_id("stFileUploader")
    letter = FilePayload(name="a.doc", mimeType="application/msword", buffer=b"Dear")
    uploads.locator("input[type=file]").set_input_files(letter)
    why = uploads.get_by_role("alert")
    expect(why).to_have_text("Error: application/msword files are not allowed.")
    box = why.bounding_box()
    assert box is not None
    assert box["width"] > 100
    assert box["height"] > 14
    assert why.evaluate("(e) => getComputedStyle(e).clip") == "auto"
