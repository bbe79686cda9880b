"""A text takes the place of another: lines that look as they did stay, as lines of the new one."""

import base64
import random
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.replays import HOSTILE, TEXT, Show, go, training
from tokviz import ByteBPE, CharBPE, RegexBPE, SentencePieceBPE, WordPiece
from tokviz.views.player.player import encode_payload, train_payload

BYTES = "Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))"
LOAD = f"([encoded, step]) => player.load({BYTES}, {{ step }})"
MARK_LINES = "() => document.querySelectorAll('.line').forEach((line) => (line.stood = true))"
LINES = "() => [...document.querySelectorAll('.line')].map((line) => Boolean(line.stood))"
SHOWN = """([encoded, step]) => {
  const look = ({ className, textContent, dataset, start, end, token }) =>
    [className.split(" ").sort().join(" "), textContent, dataset.over, start, end, token];
  const shown = ({ text }) => ({
    step: text.step,
    lines: [...text.pane.children].map((line) => [line.className, [...line.children].map(look)]),
    held: text.at.map((span) => span && [span.start, span.end, text.pane.contains(span)]),
    around: text.at.map((span) => span && span.around.map((each) => text.pane.contains(each))),
  });
  const box = document.createElement("div");
  box.append(document.querySelector(".tokviz").cloneNode(true));
  document.body.append(box);
  const fresh = new player.constructor(box);
  fresh.load(BYTES, { step });
  const both = [shown(player), shown(fresh)];
  fresh.stop();
  box.remove();
  return both;
}""".replace("BYTES", BYTES)


def encoded(text: str, merges: int = 20) -> str:
    return base64.b64encode(train_payload(training(text, merges))).decode()


def assert_as_drawn_afresh(page: Page, payload: str, step: int) -> None:
    shown, fresh = page.evaluate(SHOWN, [payload, step])
    assert shown == fresh


def test_a_letter_typed_draws_its_line_alone(show: Show) -> None:
    lines = [f"{number} little hens sat on a wall\n" for number in range(30)]
    page = show(training("".join(lines), 5))
    page.evaluate(MARK_LINES)
    lines[12] = "12 Xlittle hens sat on a wall\n"
    payload = encoded("".join(lines), 5)
    page.evaluate(LOAD, [payload, 0])
    assert page.evaluate(LINES) == [number != 12 for number in range(30)]
    assert_as_drawn_afresh(page, payload, 0)


def test_a_line_put_in_or_taken_out_leaves_those_around_it(show: Show) -> None:
    lines = ["one\n", "two\n", "three\n", "four\n"]
    page = show(training("".join(lines), 0))
    for changed, stay in [
        (["one\n", "two\n", "new\n", "three\n", "four\n"], [True, True, False, True, True]),
        (["two\n", "new\n", "three\n"], [False, False, False]),
        (["two\n", "three\n"], [True, True]),
    ]:
        page.evaluate(MARK_LINES)
        payload = encoded("".join(changed), 0)
        page.evaluate(LOAD, [payload, 0])
        assert_as_drawn_afresh(page, payload, 0)
        assert page.evaluate(LINES) == stay


@pytest.mark.parametrize("seed", range(3))
def test_after_any_edits_and_steps_all_is_as_drawn_afresh(show: Show, seed: int) -> None:
    draw = random.Random(seed)
    parts = [*TEXT, *HOSTILE, "\n", "\n\n", " the cat ", "안녕", "\t"]
    page = show(training(TEXT))
    text = TEXT
    for _ in range(4):
        at = draw.randrange(len(text) + 1)
        text = text[:at] + draw.choice(parts) + text[at + draw.choice((0, 0, 1, 5)) :]
        merges = draw.choice((20, 20, 7))
        payload = encoded(text, merges)
        steps = page.evaluate(
            "([encoded, step]) => { (" + LOAD + ")([encoded, step]); return player.steps; }",
            [payload, draw.randrange(8)],
        )
        assert_as_drawn_afresh(page, payload, page.evaluate("player.step"))
        for step in draw.sample(range(steps + 1), min(2, steps + 1)):
            go(page, step)
            assert_as_drawn_afresh(page, payload, step)


def test_what_was_held_lit_or_new_marks_nothing_in_the_text_that_follows(show: Show) -> None:
    page = show(training(TEXT))
    go(page, 5)
    page.locator(".text .token.new").first.focus()
    assert page.locator(".text .token.same").count()
    page.evaluate(LOAD, [encoded(TEXT + "a line more\n"), 0])
    assert page.locator(".text .token:is(.same, .new)").count() == 0
    reached = page.locator(".text .token[tabindex]")
    expect(reached).to_have_count(1)


