"""The aligned rows in a real browser: every byte can be picked, and its bits spell the number."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import DRAWN, open_settings, opened_at, settle, until
from tests.browser.presenting import leave, press_present
from tokviz.samples.characters import CHARACTERS
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

SAMPLE = f"sample={CHARACTERS[0].key}"
HOSTILE = "<img src=x onerror=\"document.title='hacked'\"></script>**b**\u202eabc\x00"


def open_rows(page: Page, url: str, **query: str) -> Locator:
    page.goto(f"{url}/text_to_bytes?" + "&".join(f"{k}={v}" for k, v in query.items()))
    settle(page)
    rows = page.get_by_test_id("tokviz-rows")
    expect(rows.get_by_test_id("tokviz-byte").first).to_be_visible()
    return rows


def rows_of(page: Page) -> Locator:
    """Those of a page that tests share, with no byte picked, whatever the one before did."""
    rows = page.get_by_test_id("tokviz-rows")
    expect(rows.get_by_test_id("tokviz-byte").first).to_be_visible()
    if rows.get_attribute("data-step") != "0":
        rows.get_by_test_id("tokviz-byte").first.click()
        page.keyboard.press("Home")
    expect(rows).to_have_attribute("data-step", "0")
    return rows


@opened_at(1280, 900, ["text_to_bytes"])
def test_every_byte_is_drawn_in_hex_and_decimal(opened: Page) -> None:
    rows = rows_of(opened)
    cells = rows.get_by_test_id("tokviz-byte").all_inner_texts()
    assert [cell.split() for cell in cells[:3]] == [["EC", "236"], ["95", "149"], ["88", "136"]]
    assert len(cells) == 43
    expect(opened.get_by_test_id("tokviz-ask")).to_be_hidden()  # nothing is learned


@opened_at(1280, 900, ["text_to_bytes"])
def test_the_rows_of_a_line_are_level(opened: Page) -> None:
    rows = rows_of(opened)
    tops = rows.locator(".bytes").evaluate_all(
        "all => all.slice(0, 3).map((row) => row.getBoundingClientRect().top)"
    )
    assert max(tops) - min(tops) < 1


@opened_at(1280, 900, ["text_to_bytes"])
def test_a_click_explains_the_bits(opened: Page) -> None:
    rows = rows_of(opened)
    rows.get_by_test_id("tokviz-byte").first.click()
    bits = rows.get_by_test_id("tokviz-caption")
    expect(bits).to_contain_text("EC = 236: the first of 3 bytes.")
    expect(bits).to_contain_text("1100010101001000 = 50,504 = U+C548, HANGUL SYLLABLE AN")
    expect(bits.locator(".bit-row").first.locator(".marker")).to_have_text(["1", "1", "1", "0"])


@opened_at(1280, 900, ["text_to_bytes"])
def test_the_arrow_keys_walk_from_byte_to_byte(opened: Page) -> None:
    page, rows = opened, rows_of(opened)
    rows.get_by_test_id("tokviz-byte").first.click()
    for key, place in (("ArrowRight", 2), ("End", 43), ("ArrowLeft", 42), ("Home", 0)):
        page.keyboard.press(key)
        expect(rows).to_have_attribute("data-step", str(place))
    page.keyboard.press("Escape")
    expect(rows.get_by_test_id("tokviz-caption")).to_contain_text("Pick a byte")


def test_a_lone_surrogate_is_drawn_and_named(app_url: str, page: Page) -> None:
    rows = open_rows(page, app_url, sample="surrogates", step="6")
    expect(rows.get_by_text("<lone high surrogate>").first).to_be_visible()
    expect(rows.get_by_test_id("tokviz-caption")).to_contain_text("Valid UTF-8 has no bytes for it")
    assert "\ufffd" not in rows.inner_text()


def test_the_link_restores_text_and_byte_and_hides_the_names(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    first = new_page()
    rows = open_rows(first, app_url)
    rows.get_by_test_id("tokviz-byte").nth(3).click()
    open_settings(first)
    first.get_by_role("radiogroup", name="Names of the code points").get_by_text("Hidden").click()
    expect(rows.get_by_text("HANGUL SYLLABLE AN")).to_be_hidden()
    expect(rows).to_have_attribute("data-step", "4")
    first.wait_for_url(
        lambda url: {"names=hidden", "step=4", SAMPLE} <= {*urlsplit(url).query.split("&")}
    )
    second = new_page()
    second.goto(first.url)
    settle(second)
    again = second.get_by_test_id("tokviz-rows")
    expect(again.get_by_test_id("tokviz-byte")).to_have_count(43)
    expect(again.get_by_text("HANGUL SYLLABLE AN")).to_be_hidden()
    expect(again).to_have_attribute("data-step", "4")


def test_hostile_text_stays_text(app_url: str, page: Page) -> None:
    rows = open_rows(page, app_url, text=pack_text(HOSTILE) or "")
    expect(rows.get_by_test_id("tokviz-grapheme")).to_have_count(len(HOSTILE))
    expect(page.locator("img[src='x']")).to_have_count(0)
    assert "hacked" not in page.title()


def test_a_long_text_says_how_much_is_drawn(app_url: str, page: Page) -> None:
    rows = open_rows(page, app_url, text=pack_text("안" * 1_500) or "")
    expect(rows).to_contain_text("its first 1,998 of 4,500 bytes are drawn")


def test_code_points_stand_under_their_sign_and_fit_on_a_phone(app_url: str, page: Page) -> None:
    rows = open_rows(page, app_url, sample="family", step="3")
    family = rows.get_by_test_id("tokviz-grapheme")
    expect(family).to_have_count(1)
    expect(family.get_by_test_id("tokviz-point")).to_have_count(7)
    expect(family.get_by_test_id("tokviz-point").nth(1)).to_contain_text("ZERO WIDTH JOINER")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(DRAWN)
    pane = rows.locator(".rows-pane")
    assert pane.evaluate("(pane) => pane.scrollWidth - pane.clientWidth") <= 0
    caption = rows.get_by_test_id("tokviz-caption")
    assert caption.evaluate("(words) => words.scrollHeight - words.clientHeight") <= 0


def test_a_short_text_is_as_large_as_its_pane_has_room_for(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    heights = {}
    page = new_page(width=1280, height=720)
    rows = open_rows(page, app_url, text=pack_text("hi") or "")
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    for text in ("hi", "안녕하세요 hello " * 2, "a" * 500):
        box.fill(text)
        box.press("Control+Enter")
        expect(rows.get_by_test_id("tokviz-grapheme")).to_have_count(len(text))
        settle(page)
        pane = page.locator(".rows-pane")
        first = rows.get_by_test_id("tokviz-grapheme").first.bounding_box()
        assert first
        heights[text[:2]] = first["height"]
        scrolls = pane.evaluate("pane => pane.scrollHeight > pane.clientHeight")
        assert scrolls == (len(text) > 10)
    assert heights["hi"] == pytest.approx(2 * heights["aa"], rel=0.05)
    assert heights["안녕"] == pytest.approx(heights["aa"], rel=0.05)


def test_a_phone_shows_a_long_character_from_its_beginning_each_line_with_its_names(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    """The stop of the path that counts its code points and bytes."""
    page = new_page(width=390, height=844)
    page.goto(f"{app_url}/text_to_bytes?path=6")
    settle(page)
    rows = page.get_by_test_id("tokviz-rows")
    expect(rows.locator(".character").first).to_be_in_viewport(ratio=1)
    expect(rows.locator(".byte.picked")).to_be_in_viewport(ratio=1)
    tops = rows.get_by_test_id("tokviz-point").evaluate_all("(all) => all.map((p) => p.offsetTop)")
    lines = len(set(tops))
    assert lines > 1
    for name in ("code point", "name", "byte: hex, decimal"):
        expect(rows.locator(".labels").get_by_text(name, exact=True)).to_have_count(lines)
    expect(rows.locator(".labels").get_by_text("character", exact=True)).to_have_count(1)


def test_the_picked_byte_stays_in_sight_where_the_page_is_presented_no_more(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=1280, height=720)
    rows = open_rows(page, app_url, sample=CHARACTERS[0].key)
    press_present(page)
    page.keyboard.press("End")
    picked, pane = rows.locator(".byte.picked"), rows.locator(".rows-pane")
    for _ in range(2):
        page.evaluate(DRAWN)
        box, around = picked.bounding_box(), pane.bounding_box()
        assert box
        assert around
        assert around["y"] <= box["y"]
        assert box["y"] + box["height"] <= around["y"] + around["height"]
        if page.locator("[data-presented]").count():
            leave(page)


CUT = """(pane) => [...pane.querySelectorAll(".bytes")].filter((bytes) => {
    const {top, bottom} = bytes.getBoundingClientRect();
    const foot = pane.getBoundingClientRect().bottom;
    return top < foot && bottom > foot;
}).length"""
"""Bytes that the foot of their pane cuts through."""


@pytest.mark.parametrize("stop", [1, 2, 3, 4, 5, 8])
def test_no_stop_of_its_path_shows_half_a_line_of_bytes(
    stop: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    """The last one stands over a box, and has less room."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/text_to_bytes?path={stop}&course=1")
    settle(page)
    pane = page.get_by_test_id("tokviz-rows").locator(".rows-pane")
    until(page, lambda: pane.evaluate(CUT) == 0, "bytes are cut through")
    cut = "(names) => names.filter((name) => name.scrollHeight > name.clientHeight).length"
    until(page, lambda: pane.locator(".name").evaluate_all(cut) == 0, "a name is cut")


