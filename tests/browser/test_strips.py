"""The strips in a real Chromium: aligned, wrapping, readable by pointer and by key."""

import base64
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.whitespace import Whitespace
from tokviz.references.gpt2 import gpt2
from tokviz.samples import sample
from tokviz.traces.results import result_of
from tokviz.views.components import STRIPS
from tokviz.views.script import one_module
from tokviz.views.strips.groups import StripToken
from tokviz.views.strips.places import result_row
from tokviz.views.strips.strips import StripRow, strips_payload

pytestmark = pytest.mark.stage_alone

HOSTILE = "<img src=x onerror=alert(1)> </script> \u202e **x** \x00 &lt;b&gt;"


def bytes_row(name: str, tokens: list[tuple[int, bytes]]) -> StripRow:
    placed: list[StripToken] = []
    at = 0
    for token_id, token in tokens:
        placed.append((token_id, token, at, at + len(token)))
        at += len(token)
    return StripRow(name, placed)


def ours_and_gpt2(text: str) -> list[StripRow]:
    ours = ByteBPE.train(sample("prose").text, num_merges=100)
    theirs = gpt2()
    return [
        bytes_row("Ours", [(i, ours.vocab[i]) for i in ours.encode(text)]),
        bytes_row(
            "GPT-2",
            [(i, theirs.decode_single_token_bytes(i)) for i in theirs.encode_ordinary(text)],
        ),
    ]


def show(page: Page, rows: list[StripRow], text: str) -> None:
    """Draw strips, and wait until they are whole and their lines named, two frames later."""
    payload = base64.b64encode(strips_payload(rows, text=text)).decode()
    page.set_content(
        f"""<!doctype html>
        <style>:root {{ color-scheme: light dark; }} {STRIPS.css}</style>
        <div id="strips"></div>
        <script type="module">{one_module("strips/strips.js")}
        const data = Uint8Array.from(atob("{payload}"), (character) => character.charCodeAt(0));
        new Strips(document.getElementById("strips")).load(data);
        globalThis.atOnce = document.querySelectorAll(".group").length;
        const frame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        globalThis.whole = frame().then(frame);
        </script>"""
    )
    page.get_by_test_id("tokviz-strips").wait_for()
    page.evaluate("() => whole")


def test_every_row_says_its_number_of_tokens(page: Page) -> None:
    rows = ours_and_gpt2("the model")
    show(page, rows, "the model")
    expect(page.get_by_test_id("tokviz-strip-row").nth(1)).to_contain_text("GPT-2")
    expect(page.get_by_test_id("tokviz-strip-row").nth(1)).to_contain_text("2 tokens")


def test_every_token_is_drawn(page: Page) -> None:
    text = sample("prose").text
    rows = ours_and_gpt2(text)
    show(page, rows, text)
    drawn = sum(len(row.tokens) for row in rows)
    expect(page.get_by_test_id("tokviz-strip-token")).to_have_count(drawn)


def test_pointing_at_a_token_shows_its_id_and_bytes(page: Page) -> None:
    show(page, ours_and_gpt2("hello world"), "hello world")
    page.locator("[data-row='1'].token").nth(1).hover()
    facts = page.get_by_role("status")
    expect(facts).to_contain_text("id 995")
    expect(facts).to_contain_text("20 77 6F 72 6C 64")


def test_the_same_bytes_light_up_in_every_row(page: Page) -> None:
    show(page, ours_and_gpt2("a,a"), "a,a")
    page.get_by_test_id("tokviz-strip-token").first.hover()
    expect(page.locator(".token.lit")).to_have_count(4)


def test_pointing_lights_the_same_characters_in_every_row(page: Page) -> None:
    one: list[StripToken] = [(0, "ten", 0, 3), (1, "hens", 4, 8)]
    other: list[StripToken] = [(7, "ten ", 0, 4), (8, "he", 4, 6), (9, "ns", 6, 8)]
    show(page, [StripRow("One", one), StripRow("Other", other)], "ten hens")
    page.locator("[data-row='0'].token").nth(1).hover()
    expect(page.locator(".token.here")).to_have_text(["hens", "he", "ns"])


