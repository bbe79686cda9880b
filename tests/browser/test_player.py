"""The player in a real browser: what a reader sees at a step is what the trace says of it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tokviz
from tokviz import SentencePieceBPE, WordPiece
from tokviz.traces.merges import MergeTrace
from tokviz.views.player.player import encode_payload, replay_html, train_payload

TEXT = "the cat sat on the mat\nthe rat sat on the cat\n\tthat 안녕 👏🏻\n"
HOSTILE = '<img src=x onerror="alert(1)"> </script> **b** \u202eevil\u202c\0 & &lt; [x](y)\n'

Show = Callable[..., Page]


def training(text: str, merges: int = 20) -> MergeTrace:
    trace = tokviz.ByteBPE.train(text, num_merges=merges).trace
    assert trace is not None
    return trace


@pytest.fixture
def show(new_page: Callable[..., Page], tmp_path: Path) -> Show:
    """Open a replay file: ``show(trace, width=390, dark=True)``."""

    def open_replay(trace: MergeTrace | bytes, **options: object) -> Page:
        payload = trace if isinstance(trace, bytes) else train_payload(trace)
        path = tmp_path / "replay.html"
        # The player's handle, so that a test can ask for the ids behind the spans.
        page_text = replay_html(payload, title="Replay").replace(
            "replay(document.body,", "globalThis.player = replay(document.body,"
        )
        path.write_text(page_text, encoding="utf-8")
        page = new_page(**options)
        page.goto(path.as_uri())
        return page

    return open_replay


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_test_id(f"tokviz-{name}").click()


def go(page: Page, step: int) -> None:
    page.get_by_label("Go to step").fill(str(step))
    page.get_by_label("Go to step").press("Enter")


def ids(page: Page) -> list[int]:
    """The ids of the token spans on screen."""
    shown: list[int] = page.get_by_test_id("tokviz-token").evaluate_all(
        "(spans) => spans.map((span) => player.trace.ids[span.token])"
    )
    return shown


def leaders(page: Page) -> list[tuple[tuple[int, int], int]]:
    rows = page.get_by_test_id("tokviz-pairs").locator("li")
    return [
        ((left, right), count)
        for left, right, count in rows.evaluate_all(
            """(rows) => rows.map(({row}) =>
                [player.trace.ids[row.left], player.trace.ids[row.right], row.count])"""
        )
    ]


def caption(page: Page) -> str:
    return page.get_by_test_id("tokviz-caption").inner_text()


def expect_step(page: Page, step: int) -> None:
    expect(page.get_by_test_id("tokviz-player")).to_have_attribute("data-step", str(step))


# ---- the text -----------------------------------------------------------------------------------


def test_each_step_forward_shows_the_trace_s_tokens(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    for k in range(len(trace)):
        assert ids(page) == trace.token_ids(k)
        press(page, "next")
    assert ids(page) == trace.token_ids(len(trace))


def test_each_step_back_shows_the_trace_s_tokens(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    press(page, "last")
    for k in range(len(trace), 0, -1):
        assert ids(page) == trace.token_ids(k)
        press(page, "prev")
    assert ids(page) == trace.token_ids(0)


def test_jumps_land_on_the_trace_s_tokens(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    for step in (13, 2, 19, 7):
        go(page, step)
        assert ids(page) == trace.token_ids(step)


def test_what_this_merge_made_is_marked_and_nothing_of_another_step(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    assert page.locator(".text .token.new").count() == 0
    go(page, 3)
    new = page.locator(".text .token.new").evaluate_all(
        "(spans) => spans.map((span) => player.trace.ids[span.token])"
    )
    assert set(new) == {trace.steps[2].token_id}
    assert page.locator(".text .token.new").count() == trace.steps[2].count


def test_a_token_keeps_its_colour_at_every_step(show: Show) -> None:
    page = show(training(TEXT))
    colours: dict[str, str] = {}
    for step in (1, 5, 20):
        go(page, step)
        for token, colour in page.locator(".text .token").evaluate_all(
            """(spans) => spans.map((span) =>
                [String(span.token), getComputedStyle(span).backgroundColor])"""
        ):
            assert colours.setdefault(token, colour) == colour


def test_the_text_can_be_read_back_from_the_spans(show: Show) -> None:
    page = show(training("one two\n\tthree\n"))
    press(page, "last")
    assert (
        "".join(
            page.locator(".text .token").evaluate_all(
                "(spans) => spans.map((span) => span.textContent)"
            )
        )
        == "one two\n\tthree\n"
    )


def test_hostile_text_stays_text(show: Show) -> None:
    page = show(training(HOSTILE * 2, merges=60))
    press(page, "last")
    assert page.locator(".text img, .text script, .text b, .text a").count() == 0
    text = page.locator(".text").inner_text()
    assert "onerror" in text
    assert "\ufffd" not in text
    assert "\u202e" not in page.locator("body").inner_text()


# ---- the choice ---------------------------------------------------------------------------------


def test_the_panel_shows_the_contest_that_this_step_won(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    for k in range(len(trace)):
        press(page, "next")
        assert leaders(page)[0] == (trace.steps[k].pair, trace.steps[k].count)
        expect(page.locator(".pairs .chosen .badge")).to_have_text("won")


def test_before_training_nothing_has_won(show: Show) -> None:
    page = show(training(TEXT))
    expect(page.locator(".pairs-title")).to_have_text("Before training: the most frequent pairs")
    assert page.locator(".pairs :is(.chosen, .tied)").count() == 0


def test_the_panel_counts_as_the_merge_saw_them(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    for k in (0, 9, 20, 4):
        go(page, k)
        counts = trace.pair_counts(max(0, k - 1))
        shown = leaders(page)
        assert [count for _, count in shown] == sorted(counts.values(), reverse=True)[:12]
        assert all(counts[pair] == count for pair, count in shown)


def test_pointing_at_a_row_lights_where_the_pair_stood(show: Show) -> None:
    trace = training("abcabcab", merges=2)
    page = show(trace)
    press(page, "next")
    row = page.locator(".pairs li").filter(has_text="bc")
    row.hover()
    lit = page.locator(".text .token.same").evaluate_all(
        "(spans) => spans.map((s) => s.textContent)"
    )
    assert lit == ["ab", "c", "ab", "c"]


def test_ties_stand_in_the_order_of_the_text(show: Show) -> None:
    trace = training("abcd abcd", merges=3)
    page = show(trace)
    press(page, "next")
    pairs = [pair for pair, count in leaders(page) if count == 2]
    assert pairs == [(97, 98), (98, 99), (99, 100)]
    assert "tied with 2 others at 2" in caption(page).lower()


def test_sentencepiece_ties_stand_in_the_order_of_their_merges(show: Show) -> None:
    trace = SentencePieceBPE.train("zy zy xb xb", vocab_size=14).trace
    assert trace is not None
    page = show(trace)
    assert [step.token for step in trace.steps][:2] == ["xb", "zy"]
    press(page, "next")
    leading = [pair for pair, _ in leaders(page)]
    assert leading[:2] == [step.pair for step in trace.steps][:2]


def test_wordpiece_leads_with_the_highest_score(show: Show) -> None:
    model = WordPiece.train("hug pug pun bun hugs hug pug hugs bun pun hug", vocab_size=25)
    assert model.trace is not None
    page = show(train_payload(model.trace))
    for step in model.trace.steps:
        press(page, "next")
        assert page.locator(".pairs .chosen").count() == 1
        assert leaders(page)[0][0] == step.pair
    assert "score" in caption(page)


def test_the_caption_says_what_happened_and_what_comes(show: Show) -> None:
    page = show(training("aaab aaab", merges=2))
    assert "Every byte is a token of its own: 9 tokens." in caption(page)
    press(page, "next")
    assert "stood together 4 times" in caption(page)
    assert "id 256" in caption(page)
    assert "9 → 7 tokens" in caption(page)
    assert "Next:" in caption(page)


def test_the_last_step_says_why_training_ended(show: Show) -> None:
    trace = training("abab")
    page = show(trace)
    press(page, "last")
    assert trace.stop_reason in caption(page)


def test_encoding_takes_the_earliest_learned_pair(show: Show) -> None:
    model = tokviz.ByteBPE.train("abc bc bc ab", num_merges=2)
    trace = model.encode_trace("abc")
    page = show(encode_payload(trace))
    press(page, "last")
    assert ids(page) == model.encode("abc")
    assert "is merge 1" in caption(page)


# ---- the controls -------------------------------------------------------------------------------


def test_buttons_at_the_ends_are_off(show: Show) -> None:
    page = show(training(TEXT))
    expect(page.get_by_test_id("tokviz-prev")).to_have_attribute("aria-disabled", "true")
    press(page, "last")
    expect(page.get_by_test_id("tokviz-next")).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("focus", ["body", "button"])
def test_keys_step(show: Show, focus: str) -> None:
    page = show(training(TEXT))
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
            other.load(player.source);
        }"""
    )
    page.get_by_test_id("tokviz-next").first.click()
    expect(page.get_by_test_id("tokviz-player").nth(1)).to_have_attribute("data-step", "1")


