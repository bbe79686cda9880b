"""Presented: nothing but the stage, whole on a projector, large, and of high contrast."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DRAWN, opened_at, settle
from tests.browser.presenting import HEIGHT, HIGH, WIDTH, leave, present, press_present
from tests.matrix import MADE_DIFFERENTLY, few
from tokviz.lessons import LESSONS
from tokviz.samples import SAMPLES, SampleText
from tokviz.samples.characters import CHARACTERS
from tokviz.samples.subwords import CHARACTER_BPE, WORDPIECE

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
CONTRAST = 7.0  # WCAG 2.2, 1.4.6 (AAA)
OTHERS = {"text_to_bytes": CHARACTERS, "char_bpe": CHARACTER_BPE, "wordpiece": WORDPIECE}
ALL = [row.key for row in LESSONS]
PLAIN = ["byte_bpe", "compare"]
"""A replay, and strips."""
STAGES = PLAIN + [key for key in ALL if key not in (*PLAIN, "any_tokenizer")]
LIKE_OTHERS = ("regex_bpe", "sentencepiece_bpe", "whitespace")
FEW_STAGES = [key for key in STAGES if key not in LIKE_OTHERS]
"""The stages of the first two are byte BPE's, the third's shows words as word_level's does; of the
others each has panes or captions of its own."""
UNLIKE = ("unicode", "harbour")
"""Characters with the longest names, from many scripts; the most steps, the longest words."""
LEARN = [row.key for row in LESSONS if row.training or row.learns]

# Moves through all steps, and says what is wrong at the worst: where captions are longest, and
# at some that lie between.
WALK = """([width, height, high]) => {
    const stage = document.querySelector(".st-key-stage");
    const roots = [...stage.querySelectorAll("*")].flatMap((part) => part.shadowRoot ?? []);
    const all = (names) => roots.flatMap((root) => [...root.querySelectorAll(names)])
        .filter((part) => part.checkVisibility());
    const slider = all("[data-testid=tokviz-slider]")[0];
    const faults = [];
    const inside = (box, {left, top, right, bottom}) =>
        box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 &&
        box.bottom <= bottom + 1;
    const screen = {left: 0, top: 0, right: width, bottom: height};
    const check = (step) => {
        const say = (words, part) => faults.push([step, words, part.textContent.slice(0, 40)]);
        if (stage.scrollHeight > stage.clientHeight || stage.scrollWidth > stage.clientWidth)
            say("the stage scrolls", slider);
        for (const part of all(".controls, .caption, .text, .side, .lanes, .rows-pane, .below"))
            if (!inside(part.getBoundingClientRect(), screen)) say("leaves the screen", part);
        for (const part of all(".caption"))
            if (part.scrollHeight > part.clientHeight) say("the caption has no room", part);
        for (const part of all(".side"))
            if (part.scrollWidth > part.clientWidth) say("the contest is cut", part);
        for (const fact of all(".facts .token"))
            if (fact.innerText !== fact.textContent) say("a fact is cut", fact);
        const beside = stage.querySelector(".st-key-beside-code"); // there they may be scrolled to
        for (const chips of beside ? [] : all(".words .chips")) {
            const first = chips.querySelector(".chip-box:not([hidden])");
            const note = first?.querySelector(".chip-note");
            const room = chips.getBoundingClientRect();
            if (note && !chips.scrollTop && !inside(note.getBoundingClientRect(), room))
                say("the first note is cut", chips);
        }
        for (const name of all(".name"))
            for (const {0: word, index} of name.textContent.matchAll(/[^\\s-]+/g)) {
                const range = document.createRange();
                range.setStart(name.firstChild, index);
                range.setEnd(name.firstChild, index + word.length);
                if (range.getClientRects().length > 1) say(`breaks ${word}`, name);
            }
        for (const pane of all(".text, .chips, .caption, .pairs, .strips-pane")) {
            const room = pane.getBoundingClientRect();
            for (const token of pane.querySelectorAll(".token")) {
                const lines = token.getClientRects();
                const box = token.getBoundingClientRect();
                if (!lines.length || box.bottom < room.top || box.top > room.bottom) continue;
                if (box.left < room.left - 1 || box.right > room.right + 1)
                    say("is wider than its pane", token);
                if (lines.length > 1 && !token.matches(":has(.newline)")) say("wraps", token);
                if (lines[0].height < high) say("is small", token);
            }
        }
    };
    if (!slider) {
        check(0);
        return faults.slice(0, 5);
    }
    const to = (step) => {
        slider.value = step;
        slider.dispatchEvent(new Event("input", {bubbles: true}));
        return captions.map((part) => part.textContent.length);
    };
    const captions = all(".caption");
    const last = Number(slider.max);
    stage.style.display = "none"; // what is not drawn is not measured: only words are asked for
    const lengths = Array.from({length: last + 1}, (_, step) => Math.max(...to(step)));
    stage.style.display = "";
    to(0);
    const longest = [...lengths.keys()].sort((a, b) => lengths[b] - lengths[a]).slice(0, 5);
    const between = Array.from({length: 7}, (_, i) => Math.round((last * i) / 6));
    for (const step of new Set([...longest, ...between])) {
        to(step);
        check(step);
    }
    return faults.slice(0, 5);
}"""

# The least contrast between a token's words and what is behind them.
LEAST = """() => {
    const stage = document.querySelector(".st-key-stage");
    const roots = [...stage.querySelectorAll("*")].flatMap((part) => part.shadowRoot ?? []);
    const pen = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const paint = (colours) => {
        for (const colour of colours) {
            pen.fillStyle = colour;
            pen.fillRect(0, 0, 1, 1);
        }
        return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const linear = (byte) => {
        const part = byte / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    };
    const light = ([red, green, blue]) =>
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    const paper = getComputedStyle(stage).backgroundColor;
    const found = [99, ""];
    const tokens = roots.flatMap((root) => [...root.querySelectorAll(".token, .token .part")]);
    for (const token of tokens) {
        if (!token.checkVisibility() || !token.textContent.trim()) continue;
        const layers = [paper];
        for (const part of [token.parentElement, token])
            if (part.matches(".token, .part")) layers.push(getComputedStyle(part).backgroundColor);
        const behind = light(paint(layers));
        const words = light(paint([...layers, getComputedStyle(token).color]));
        const ratio = (Math.max(behind, words) + 0.05) / (Math.min(behind, words) + 0.05);
        if (ratio < found[0]) [found[0], found[1]] = [ratio, token.textContent];
    }
    return found;
}"""


def choose(page: Page, sample: SampleText) -> bool:
    """Take another sample on the open page: to open the page anew costs twice as much.

    Returns whether the address names it, as it does all but the one that the page opens with.

    Unigram is opened anew: its sentence begins as the sample's, and stays when another is chosen.
    """
    if "/unigram" in page.url:
        page.goto(f"{page.url.split('?')[0]}?sample={sample.key}")
        settle(page)
        return True
    box = page.get_by_label("Text to learn from")
    box.fill(sample.title)
    box.press("Enter")
    settle(page)
    expect(box).to_have_value(sample.title)
    named = re.search(rf"\bsample={sample.key}\b", page.url)
    assert named or "sample=" not in page.url, page.url
    return named is not None


def faults(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate(WALK, [WIDTH, HEIGHT, HIGH])
    return found


@opened_at(
    WIDTH, HEIGHT, [*STAGES, "any_tokenizer"], first=[key for key in MADE_DIFFERENTLY if key in ALL]
)
def test_tokens_stand_out_from_what_is_behind_them(opened: Page) -> None:
    for theme in ("light", "dark"):
        opened.emulate_media(color_scheme=theme)
        expect(opened.locator(f".tokviz:not([data-theme={theme}])")).to_have_count(0)
        press_present(opened)
        for key in () if "/compare" in opened.url else ("Home", "PageDown", "End"):
            opened.keyboard.press(key)
            opened.evaluate(DRAWN)
            ratio, token = opened.evaluate(LEAST)
            assert ratio >= CONTRAST, (theme, key, token)
        ratio, token = opened.evaluate(LEAST)
        assert ratio >= CONTRAST, (theme, token)
        leave(opened)


@opened_at(WIDTH, HEIGHT, PLAIN)
def test_a_small_projector_shows_the_stage_to_its_lower_edge(opened: Page) -> None:
    opened.set_viewport_size({"width": 853, "height": 480})
    press_present(opened)
    opened.keyboard.press("PageDown")
    stage = opened.locator(".st-key-stage")
    assert stage.evaluate("stage => stage.scrollHeight <= stage.clientHeight")
    last = ".strips-pane" if "/compare" in opened.url else ".below"
    expect(stage.locator(last).last).to_be_in_viewport(ratio=1)
    opened.keyboard.press("PageDown")
    opened.wait_for_timeout(300)  # as long as a page scrolls
    assert opened.locator(".stMain").evaluate("main => main.scrollTop") == 0
    leave(opened)
    opened.set_viewport_size({"width": WIDTH, "height": HEIGHT})


@pytest.mark.parametrize("unlike", few([True, False], first=[True]))
@opened_at(WIDTH, HEIGHT, STAGES, first=FEW_STAGES)
def test_all_of_it_is_on_the_screen_at_every_step_of_every_sample(
    opened: Page, unlike: bool
) -> None:
    """A look that chooses other texts: those after it may not ask for the one it opened with."""
    lesson = re.split(r"[/?]", opened.url)[3]
    samples: Sequence[SampleText] = OTHERS.get(lesson, SAMPLES)
    found, named = {}, []
    for sample in samples:
        if (sample.key in UNLIKE) is not unlike:
            continue
        named.append(choose(opened, sample))
        press_present(opened)
        found[sample.key] = faults(opened)
        leave(opened)
    assert found
    assert named.count(False) <= 1
    assert {key: wrong for key, wrong in found.items() if wrong} == {}


@opened_at(WIDTH, HEIGHT, PLAIN[:1])
def test_a_step_far_down_the_text_comes_into_sight_by_itself(opened: Page) -> None:
    choose(opened, next(sample for sample in SAMPLES if sample.key == "harbour"))
    press_present(opened)
    opened.keyboard.press("Home")
    player = opened.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-step", "0")
    new = opened.locator(".st-key-stage .text .token.new")
    for step in range(1, 16):
        opened.keyboard.press("PageDown")
        expect(player).to_have_attribute("data-step", str(step))
        opened.evaluate(DRAWN)
        seen = new.evaluate_all(
            """(spans) => spans.some((span) => {
                const box = span.getBoundingClientRect();
                const pane = span.closest(".text").getBoundingClientRect();
                return box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1;
            })"""
        )
        assert seen, step
    leave(opened)


@pytest.mark.parametrize("lesson", few(LEARN, first=("byte_bpe", "unigram")))
def test_all_of_it_is_on_the_screen_with_the_code(lesson: str, app_url: str, new_page: New) -> None:
    page = new_page(width=WIDTH, height=HEIGHT)
    present(page, f"{app_url}/{lesson}?code=1")
    box = page.locator(".st-key-stage [data-testid=tokviz-code]").bounding_box()
    assert box
    assert box["x"] + box["width"] <= WIDTH
    assert box["y"] + box["height"] <= HEIGHT
    assert faults(page) == []