def test_the_rate_of_one_long_token_has_its_comma(page: Page) -> None:
    text = "z" * 3000
    words = Whitespace()
    show(page, [result_row(result_of("Spaces", words, text), words)], text)
    expect(page.locator(".strips-rate")).to_have_text("3,000.00 bytes per token")


def test_the_length_of_a_long_token_is_told_in_bytes(page: Page) -> None:
    show(page, [bytes_row("Ours", [(1, b"\xec" * 30)])], "\xec" * 15)
    expect(page.locator(".middle")).to_have_attribute("data-cut", "… 30 bytes …")


def test_only_where_they_differ(page: Page) -> None:
    show(page, ours_and_gpt2("a,a tokenizer"), "a,a tokenizer")
    groups = page.locator(".group:visible")
    agreeing = page.locator(".group.agree")
    before, alike = groups.count(), agreeing.count()
    assert 0 < alike < before
    page.get_by_label("Show only where they differ").check()
    expect(groups).to_have_count(before - alike)
    expect(page.locator(".group.line-start:visible")).to_have_count(1)
    page.get_by_label("Show only where they differ").uncheck()
    expect(groups).to_have_count(before)


def test_the_keys_pass_over_what_is_hidden_where_only_differences_are_shown(page: Page) -> None:
    text = "a,a tokenizer, a,a tokenizers"
    show(page, ours_and_gpt2(text), text)
    switch = page.get_by_label("Show only where they differ")
    switch.check()
    focused, row = page.locator(".token:focus"), page.locator(".token[data-row='0']:visible")
    assert 1 < row.count() < page.locator(".token[data-row='0']").count()
    switch.press("Tab")
    expect(row.first).to_be_focused()
    for at in range(1, row.count()):
        page.keyboard.press("ArrowRight")
        expect(row.nth(at)).to_be_focused()
    page.keyboard.press("Home")
    expect(row.first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(focused).to_be_visible()
    switch.uncheck()
    expect(page.locator(".token[tabindex='0']")).to_have_count(1)


def test_before_pointing_a_hint_says_what_to_do(page: Page) -> None:
    show(page, ours_and_gpt2("a")[:1], "a")
    expect(page.get_by_role("status")).to_have_text("Point at a token for its id and bytes.")


def test_where_all_cut_alike_is_marked_and_explained(page: Page) -> None:
    show(page, ours_and_gpt2("a,a"), "a,a")
    expect(page.locator(".over").first).to_have_text("=")
    expect(page.get_by_role("status")).to_contain_text("= marks where all cut alike")


def test_a_tap_shows_the_token(new_page: Callable[..., Page]) -> None:
    page = new_page(width=390)
    show(page, ours_and_gpt2("hello world"), "hello world")
    page.get_by_test_id("tokviz-strip-token").last.click()
    expect(page.get_by_role("status")).to_contain_text("id 995")


def test_characters_stand_over_tokens_that_hold_only_their_bytes(page: Page) -> None:
    show(page, ours_and_gpt2("안"), "안")
    expect(page.locator(".over").first).to_contain_text("안")


def test_arrows_walk_along_a_row_and_across(page: Page) -> None:
    show(page, ours_and_gpt2("hello world"), "hello world")
    page.get_by_test_id("tokviz-strip-token").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".token:focus")).to_have_attribute("title", "id 995")


def test_home_and_end_go_to_the_ends_of_a_row(page: Page) -> None:
    show(page, ours_and_gpt2("one, two, three"), "one, two, three")
    tokens = page.locator(".token[data-row='1']")
    tokens.nth(1).focus()
    page.keyboard.press("End")
    expect(tokens.last).to_be_focused()
    page.keyboard.press("Home")
    expect(tokens.first).to_be_focused()


def test_escape_lets_go_of_the_token(page: Page) -> None:
    show(page, ours_and_gpt2("a,a"), "a,a")
    page.get_by_test_id("tokviz-strip-token").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".token.lit")).to_have_count(0)


