"""The player in a real browser: its controls, long texts, small screens."""

import pytest
from playwright.sync_api import expect

import tokviz
from tests.browser.replays import (
    HOSTILE,
    TEXT,
    Show,
    expect_step,
    go,
    ids,
    press,
    training,
)
from tokviz.traces.merges import MergeTrace

# ---- the controls -------------------------------------------------------------------------------


def test_buttons_at_the_ends_are_off(show: Show) -> None:
    page = show(training(TEXT))
    expect(page.get_by_test_id("tokviz-prev")).to_have_attribute("aria-disabled", "true")
    press(page, "last")
    expect(page.get_by_test_id("tokviz-next")).to_have_attribute("aria-disabled", "true")


def test_keys_step(show: Show) -> None:
    page = show(training(TEXT))
    for focus in ("body", "button"):
        if focus == "button":
            page.get_by_test_id("tokviz-next").focus()
        for key, step in (
            ("ArrowRight", 1),
            ("PageDown", 2),
            ("ArrowLeft", 1),
            ("PageUp", 0),
            ("End", 20),
            ("Home", 0),
        ):
            page.keyboard.press(key)
            expect_step(page, step)


def test_an_emptied_step_box_leads_nowhere(show: Show) -> None:
    page = show(training(TEXT))
    go(page, 7)
    box = page.get_by_label("Go to step")
    box.fill("")
    box.press("Enter")
    expect(box).to_have_value("7")
    expect_step(page, 7)


def test_the_slider_steps(show: Show) -> None:
    page = show(training(TEXT))
    page.get_by_test_id("tokviz-slider").fill("11")
    expect_step(page, 11)


def test_playing_runs_to_the_end_and_stops(show: Show) -> None:
    page = show(training(TEXT))
    page.get_by_test_id("tokviz-speed").select_option("60")
    page.keyboard.press("Space")
    expect_step(page, 20)
    expect(page.get_by_test_id("tokviz-play")).to_have_attribute("aria-label", "Play")


def test_a_step_by_hand_stops_the_film(show: Show) -> None:
    page = show(training(TEXT))
    page.get_by_test_id("tokviz-speed").select_option("0.5")
    press(page, "play")
    expect(page.get_by_test_id("tokviz-play")).to_have_attribute("aria-label", "Pause")
    press(page, "next")
    expect(page.get_by_test_id("tokviz-play")).to_have_attribute("aria-label", "Play")


def test_two_players_keep_time_on_one_clock(show: Show) -> None:
    page = show(training(TEXT))
    page.evaluate(
        """() => {
            const copy = document.querySelector(".tokviz").cloneNode(true);
            const box = document.createElement("div");
            box.append(copy);
            document.body.append(box);
            globalThis.other = new player.constructor(box, { clock: player.clock });
            other.load(payload);
        }"""
    )
    page.get_by_test_id("tokviz-next").first.click()
    expect(page.get_by_test_id("tokviz-player").nth(1)).to_have_attribute("data-step", "1")


# ---- long texts and small screens ---------------------------------------------------------------


@pytest.fixture(scope="module")
def long_trace() -> MergeTrace:
    lines = (f"line {i} of a long text, with some of its words again\n" for i in range(2_000))
    trace = tokviz.RegexBPE.train("".join(lines) + "unique zzqqzzqq end\n", num_merges=150).trace
    assert trace is not None
    return trace


def test_a_long_text_is_shown_through_a_window(show: Show, long_trace: MergeTrace) -> None:
    page = show(long_trace)
    assert 2_000 < page.get_by_test_id("tokviz-token").count() < 6_000
    assert ids(page) == long_trace.token_ids(0)[: len(ids(page))]


def test_the_window_goes_to_the_next_place_of_the_merge(show: Show, long_trace: MergeTrace) -> None:
    page = show(long_trace)
    press(page, "next")
    page.evaluate("player.goTo(90_000)")
    assert page.evaluate("player.text.from") > 0
    page.get_by_label("Next place of this merge").click()
    expect(page.locator(".place-note")).to_contain_text("place ")
    expect(page.locator(".text .token.new:focus")).to_be_in_viewport()
    page.get_by_text("Start of text").click()
    assert page.evaluate("player.text.from") == 0


def test_a_window_in_the_middle_shows_the_trace_s_tokens(
    show: Show, long_trace: MergeTrace
) -> None:
    page = show(long_trace)
    go(page, 60)
    page.evaluate("player.goTo(50_000)")
    press(page, "next", "next", "prev")
    first = page.evaluate("player.text.from")
    count = page.evaluate(
        "Array.from(player.trace.ranks.subarray(0, player.text.from)).filter((r) => r >= 61).length"
    )
    assert first > 0
    assert ids(page) == long_trace.token_ids(61)[count : count + len(ids(page))]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_phone_shows_it_all_without_sideways_scrolling(show: Show, dark: bool) -> None:
    page = show(training(TEXT + HOSTILE), width=390, height=800, dark=dark)
    go(page, 7)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.get_by_test_id("tokviz-player")).to_have_attribute(
        "data-theme", "dark" if dark else "light"
    )


def test_larger_text_for_a_projector(show: Show) -> None:
    """Of a text that fills the pane; of a short one: test_room.py."""
    page = show(training(TEXT * 10))
    before = page.get_by_test_id("tokviz-token").first.bounding_box()
    page.get_by_label("Larger text").click()
    after = page.get_by_test_id("tokviz-token").first.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] > 1.3 * before["height"]


# ---- where a step's merge stands ---------------------------------------------------------------

WORDS = [a + b + c for a in "abcde" for b in "fghij" for c in "klmno"]
OUT_OF_SIGHT = " ".join([*WORDS, *WORDS[::-1], *WORDS, *["xyz"] * 8])
IN_SIGHT = """() => {
  const pane = document.querySelector(".text").getBoundingClientRect();
  return player.text.marked.some((span) => {
    const { top, bottom } = span.getBoundingClientRect();
    return top >= pane.top && bottom <= pane.bottom;
  });
}"""


def late_step(trace: MergeTrace) -> int:
    """A step that joins in the last words alone."""
    return next(step.rank + 1 for step in trace.steps if b"x" in step.token)


def test_a_step_brings_its_place_into_sight_until_the_reader_scrolls(show: Show) -> None:
    trace = training(OUT_OF_SIGHT, merges=120)
    late = late_step(trace)
    page = show(trace, step=late, width=1280, height=720)  # as a link does
    page.wait_for_function(IN_SIGHT)
    go(page, 1)
    page.wait_for_function(IN_SIGHT)
    pane = page.locator(".text")
    assert pane.evaluate("(pane) => pane.scrollTop") > 0, "all that is in sight stays"
    page.get_by_role("button", name="Start of text").click()
    go(page, late)
    expect(page.locator(".place-note")).to_contain_text("none in view")
    assert pane.evaluate("(pane) => pane.scrollTop") == 0
    page.locator(".place-after").click()  # asks for it
    go(page, 1)
    pane.hover()
    page.mouse.wheel(0, -9_000)
    page.wait_for_function("() => document.querySelector('.text').scrollTop === 0")
    go(page, late)
    expect(page.locator(".place-note")).to_contain_text("none in view")


def test_of_what_is_ranked_by_scores_the_next_is_told_with_its_score(show: Show) -> None:
    trace = tokviz.WordPiece.train("hug hugs pug bun buns hug", vocab_size=22).training
    page = show(trace)
    for step in trace.steps:
        told = page.locator(".caption .next").inner_text()
        assert f", score {float(step.score):.4g}." in told
        page.keyboard.press("ArrowRight")
        expect_step(page, step.rank + 1)
