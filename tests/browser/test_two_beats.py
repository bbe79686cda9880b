"""Two beats to a step in a real Chromium: the contest first, nothing merged; then the merge."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tokviz
from tests.browser.driving import ANY_STEP
from tests.browser.replays import press
from tokviz.views.player.player import replay_html, train_payload

pytestmark = pytest.mark.stage_alone

TEXT = "the cat sat on the mat\nthe rat sat on the cat\n"
WATCH = """([selector, done]) => {
    globalThis.seen = 0;
    const root = document.querySelector(selector);
    new MutationObserver((changes) => {
        globalThis.seen += changes.length;
    }).observe(root, done);
}"""

Show = Callable[..., Page]


@pytest.fixture
def beats(new_page: Callable[..., Page], tmp_path: Path) -> Show:
    """A saved replay in two beats: ``beats(step=3)``."""
    trace = tokviz.ByteBPE.train(TEXT, num_merges=12).trace
    assert trace is not None

    def show(step: int = 0) -> Page:
        path = tmp_path / "replay.html"
        path.write_text(replay_html(train_payload(trace), title="Replay", step=step), "utf-8")
        page = new_page()
        page.goto(path.as_uri())
        page.get_by_test_id("tokviz-ask").select_option("beats")
        return page

    return show


def expect_at(page: Page, step: int, question: int | None) -> None:
    player = page.get_by_test_id("tokviz-player")
    expect(player).to_have_attribute("data-step", str(step))
    if question is None:
        expect(player).not_to_have_attribute("data-question", ANY_STEP)
    else:
        expect(player).to_have_attribute("data-question", str(question))


def test_a_step_is_first_asked_and_then_shown(beats: Show) -> None:
    page = beats()
    tokens = page.get_by_test_id("tokviz-token")
    before = tokens.all_text_contents()
    press(page, "next")
    expect_at(page, 0, question=1)
    assert tokens.all_text_contents() == before
    press(page, "next")
    expect_at(page, 1, question=None)
    assert tokens.count() < len(before)


def test_the_question_names_its_step_and_whose_text_it_shows(beats: Show) -> None:
    page = beats(step=3)
    press(page, "next")
    caption = page.get_by_test_id("tokviz-caption")
    expect(caption).to_contain_text("Step 4 chooses from these. What you see is after step 3.")
    expect(page.locator(".pairs-title")).to_have_text("The contest of step 4")


def test_the_leading_pairs_have_counts_but_no_verdict(beats: Show) -> None:
    page = beats()
    press(page, "next")
    rows = page.get_by_test_id("tokviz-pairs").locator("li")
    counts = [int(count) for count in rows.locator(".value").all_text_contents()]
    assert counts == sorted(counts, reverse=True)
    assert not any(rows.locator(".badge").all_text_contents())
    expect(page.locator(".pairs .chosen, .pairs .tied")).to_have_count(0)


def test_the_places_of_the_lead_are_marked_and_no_earlier_merge_is(beats: Show) -> None:
    page = beats(step=2)
    expect(page.locator(".text .token.new")).not_to_have_count(0)
    press(page, "next")
    expect(page.locator(".text .token.new")).to_have_count(0)
    expect(page.locator(".text .token.contested")).not_to_have_count(0)
    press(page, "next")
    expect(page.locator(".text .token.contested")).to_have_count(0)
    expect(page.locator(".text .token.new")).not_to_have_count(0)


def test_back_takes_the_question_back_before_the_step(beats: Show) -> None:
    page = beats(step=2)
    press(page, "next", "prev")
    expect_at(page, 2, question=None)
    press(page, "prev")
    expect_at(page, 1, question=None)


def test_one_press_is_one_step_where_nothing_is_asked(beats: Show) -> None:
    page = beats()
    page.get_by_test_id("tokviz-ask").select_option("")
    press(page, "next")
    expect_at(page, 1, question=None)


@pytest.mark.parametrize(("speed", "asked"), [("4", True), ("20", False)])
def test_a_film_has_both_beats_up_to_four_a_second(beats: Show, speed: str, asked: bool) -> None:
    page = beats(step=10)
    page.get_by_test_id("tokviz-speed").select_option(speed)
    watched = {"attributes": True, "attributeFilter": ["data-question"]}
    page.evaluate(WATCH, ["[data-testid=tokviz-player]", watched])
    press(page, "play")
    expect_at(page, 12, question=None)
    assert (page.evaluate("seen") > 0) == asked


def test_two_chips_grow_into_one_and_are_gone(beats: Show) -> None:
    page = beats(step=2)
    page.evaluate(WATCH, [".growth", {"childList": True}])
    press(page, "next", "next")
    expect(page.locator(".growth .token")).to_have_count(0)
    assert page.evaluate("seen") > 0


def test_the_next_press_skips_the_movement(beats: Show) -> None:
    page = beats(step=2)
    left = page.evaluate("""() => {
        const next = document.querySelector("[data-testid=tokviz-next]");
        const moving = () => document.querySelectorAll(".growth .token").length;
        next.click(); next.click();
        const during = moving();
        next.click();
        return [during, moving()];
    }""")
    assert left[0] > 0
    assert left[1] == 0


def test_nothing_moves_where_less_motion_is_asked_for(beats: Show) -> None:
    page = beats(step=2)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(WATCH, [".growth", {"childList": True}])
    press(page, "next", "next")
    expect_at(page, 3, question=None)
    added = page.evaluate("document.querySelectorAll('.growth *').length")
    running = page.evaluate("document.getAnimations().length")
    assert (added, running) == (0, 0)