def test_a_row_without_places_stands_below(page: Page) -> None:
    loose = StripRow("Lower case", [(1, "hello", None, None)])
    show(page, [*ours_and_gpt2("Hello"), loose], "Hello")
    expect(page.locator(".strips-loose")).to_contain_text("not lined up")
    expect(page.locator(".strips-loose .token")).to_have_text("hello")


def test_hostile_text_stays_text(page: Page) -> None:
    show(page, ours_and_gpt2(HOSTILE), HOSTILE)
    assert page.locator(".strips img").count() == 0
    expect(page.locator(".strips-pane")).to_contain_text("RLO")
    expect(page.locator(".strips-pane")).to_contain_text("NUL")


def test_a_hostile_name_stays_text(page: Page) -> None:
    row = StripRow("<img src=x onerror=alert(1)>", [(0, "a", 0, 1)])
    show(page, [row], "a")
    expect(page.locator(".strips-name")).to_have_text("<img src=x onerror=alert(1)>")


def test_half_characters_are_never_replaced(page: Page) -> None:
    text = sample("emoji").text
    show(page, ours_and_gpt2(text), text)
    assert "\ufffd" not in page.locator(".strips").inner_text()


def test_a_long_text_is_cut_and_says_so(page: Page) -> None:
    text = sample("prose").text * 20
    rows = ours_and_gpt2(text)
    show(page, rows, text)
    assert page.locator(".token[data-row='0']").count() <= 3000
    expect(page.locator(".strips-cut")).to_contain_text(
        f"of {len(text):,} bytes are drawn. The counts are of all {len(text):,}."
    )


def test_the_empty_text_draws_no_strip(page: Page) -> None:
    show(page, ours_and_gpt2(""), "")
    expect(page.get_by_test_id("tokviz-strip-row").first).to_contain_text("0 tokens")
    expect(page.get_by_test_id("tokviz-strip-token")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen(
    new_page: Callable[..., Page], width: int, dark: bool
) -> None:
    page = new_page(width=width, dark=dark)
    text = sample("languages").text + "\n" + "x" * 300
    show(page, ours_and_gpt2(text), text)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    pane = page.locator(".strips-pane")
    assert pane.evaluate("pane => pane.scrollWidth <= pane.clientWidth")


@pytest.mark.parametrize("dark", [False, True])
def test_words_on_tokens_have_contrast(new_page: Callable[..., Page], dark: bool) -> None:
    page = new_page(dark=dark)
    tokens = [(token_id, b"ab", 2 * token_id, 2 * token_id + 2) for token_id in range(8)]
    show(page, [StripRow("All colours", tokens)], "ab" * 8)
    ratios = page.evaluate(
        """() => {
          const sheet = document.createElement("canvas");
          const canvas = sheet.getContext("2d", {willReadFrequently: true});
          const light = (colour) => {
            canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
            const linear = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => {
              v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
          };
          return [...document.querySelectorAll(".token[data-row]")].map((token) => {
            const style = getComputedStyle(token);
            const [a, b] = [light(style.color), light(style.backgroundColor)].sort((x, y) => y - x);
            return (a + 0.05) / (b + 0.05);
          });
        }"""
    )
    assert min(ratios) >= 4.5


@pytest.mark.whole_page
def test_below_a_replay_the_arrows_walk_along_the_tokens(app_url: str, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/byte_bpe?section=Beside+GPT-2")
    settle(page)
    tokens = page.locator(".st-key-byte_bpe-beside .token[data-row]")
    tokens.first.scroll_into_view_if_needed()
    tokens.first.click()
    step = page.get_by_test_id("tokviz-player").first.get_attribute("data-step")
    page.keyboard.press("ArrowRight")
    expect(tokens.first).not_to_be_focused()
    expect(page.locator(".st-key-byte_bpe-beside .token:focus")).to_have_count(1)
    expect(page.get_by_test_id("tokviz-player").first).to_have_attribute("data-step", step or "0")