# ---- a token's card -----------------------------------------------------------------------------


def test_pointing_at_a_token_tells_about_it_and_lights_its_equals(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    go(page, 5)
    token = page.locator(".text .token.new").first
    token.hover()
    card = page.locator(".card")
    expect(card).to_contain_text(f"id {trace.steps[4].token_id}")
    expect(card).to_contain_text("at step 5")
    assert page.locator(".text .token.same").count() == trace.token_ids(5).count(
        trace.steps[4].token_id
    )


def test_a_part_of_a_character_says_which_part(show: Show) -> None:
    page = show(training("👏", merges=0))
    page.get_by_test_id("tokviz-token").nth(1).hover()
    expect(page.locator(".card")).to_contain_text("byte 2 of 4 of 👏 U+1F44F")


def test_tokens_can_be_walked_by_key_and_left_by_escape(show: Show) -> None:
    page = show(training(TEXT))
    page.get_by_test_id("tokviz-token").first.focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".card")).to_contain_text("id 104")
    page.keyboard.press("Escape")
    expect(page.locator(".card")).to_be_hidden()


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
    page = show(training(TEXT))
    before = page.get_by_test_id("tokviz-token").first.bounding_box()
    page.get_by_label("Larger text").click()
    after = page.get_by_test_id("tokviz-token").first.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] > 1.3 * before["height"]