OVER_ITS_LINE = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    const lines = document.querySelector("[data-testid=tokviz-player]").querySelectorAll(".line");
    return [...lines].flatMap((line) => [...line.querySelectorAll("[data-over]")].map((token) => {
        pen.font = getComputedStyle(token, "::after").font;
        const end = token.getBoundingClientRect().left + pen.measureText(token.dataset.over).width;
        return [token.dataset.over, end - line.getBoundingClientRect().right];
    }));
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_the_name_of_a_character_over_its_bytes_is_whole_at_the_end_of_a_row(
    width: int, show: Show
) -> None:
    """Cut, U+10FFFF was U+10FFF, which is another character."""
    text = "".join(f"{'a' * (n % 7)}\u200d\U000e0067\U0010ffff" for n in range(60))
    page = show(training(text, 1), width=width)
    labels = page.evaluate(OVER_ITS_LINE)
    assert {name for name, _ in labels} == {"ZWJ", "U+E0067", "U+10FFFF"}
    assert max(over for _, over in labels) <= 0


ROWS = """() => {
  const rows = [];
  let last = -Infinity;
  for (const token of document.querySelectorAll(".text .token")) {
    const { top } = token.getClientRects()[0];
    if (top > last + 9) rows.push("");
    rows.push(rows.pop() + token.textContent);
    last = top;
  }
  return rows;
}"""
WORDS = " ".join(["hens count eleven chickens before dinner and nobody hurries them along"] * 3)


@pytest.mark.parametrize(
    ("tokenizer", "begins", "ends"),
    [
        (SentencePieceBPE.train(WORDS, vocab_size=60), "▁[a-z]", "[a-z]"),
        (WordPiece.train(WORDS, vocab_size=60), "[a-z]", "[a-z]"),
        (RegexBPE.train(WORDS, vocab_size=270), " [a-z]", "[a-z]"),
        (CharBPE.train(WORDS, num_merges=5), "[a-z]", ">"),
    ],
    ids=["sentencepiece_bpe", "wordpiece", "regex_bpe", "char_bpe"],
)
def test_a_line_ends_between_words(
    tokenizer: SentencePieceBPE | WordPiece | RegexBPE | CharBPE,
    begins: str,
    ends: str,
    show: Show,
) -> None:
    """Before the space that belongs to a word, and before no "##": at every step."""
    assert tokenizer.trace is not None
    page = show(tokenizer.trace)
    for step in (0, 3, 5):
        go(page, step)
        for width in (900, 610, 390):
            page.set_viewport_size({"width": width, "height": 800})
            first, *rows = page.evaluate(ROWS)
            assert len(rows) > 3
            for row in rows:
                assert re.match(begins, row), (step, width, row)
            for row in (first, *rows[:-1]):
                assert re.search(f"{ends}$", row), (step, width, row)


@pytest.mark.parametrize("text", [" SolidGoldMagikarp S", "a\n SolidGoldMagikarp S"])
def test_a_word_wider_than_the_pane_leaves_no_row_empty_before_it(text: str, show: Show) -> None:
    """A space at its begin lets a row end there, but not the one that it begins."""
    trace = training(text, merges=1)
    assert trace.steps[0].token == b" S"
    page = show(trace, step=1, width=390, height=844)
    tops = page.locator(".text").evaluate(
        """(pane) => [pane.querySelector(".line"), ...pane.querySelectorAll(".token")].map(
            (box) => box.getBoundingClientRect().top)"""
    )
    row = page.locator(".text .token").first.evaluate("(token) => token.offsetHeight")
    line, first, *others = tops
    assert first - line < row
    rows = sorted({first, *others})
    assert len(rows) > 1
    assert max(low - high for high, low in pairwise(rows)) < 1.5 * row


@pytest.mark.parametrize("width", [390, 360, 320])
def test_a_short_text_is_written_as_large_as_its_longest_token_has_room_for(
    width: int, show: Show
) -> None:
    """And for the frame around it, where the step made it."""
    word = " SolidGoldMagikarp"
    trace = ByteBPE.train(word * 2, num_merges=17).encode_trace(word)
    page = show(encode_payload(trace), step=len(trace), width=width, height=844)
    token = page.locator(".text .token")
    expect(token).to_have_count(1)
    room, over = token.evaluate(
        """(token) => {
            const line = token.parentElement;
            const { paddingRight } = getComputedStyle(line);
            const end = line.getBoundingClientRect().right - parseFloat(paddingRight);
            const room = parseFloat(getComputedStyle(token).fontSize);
            return [room, token.getBoundingClientRect().right - end];
        }"""
    )
    assert room > 16, "it is written larger"
    assert over <= 0
