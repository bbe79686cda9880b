"""Scripts that run from right to left: a line runs as in a book, a token is not torn."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import tokviz
from tests.browser.driving import DRAWN
from tests.browser.replays import Show, expect_step, go
from tokviz.traces.merges import MergeTrace
from tokviz.views.components import PLAYER, STRIPS, Component

pytestmark = pytest.mark.browser

WORDS = "ذهبت إلى السوق الكبيرة غدا"
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
    return training_of(f"{WORDS}\n" * LINES)


def training_of(text: str) -> MergeTrace:
    trace = tokviz.ByteBPE.train(text, num_merges=90).trace
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
        assert mark < letter, "the letter is read first, as in the row from right to left"


# ---- lines --------------------------------------------------------------------------------------

TURNS = "שלום (abc) 12 עולם\nhi שלום 12 x\nעולם ב-3.5 עולם\n"
# The labels of each line's tokens as they stand, from left to right.
SEEN = """(lines) => lines.map((line) => [...line.querySelectorAll(".token")]
    .map((token) => [token.getBoundingClientRect().left, token.textContent])
    .sort(([one], [other]) => one - other)
    .map(([, label]) => label).join(""))"""


PLACED = "(all) => all.map((each) => [each.getBoundingClientRect().left, each.textContent])"


def spelled(labels: list[str]) -> str:
    """What tokens spell, of which some are single bytes."""
    found = (
        bytes.fromhex(part) if len(part) == 2 else part.encode()
        for label in labels
        for part in re.findall("[0-9A-F]{2}|.", label)
    )
    return b"".join(found).decode()


def seen(page: Page) -> list[str]:
    found: list[str] = page.locator(".text .line").evaluate_all(SEEN)
    return found


def test_each_line_runs_as_in_a_book(show: Show) -> None:
    """Words and numbers of another direction run their own way in it."""
    trace = tokviz.SentencePieceBPE.train(TURNS, vocab_size=40).trace
    assert trace is not None
    page = show(trace)
    lines = [line.replace("▁", "") for line in seen(page)]
    # Brackets in a line from right to left are drawn mirrored: what opens is ")" to the eye.
    assert lines == ["םלוע12)abc(םולש", "hiםולש12x", "םלוע3.5-בםלוע"]
    # And each word with the mark in front of it.
    assert seen(page) == ["םלוע▁▁12)abc(▁םולש▁", "▁hiםולש▁▁12▁x", "םלוע▁3.5-ב▁םלוע▁"]


def test_a_word_that_runs_against_its_line_ends_with_its_mark(show: Show) -> None:
    trace = tokviz.CharBPE.train("ok דור נור", num_merges=3).trace
    assert trace is not None
    page = show(trace)
    assert seen(page) == ["ok</w></w>רונ</w>רוד"]


AGAINST = "a באב באב x"
"""Hebrew in a line from left to right."""


def test_bytes_stand_from_step_to_step_where_their_letters_do(show: Show) -> None:
    """So that the pair that a step names can be found."""
    trace = tokviz.ByteBPE.train(AGAINST, num_merges=5).trace
    assert trace is not None
    page = show(trace)
    page.set_viewport_size({"width": 1900, "height": 720})  # all on one row
    for step in range(len(trace) + 1):
        go(page, step)
        expect_step(page, step)
        tokens = page.locator(".text .token").evaluate_all(PLACED)
        from_the_right = [label for _, label in sorted(tokens, reverse=True)]
        assert spelled(from_the_right).replace(" ", "") == "xבאבבאבa"


def test_the_two_bytes_of_a_token_run_as_those_of_two(show: Show) -> None:
    page = show(training_of("a 𞤀𞤁𞤂 x"), step=1)  # of Adlam's, which have four
    bytes_of_one = page.locator(".text .token .part.bytes:has(bdi)").first.locator("bdi")
    first, second = (each.bounding_box() for each in bytes_of_one.all())
    assert first
    assert second
    assert second["x"] < first["x"]


def test_a_pair_of_bytes_in_the_list_stands_as_on_the_stage(show: Show) -> None:
    page = show(training_of(AGAINST))
    rows = page.get_by_test_id("tokviz-pairs").locator("li")
    pair = rows.filter(has_text="D791").first.locator(".pair")
    expect(pair).to_have_attribute("dir", "rtl")


def test_stepping_moves_no_token_out_of_its_line_s_order(show: Show) -> None:
    trace = tokviz.ByteBPE.train(TURNS * 3, num_merges=15).trace
    assert trace is not None
    page = show(trace)
    stepped = []
    for _ in range(len(trace)):
        page.get_by_test_id("tokviz-next").click()
        stepped.append(seen(page))
    for step in (3, len(trace)):
        assert seen(show(trace, step=step)) == stepped[step - 1]


def test_what_is_copied_holds_no_mark_that_turns_a_run(show: Show) -> None:
    page = show(training_of(TURNS))
    expect(page.locator(".text .run")).not_to_have_count(0)
    copied = page.locator(".text").evaluate(
        "(text) => { getSelection().selectAllChildren(text); return String(getSelection()); }"
    )
    assert "abc" in copied
    assert not set(copied) & set("\u200e\u200f\u2066\u2067\u2068\u2069")


def test_a_pair_of_the_contest_stands_as_in_the_text(show: Show) -> None:
    trace = training_of("שלום שלום ab ab שלום")
    page = show(trace)
    for row in page.get_by_test_id("tokviz-pairs").locator("li").all():
        left, right = (chip.bounding_box() for chip in row.locator(".pair .token").all())
        assert left
        assert right
        latin = re.search("[a-z]", row.locator(".pair").inner_text())
        assert (left["x"] < right["x"]) == bool(latin)


@pytest.mark.parametrize("height", [720, 1000])
def test_beside_such_a_text_it_is_told_how_a_pair_is_read(height: int, show: Show) -> None:
    """Bytes, too: the sentence above the text names them from left to right, as English runs."""
    told = "A pair stands as in the text, from right to left"
    page = show(training_of("the hen שלום the hen"))
    expect(page.get_by_text(told)).to_have_count(0)
    page = show(training())
    page.set_viewport_size({"width": 1280, "height": height})
    page.evaluate(DRAWN)
    expect(page.get_by_text(told)).to_be_in_viewport(ratio=1)
    side = page.locator(".side").evaluate("(side) => side.scrollHeight - side.clientHeight")
    assert side <= 0, "the list of pairs leaves it room"


def test_arrows_walk_to_the_side_that_they_point_at(show: Show) -> None:
    page = show(training_of("שלום עולם"), step=0)
    page.get_by_test_id("tokviz-token").first.focus()
    lefts = []
    for _ in range(4):
        page.keyboard.press("Shift+ArrowLeft")
        box = page.locator(".text .token:focus").bounding_box()
        assert box
        lefts.append(box["x"])
    assert lefts == sorted(lefts, reverse=True)


def test_within_english_words_of_a_hebrew_line_they_do_so_too(show: Show) -> None:
    page = show(training_of("שלום עולם Windows Word"), step=0)
    tokens = page.locator(".text .token")
    row = tokens.evaluate_all(
        """(tokens) => {
            const boxes = tokens.map((token) => [token.getBoundingClientRect(), token.textContent]);
            const low = Math.max(...boxes.map(([box]) => box.top));
            const row = boxes.filter(([box]) => box.top > low - 5);
            return row.sort(([a], [b]) => a.left - b.left).map(([, text]) => text);
        }"""
    )
    tokens.filter(has_text="W").first.click()
    walked = []
    for _ in row[1:]:
        page.keyboard.press("Shift+ArrowRight")
        walked.append(page.locator(".text .token:focus").text_content())
    assert "".join(row).startswith("Windows Word ")
    assert walked == row[1:]
