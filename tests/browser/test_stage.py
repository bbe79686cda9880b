"""The stage in a real browser: it fills the window, nothing on it moves, and it has the keys."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

import tokviz
from tests.browser.driving import DRAWN
from tests.browser.replays import Show, training
from tests.matrix import few
from tokviz.samples import sample
from tokviz.traces.merges import MergeTrace

pytestmark = pytest.mark.browser

PARTS = (".controls", ".caption", ".text", ".minimap", ".below", ".side", ".frame")
LONG = "a very long line of words without a fault in it, again and again. " * 4


def train(text: str, merges: int = 40) -> MergeTrace:
    trace = tokviz.RegexBPE.train(text, num_merges=merges).trace
    assert trace is not None
    return trace


# The first step at which a part stands elsewhere than at step 0; in the end, once that is drawn.
MOVES = """async (names) => {
    const boxes = () => JSON.stringify(names.map((name) => {
        const box = document.querySelector(name).getBoundingClientRect();
        return [box.left, box.top, box.width, box.height];
    }));
    const first = boxes();
    for (let step = 1; step <= player.steps; step++) {
        player.clock.jump(step);
        if (boxes() !== first) return `at step ${step}`;
    }
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return boxes() === first ? null : "when it is drawn";
}"""

# The first step at which the caption has less room than it needs.
OVERFLOWS = """() => {
    const caption = document.querySelector(".caption");
    for (let step = 0; step <= player.steps; step++) {
        player.clock.jump(step);
        if (caption.scrollHeight > caption.clientHeight) return `at step ${step}`;
    }
    return null;
}"""

WIDE, PHONE = (1280, 720), (390, 844)


def expect_step(page: Page, step: int) -> None:
    expect(page.get_by_test_id("tokviz-player").first).to_have_attribute("data-step", str(step))


# ---- the layout ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "width", "height"),
    few(
        [(key, *size) for key in ("rhyme", "languages", "code") for size in (WIDE, PHONE)],
        first=[("rhyme", *WIDE), ("languages", *PHONE), ("code", *WIDE)],
    ),
)
def test_nothing_moves_while_stepping(show: Show, key: str, width: int, height: int) -> None:
    trace = training(sample(key).text, merges=100)
    page = show(trace, width=width, height=height)
    assert page.evaluate("player.steps") == len(trace)
    assert page.evaluate(MOVES, list(PARTS)) is None


@pytest.mark.parametrize(
    ("width", "height"), few([WIDE, (1366, 768), (1920, 1080)], first=[WIDE, (1920, 1080)])
)
def test_the_caption_has_room_for_its_longest_words(show: Show, width: int, height: int) -> None:
    trace = training(LONG, merges=300)
    page = show(trace, width=width, height=height)
    assert page.evaluate("player.steps") == len(trace)
    assert page.evaluate(OVERFLOWS) is None


def test_the_tokens_get_two_fifths_of_a_projector(show: Show) -> None:
    page = show(train(sample("rhyme").text), width=1280, height=720)
    page.evaluate("document.documentElement.style.setProperty('--tokviz-above', '110px')")
    frame, text, controls = (
        page.locator(name).bounding_box() for name in (".frame", ".text", ".controls")
    )
    assert frame
    assert text
    assert controls
    assert frame["height"] <= 720 - 110
    assert text["height"] >= 290
    assert text["y"] - frame["y"] <= 150
    assert controls["height"] < 50


def test_the_whole_stage_fits_the_window(show: Show) -> None:
    page = show(train(sample("rhyme").text), width=1280, height=720)
    for width, height in ((1280, 720), (1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        scroll = page.evaluate("[document.body.scrollHeight, document.body.scrollWidth]")
        assert scroll[0] <= height
        assert scroll[1] <= width


@pytest.mark.parametrize("width", [900, 1280])
def test_the_controls_stand_in_one_row_in_large_type_too(show: Show, width: int) -> None:
    page = show(train(sample("rhyme").text), width=width + 40)
    page.get_by_label("Larger text").click()
    names = (".buttons", "[type=range]", ".where", ".speed", ".larger")
    middles = []
    for name in names:
        box = page.locator(name).bounding_box()
        assert box
        assert box["x"] + box["width"] <= width + 40
        middles.append(box["y"] + box["height"] / 2)
    assert max(middles) - min(middles) < 4


def test_the_pairs_stand_below_the_text_on_a_phone(show: Show) -> None:
    page = show(train(sample("rhyme").text), width=390, height=844)
    tops = [
        page.locator(name).bounding_box() for name in (".controls", ".caption", ".text", ".side")
    ]
    ys = [box["y"] for box in tops if box]
    assert ys == sorted(ys)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_card_of_a_long_token_stays_in_the_window(show: Show, width: int) -> None:
    page = show(training(LONG, merges=300), step=300, width=width, height=720)
    for span in page.locator(".text .token").all()[:12]:
        span.hover()
        box = page.locator(".card").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= 720


def test_a_long_token_is_cut_in_the_middle_with_its_length(show: Show) -> None:
    trace = training(LONG, merges=300)
    page = show(trace, step=len(trace))
    size = len(trace.vocab[trace.steps[-1].token_id])
    expect(page.get_by_test_id("tokviz-caption")).to_contain_text(f"… {size} bytes …")


def test_a_saved_replay_opens_where_it_was_saved(show: Show) -> None:
    page = show(train(sample("rhyme").text), step=17)
    expect_step(page, 17)


# ---- what the text shows -------------------------------------------------------------------------


def test_bytes_carry_their_character_until_it_is_whole(show: Show) -> None:
    page = show(training("안녕 안녕 👏", merges=6))
    over = "(spans) => spans.map((span) => span.dataset.over)"
    assert page.locator(".text [data-over]").evaluate_all(over) == ["안", "녕", "안", "녕", "👏"]
    page.get_by_test_id("tokviz-last").click()
    assert page.locator(".text [data-over]").evaluate_all(over) == ["👏"]


def test_a_line_marks_where_a_pre_token_opens(show: Show) -> None:
    page = show(train("one two, three", merges=2))
    opening = page.locator(".text .token.opens").evaluate_all(
        "(spans) => spans.map((span) => span.start)"
    )
    assert opening == [3, 7, 8]


# ---- the keys ------------------------------------------------------------------------------------


ELSEWHERE = """() => {
    document.querySelector("h1").insertAdjacentHTML("afterend",
        "<p class=words>words</p><button class=other>other</button>" +
        "<div class=chart tabindex=0>chart</div>");
}"""


PLACES = ("h1", ".words", ".other", ".chart", ".caption", ".side", ".text")


def test_the_clicker_steps_whatever_was_clicked(show: Show) -> None:
    page = show(train(sample("rhyme").text))
    page.evaluate(ELSEWHERE)
    for place in PLACES:
        page.locator(place).click(position={"x": 3, "y": 3})
        for key, step in (
            ("PageDown", 1),
            ("PageDown", 2),
            ("PageUp", 1),
            ("ArrowRight", 2),
            ("End", 40),
            ("Home", 0),
        ):
            page.keyboard.press(key)
            at = page.get_by_test_id("tokviz-player").get_attribute("data-step")
            assert at == str(step), (place, key)


def test_space_on_a_focused_button_acts_once(show: Show) -> None:
    page = show(train(sample("rhyme").text))
    page.get_by_test_id("tokviz-next").focus()
    page.keyboard.press("Space")
    expect_step(page, 1)
    expect(page.get_by_test_id("tokviz-play")).to_have_attribute("aria-label", "Play")


def test_space_plays_from_a_cold_page(show: Show) -> None:
    page = show(train(sample("rhyme").text))
    page.keyboard.press("Space")
    expect(page.get_by_test_id("tokviz-play")).to_have_attribute("aria-label", "Pause")


BOXES = ["<input class=box>", "<textarea class=box></textarea>"]
BOXES += ["<div class=box contenteditable>x</div>"]


def test_typing_leaves_the_replay_alone(show: Show) -> None:
    """In a box of the page, and in one within a shadow."""
    page = show(train(sample("rhyme").text))
    for box, hidden in product(BOXES, (False, True)):
        page.evaluate(
            """([box, hidden]) => {
                document.querySelector("#home")?.remove();
                const home = document.createElement("div");
                home.id = "home";
                document.querySelector("h1").after(home);
                (hidden ? home.attachShadow({mode: "open"}) : home).innerHTML = box;
            }""",
            [box, hidden],
        )
        page.locator(".box").click()
        for key in ("ArrowRight", "End", "Space", "PageDown"):
            page.keyboard.press(key)
        at = page.get_by_test_id("tokviz-player").get_attribute("data-step")
        assert at == "0", (box, hidden)


def test_the_step_box_gives_the_keys_back_after_enter(show: Show) -> None:
    page = show(train(sample("rhyme").text))
    page.get_by_label("Go to step").fill("7")
    page.keyboard.press("Enter")
    page.keyboard.press("PageDown")
    expect_step(page, 8)


def test_of_two_replays_the_one_in_sight_has_the_keys(show: Show) -> None:
    page = show(train(sample("rhyme").text), width=1280, height=720)
    page.evaluate(
        """() => {
            const box = document.createElement("div");
            box.append(document.querySelector(".tokviz").cloneNode(true));
            document.body.append(box);
            globalThis.other = new player.constructor(box);
            other.load(payload);
        }"""
    )
    page.keyboard.press("PageDown")
    steps = "[player.step, other.step]"
    assert page.evaluate(steps) == [1, 0]
    marks = page.get_by_label("This replay has the keys")
    expect(marks.first).to_be_visible()
    expect(marks.last).to_be_hidden()
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    expect(marks.first).to_be_hidden()
    expect(marks.last).to_be_visible()
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    assert page.evaluate(steps) == [1, 2]
    page.evaluate("other.stop(); window.scrollTo(0, 0)")
    page.keyboard.press("PageDown")
    assert page.evaluate(steps) == [2, 2]
    expect(marks.first).to_be_hidden()  # alone it needs no mark


def test_a_slider_of_the_page_keeps_its_arrows(show: Show) -> None:
    page = show(train(sample("rhyme").text))
    page.evaluate(
        """() => document.querySelector("h1").insertAdjacentHTML(
            "afterend", '<input class="box" type="range" min="0" max="9" value="4">')"""
    )
    page.locator(".box").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".box").input_value() == "5"
    expect_step(page, 0)
    page.keyboard.press("PageDown")
    expect_step(page, 1)