@pytest.mark.parametrize("width", [1280, 390])
def test_of_an_empty_text_the_note_says_so(
    width: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=width, height=844)
    rows = open_rows(page, app_url, text=pack_text("x") or "")
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    box.fill("")
    box.press("Control+Enter")
    expect(rows.get_by_test_id("tokviz-byte")).to_have_count(0)
    settle(page)
    note = rows.get_by_test_id("tokviz-caption")
    expect(note).to_have_text("The text is empty: no character, no code point, no byte.")
    expect(rows.locator(".rows-pane")).not_to_contain_text("The text is empty")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
@pytest.mark.parametrize("sample", [CHARACTERS[0].key, "family"])
def test_on_a_phone_the_byte_that_the_note_explains_is_in_sight(
    sample: str, width: int, height: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    """The page is not scrolled, and the window's edge cuts the pane."""
    page = new_page(width=width, height=height)
    rows = open_rows(page, app_url, sample=sample)
    for key in ("End", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
        expect(rows.locator(".byte.picked")).to_be_in_viewport(ratio=1)
    assert page.get_by_test_id("stMain").evaluate("(main) => main.scrollTop") == 0


LEVELS = """(pane) => {
    const rows = new Map();
    for (const box of pane.children) {
        const row = rows.get(box.offsetTop) ?? rows.set(box.offsetTop, []).get(box.offsetTop);
        row.push(box);
    }
    const top = (element) => Math.round(element.getBoundingClientRect().top);
    return [...rows.values()].map((row) => [".character", ".notation", ".name", ".bytes"].map(
        (name, i) => [
            new Set(row.map((box) => top(box.querySelector(name)))).size,
            Math.abs(top(row[0].querySelector(".labels").children[i] ?? row[0]) -
                top(row[0].querySelector(name))),
        ]));
}"""
"""Of each row of boxes: on how many levels its parts stand, and how far away their names are."""


def test_all_boxes_of_a_row_have_one_grid(app_url: str, new_page: Callable[..., Page]) -> None:
    """One of which the code points take less room, for they would need two lines, too."""
    page = new_page(width=1280, height=720)
    rows = open_rows(page, app_url, text=pack_text("👩‍👩‍👧‍👦 abc") or "")
    pane = rows.locator(".rows-pane")
    found = pane.evaluate(LEVELS)
    assert len(found) > 1
    for row in found:
        for levels, away in row:
            assert levels == 1
            assert away <= 2


def test_where_the_foot_would_cut_a_line_closer_rows_show_it_whole(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    """Else what is left of the window would be empty, high enough for most of a line."""
    page = new_page(width=1366, height=768)
    rows = open_rows(page, app_url, sample=CHARACTERS[0].key)
    left = rows.evaluate(
        """(rows) => {
            const foot = (name) => rows.querySelector(name).getBoundingClientRect().bottom;
            return foot(".frame") - foot(".rows-pane");
        }"""
    )
    assert left < 30
