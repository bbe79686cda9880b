"""Scripts that run from right to left: a long token's beginning, middle and end stay in order."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import tokviz
from tests.browser.replays import Show, go
from tokviz.text.pattern_parts import makers
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.traces.merges import MergeTrace
from tokviz.views.components import PLAYER, STRIPS, Component
from tokviz.views.tables.pattern_parts import lit_html
from tokviz.views.tables.preparation import preparation_html
from tokviz.views.tables.word_ends import Contrast, contrast_html

pytestmark = pytest.mark.browser

WORDS = "ذهبت إلى السوق الكبيرة"
LINES = 4
# Where the first and the last letter of a token stand, and each word of what its middle says.
PLACES = """(token) => {
    const left = (node, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().left;
    };
    const more = token.querySelector(".more");
    const said = more.firstChild;
    const letters = [...token.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const last = letters.at(-1);
    return {
        said: [...said.data.matchAll(/\\S+/g)].map(({ index }) => left(said, index)),
        ends: [left(letters[0], 0), left(last, last.length - 1)],
        more: more.getBoundingClientRect().left,
    };
}"""

HEBREW = re.compile("[א-ת]")
# Where a token's letter begins, and the part of this kind that comes behind it.
LETTER_AND_MARK = """(token, kind) => {
    const left = (node) => {
        const range = document.createRange();
        range.selectNode(node);
        return range.getBoundingClientRect().left;
    };
    const letter = [...token.childNodes].find((node) => /[א-ת]/.test(node.textContent));
    return [left(letter), left(token.querySelector(`.part.${kind}`))];
}"""


def training() -> MergeTrace:
    trace = tokviz.ByteBPE.train(f"{WORDS}\n" * LINES, num_merges=90).trace
    assert trace is not None
    return trace


def expect_in_order(token: Locator) -> None:
    places = token.evaluate(PLACES)
    assert places["said"] == sorted(places["said"])
    first, last = places["ends"]
    assert last < places["more"] < first


def test_in_a_sentence_and_in_the_contest(show: Show) -> None:
    trace = training()
    a_line = max(step.rank for step in trace.steps if step.count >= LINES)
    page = show(trace)
    go(page, a_line + 1)
    for place in ("tokviz-caption", "tokviz-pairs"):
        cut = page.get_by_test_id(place).locator(".token:has(.more)").first
        expect(cut).to_be_visible()
        expect_in_order(cut)


@pytest.mark.parametrize("component", [PLAYER, STRIPS])
def test_on_the_stage_where_the_middle_is_left_out(page: Page, component: Component) -> None:
    """What a style writes has no letters to be measured: alone it keeps its order."""
    page.set_content(f"<style>{component.css}</style><p class='middle' data-cut='x'></p>")
    style = "(middle) => getComputedStyle(middle, '::before').unicodeBidi"
    assert page.locator(".middle").evaluate(style) == "isolate"


@pytest.mark.parametrize("kind", ["marker", "bytes"])
def test_a_mark_or_a_byte_beside_hebrew_stands_where_it_stands_in_the_row(
    kind: str, show: Show
) -> None:
    text = "שלום שלום עולם"
    model = tokviz.CharBPE if kind == "marker" else tokviz.ByteBPE
    trace = model.train(text, num_merges=2).trace
    assert trace is not None
    page = show(trace, step=len(trace))
    parts = page.locator(f".text .token:has(.part.{kind})").filter(has_text=HEBREW)
    expect(parts).not_to_have_count(0)
    for token in parts.all():
        letter, mark = token.evaluate(LETTER_AND_MARK, kind)
        assert letter < mark, "the letter is read first, as in the row from left to right"


def lefts(boxes: Locator) -> list[float]:
    return [box["x"] for box in (each.bounding_box() for each in boxes.all()) if box is not None]


def test_the_tokens_of_a_word_stand_one_before_the_other_each_in_one_box(page: Page) -> None:
    tokens = ("הילד", ",", "</w>")
    page.set_content(contrast_html([Contrast("הילד,", tokens, tokens, ())]))
    chips = page.locator("dd").first.locator("code")
    assert lefts(chips) == sorted(lefts(chips), reverse=True)
    assert len(lefts(chips)) == len(tokens)


def test_a_text_lit_up_keeps_its_lines_and_each_runs_its_way(page: Page) -> None:
    made = makers("הילד אכל 12 (PC).\nthe hen ילד אכל", GPT2_PATTERN, timeout=2.0)
    page.set_content(lit_html(made, 0))
    hebrew, english = page.locator("p").all()
    drawn = [lefts(line.locator("span, mark")) for line in (hebrew, english)]
    assert drawn[0] == sorted(drawn[0], reverse=True)
    assert drawn[1] == sorted(drawn[1])


def test_bert_s_words_stand_in_the_order_of_the_line(page: Page) -> None:
    page.set_content(preparation_html("ילד 12 PC", "ילד 12 pc", ["ילד", "12", "pc", "."]))
    words = lefts(page.locator(".word"))
    assert words == sorted(words, reverse=True)


def test_a_full_stop_that_is_typed_stands_where_the_sentence_ends(app_url: str, page: Page) -> None:
    page.goto(app_url)
    box = page.get_by_role("main").get_by_role("textbox").first
    expect(box).to_be_visible()
    for name, value in (("unicode-bidi", "plaintext"), ("text-align", "start")):
        expect(box).to_have_css(name, value)
