"""The stepper on the word pages: the player's controls and keys, and what each step shows."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.driving import ANY_STEP, opened_at, settle, until, until_asked
from tests.matrix import few
from tokviz.ui.lessons.whitespace import ROW
from tokviz.ui.shell.values import pack_text

HOSTILE = "<img src=x onerror=\"document.title='hacked'\"> </script> **b** \u202eabc \x00 end"


LONG_WORDS = [("n" * 3_000, "3,000"), ("😀" * 40, "40")]
"""A word, and the length that is said of it; each lesson has the caption of the other."""


def open_lesson(page: Page, address: str, **query: str) -> Locator:
    page.goto(address + "?" + "&".join(f"{k}={v}" for k, v in query.items()))
    settle(page)
    player = page.get_by_test_id("tokviz-player")
    expect(player).to_have_attribute("data-step", ANY_STEP)
    return player


def expect_step(player: Locator, step: int) -> None:
    expect(player).to_have_attribute("data-step", str(step))


def lane(player: Locator, place: int) -> Locator:
    """The tokens of a lane that are shown."""
    return player.locator(".lane").nth(place).locator("[data-testid=tokviz-token]:visible")


whitespace = opened_at(1280, 900, ["whitespace?sample=low"], alone=True)
word_level = opened_at(1280, 900, ["word_level"], alone=True)


def at_step(page: Page, step: int) -> Locator:
    """The replay of a page that tests share, wherever the one before left it."""
    player = page.get_by_test_id("tokviz-player")
    expect(player).to_have_attribute("data-step", ANY_STEP)
    player.get_by_test_id("tokviz-slider").fill(str(step))
    expect_step(player, step)
    return player


@whitespace
def test_stepping_by_buttons(opened: Page) -> None:
    player = at_step(opened, 0)
    for button, step in (("next", 1), ("next", 2), ("prev", 1), ("last", 16), ("first", 0)):
        player.get_by_test_id(f"tokviz-{button}").click()
        expect_step(player, step)


@whitespace
def test_stepping_by_keys(opened: Page) -> None:
    player = at_step(opened, 0)
    player.get_by_test_id("tokviz-next").focus()
    for key, step in (
        ("ArrowRight", 1),
        ("PageDown", 2),
        ("ArrowLeft", 1),
        ("End", 16),
        ("PageUp", 15),
        ("Home", 0),
    ):
        opened.keyboard.press(key)
        expect_step(player, step)


@whitespace
def test_stepping_by_slider(opened: Page) -> None:
    player = at_step(opened, 9)
    expect(lane(player, 0)).to_have_count(16)  # all words stand there from the start
    expect(lane(player, 1)).to_have_text(["low", "lower", "newest"])


@whitespace
def test_playing_reaches_the_end_and_stops(opened: Page) -> None:
    player = at_step(opened, 11)
    player.get_by_test_id("tokviz-speed").select_option("20")
    player.get_by_test_id("tokviz-play").click()
    expect_step(player, 16)
    expect(player.get_by_test_id("tokviz-next")).to_have_attribute("aria-disabled", "true")


@word_level
def test_an_unknown_word_becomes_the_unknown_token(opened: Page) -> None:
    player = at_step(opened, 4)
    expect(player.get_by_test_id("tokviz-caption")).to_contain_text("Hello is not on the list")
    expect(lane(player, 5)).to_have_text(["*|unk|*"])
    expect(player.locator(".chip-box.unknown .chip-note:visible")).to_contain_text("unknown:")


@word_level
def test_the_space_at_the_end_of_a_line_stays_inside_its_box(opened: Page) -> None:
    over = lane(at_step(opened, 0), 0).evaluate_all(
        """(tokens) => tokens.flatMap((token) => {
            const { right } = token.getBoundingClientRect();
            const parts = [...token.querySelectorAll(".part")];
            return parts.flatMap((part) => [...part.getClientRects()])
                .map((box) => box.right - right).filter((beyond) => beyond > 0.5);
        })"""
    )
    assert over == []


@pytest.mark.stage_alone
def test_a_step_makes_no_round_trip_until_the_reader_stops(app_url: str, page: Page) -> None:
    sent: list[object] = []
    page.on("websocket", lambda socket: _count_frames(socket, sent))
    player = open_lesson(page, f"{app_url}/whitespace", sample="rhyme")
    before = until_asked(page, sent)
    player.get_by_test_id("tokviz-next").evaluate(
        "(button) => { for (let k = 0; k < 30; k++) button.click() }"
    )
    expect_step(player, 30)
    assert len(sent) == before


def _count_frames(socket: WebSocket, sent: list[object]) -> None:
    def on_frame(frame: object) -> None:
        sent.append(frame)

    socket.on("framesent", on_frame)


@pytest.mark.stage_alone
def test_training_is_split_sorted_and_numbered(app_url: str, page: Page) -> None:
    text = pack_text("b a b .") or ""
    player = open_lesson(page, f"{app_url}/word_level", text=text, new_text=pack_text("a c") or "")
    for step, told in ((1, "Split: 4 words."), (2, "Sort: 3 different"), (3, "Number: 5 entries")):
        player.get_by_test_id("tokviz-next").click()
        expect_step(player, step)
        expect(player.get_by_test_id("tokviz-caption")).to_contain_text(told)
    expect(lane(player, 3)).to_have_text([".", "a", "b", "*|endoftext|*", "*|unk|*"])


def test_version_1_ends_with_the_key_error(app_url: str, page: Page) -> None:
    player = open_lesson(page, f"{app_url}/word_level", version="1")
    player.get_by_test_id("tokviz-last").click()
    expect_step(player, 4)
    expect(player.get_by_test_id("tokviz-caption")).to_contain_text("KeyError: Hello")
    expect(page.get_by_test_id("stAlertContentError")).to_contain_text("KeyError")


@pytest.mark.stage_alone
def test_the_address_restores_everything(app_url: str, new_page: Callable[..., Page]) -> None:
    first = new_page()
    texts = {"text": pack_text("b a 안녕") or "", "new_text": pack_text("a 안녕 x") or ""}
    player = open_lesson(first, f"{app_url}/word_level", **texts)
    player.get_by_test_id("tokviz-slider").fill("6")
    first.wait_for_url("**step=6**")
    query = parse_qs(urlsplit(first.url).query)
    assert query["version"] == ["2"]
    second = new_page()
    second.goto(first.url)
    settle(second)
    restored = second.get_by_test_id("tokviz-player")
    expect_step(restored, 6)
    expect(lane(restored, 5)).to_have_text(["a", "안녕", "*|unk|*"])


@pytest.mark.stage_alone
@pytest.mark.parametrize(
    ("lesson", "word", "length"),
    few(
        [(lesson, *word) for lesson in ("whitespace", "word_level") for word in LONG_WORDS],
        first=[("whitespace", *LONG_WORDS[0]), ("word_level", *LONG_WORDS[1])],
    ),
    ids=[
        f"{lesson}-{length}" for lesson in ("whitespace", "word_level") for _, length in LONG_WORDS
    ],
)
def test_a_long_word_has_its_length_said(
    lesson: str, word: str, length: str, app_url: str, page: Page
) -> None:
    packed = pack_text(word) or ""
    player = open_lesson(page, f"{app_url}/{lesson}", text=packed, new_text=packed)
    player.get_by_test_id("tokviz-last").click()
    expect(player.get_by_test_id("tokviz-caption")).to_contain_text(f"… {length} characters …")


@pytest.mark.parametrize("lesson", few(["whitespace", "word_level"], first=["word_level"]))
def test_hostile_text_stays_text(lesson: str, app_url: str, page: Page) -> None:
    packed = pack_text(HOSTILE) or ""
    player = open_lesson(page, f"{app_url}/{lesson}", text=packed, new_text=packed)
    player.get_by_test_id("tokviz-last").click()
    settle(page)
    expect(page.locator("img[src='x']")).to_have_count(0)
    assert "hacked" not in page.title()


@pytest.mark.stage_alone
@pytest.mark.parametrize(("page_key", "step"), [("word_level", 1), ("whitespace", 0)])
def test_a_text_without_words_is_told_so_once(
    page_key: str, step: int, app_url: str, page: Page
) -> None:
    text = pack_text("  \n ")
    player = open_lesson(page, f"{app_url}/{page_key}", step=str(step), text=str(text))
    words = player.locator(".lane:visible").first
    shown = words.locator(".chips").evaluate("(e) => getComputedStyle(e, '::before').content")
    assert shown == '"nothing"'
    expect(words.locator("h2")).not_to_contain_text("0 words")


def narrow_table(page: Page) -> None:
    """A word of the list stands beside its id."""
    table = page.get_by_role("tabpanel").get_by_test_id("stDataFrame")
    table.scroll_into_view_if_needed()
    expect(table.locator("canvas").first).to_be_visible()
    until(page, lambda: width_of(table) < 500, "the table is wide")


def width_of(box: Locator) -> float:
    found = box.bounding_box()
    assert found is not None
    return found["width"]


def test_a_word_on_the_list_stands_beside_its_id(app_url: str, page: Page) -> None:
    open_lesson(page, f"{app_url}/word_level", section="The+list+of+words")
    narrow_table(page)


@pytest.mark.parametrize("forms", few([7, 20], first=[20]))
def test_a_table_of_stuck_words_shows_all_rows_or_a_cut_one_and_the_list_is_narrow(
    app_url: str, page: Page, forms: int
) -> None:
    """A table that ends at a row's border looks whole."""
    words = [f"w{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"[:forms]]
    text = pack_text(" ".join(f"{word} {word}." for word in words)) or ""
    open_lesson(page, f"{app_url}/whitespace", text=text, section="The+list")
    box = page.get_by_test_id("stDataFrame").first.bounding_box()
    assert box
    rows = box["height"] / ROW
    assert rows > forms + 1 if forms < 8 else 0.25 < rows % 1 < 0.75
    narrow_table(page)
