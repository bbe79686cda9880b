"""The player in a real browser: what a reader sees at a step is what the trace says of it."""

import re

from playwright.sync_api import Page, expect

import tokviz
from tests.browser.replays import (
    HOSTILE,
    TEXT,
    Show,
    caption,
    expect_step,
    go,
    ids,
    leaders,
    press,
    training,
)
from tests.recorded import recorded
from tokviz import ByteBPE, CharBPE, SentencePieceBPE, WordPiece
from tokviz.text.labels import score_words
from tokviz.views.player.player import encode_payload, train_payload

# ---- the text -----------------------------------------------------------------------------------


def step_by_key(page: Page, key: str, step: int) -> None:
    """As ``press``, which waits for frames before it clicks."""
    page.keyboard.press(key)
    expect_step(page, step)


def test_each_step_forward_shows_the_trace_s_tokens_and_the_contest_that_it_won(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    assert ids(page) == trace.token_ids(0)
    for k in range(len(trace)):
        step_by_key(page, "ArrowRight", k + 1)
        assert ids(page) == trace.token_ids(k + 1)
        assert leaders(page)[0] == (trace.steps[k].pair, trace.steps[k].count)
        expect(page.locator(".pairs .chosen .badge")).to_have_text("won")


def test_each_step_back_shows_the_trace_s_tokens(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    press(page, "last")
    for k in range(len(trace), 0, -1):
        assert ids(page) == trace.token_ids(k)
        step_by_key(page, "ArrowLeft", k - 1)
    assert ids(page) == trace.token_ids(0)


def test_the_start_of_one_merge_is_not_the_first_of_several(show: Show) -> None:
    assert caption(show(training("aa"))).startswith("Start, before the only merge. ")


def test_at_the_start_the_marks_that_are_tokens_are_named(show: Show) -> None:
    start = "Start, before the only merge. Every character, and each {}, is a token of its own: "
    ends = CharBPE.train("x x", num_merges=1).trace
    assert caption(show(recorded(ends))).startswith(start.format("</w>"))
    spaces = SentencePieceBPE.train("x x", vocab_size=6).trace
    assert caption(show(recorded(spaces))).startswith(start.format("▁"))


def test_where_each_pair_stands_once_the_caption_says_what_there_is_to_do(show: Show) -> None:
    hint = "A text that repeats itself has more to learn."
    for text, told in (("cat", True), ("a", False), ("", False), ("abab", False)):
        trace = recorded(ByteBPE.train(text, num_merges=5, min_count=3).trace)
        assert len(trace) == 0
        page = show(trace)
        assert trace.stop_reason in caption(page)
        assert (hint in caption(page)) == told


def test_a_sample_of_what_was_counted_is_said_to_be_one(show: Show) -> None:
    told = "Shown is a sample; the numbers are of all that was counted."
    counted = tokviz.RegexBPE.train_from_counts({"low": 3, " lower": 1}, num_merges=2).trace
    assert told in caption(show(recorded(counted)))
    assert told not in caption(show(training("low low")))


def test_a_forced_pair_is_told_by_what_the_trainer_ranks_by(show: Show) -> None:
    text = "hug pug pun bun hugs hug pug"
    free = recorded(WordPiece.train(text, vocab_size=20).trace)
    won = free.steps[0]
    other = next(pair for pair in free.pair_counts(0) if pair != won.pair)
    spelled = (str(free.vocab[other[0]]), str(free.vocab[other[1]]))
    forced = recorded(WordPiece.train(text, vocab_size=20, forced={0: spelled}).trace)
    page = show(forced, step=1)
    scores = [score_words(step.score) for step in (won, forced.steps[0])]
    told = f"would have won, with the score {scores[0]}; this one has {scores[1]}."
    assert told in caption(page)


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


def test_a_row_says_what_the_merge_before_did_to_its_count(show: Show) -> None:
    trace = training(TEXT)
    page = show(trace)
    told = 0
    for k in range(len(trace)):
        step_by_key(page, "ArrowRight", k + 1)
        now, before = trace.pair_counts(k), trace.pair_counts(max(0, k - 1))
        changes = page.locator(".pairs li .change")
        words, titles = (
            changes.all_text_contents(),
            changes.evaluate_all("(all) => all.map((c) => c.title)"),
        )
        for (pair, _), said, title in zip(leaders(page), words, titles, strict=True):
            change = now[pair] - before.get(pair, 0)
            assert said == (f"{change:+}".replace("-", "−") if change else "")
            assert title == (f"{before.get(pair, 0)} before step {k}" if change else "")
            told += bool(change)
        key = page.locator(".pairs-key").inner_text()
        assert key == (f"+ − changed by step {k}" if any(words) else "")
    assert told > 3


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
        step_by_key(page, "ArrowRight", step.rank + 1)
        assert page.locator(".pairs .chosen").count() == 1
        assert leaders(page)[0][0] == step.pair
    assert "score" in caption(page)


def test_the_caption_says_what_happened_and_what_comes(show: Show) -> None:
    page = show(training("aaab aaab", merges=2))
    assert "Every byte is a token of its own: 9 tokens." in caption(page)
    press(page, "next")
    assert "stood together 4 times, overlaps counted, was joined 2 times and" in caption(page)
    assert "id 256" in caption(page)
    assert "9 → 7 tokens" in caption(page)
    assert "Next:" in caption(page)


def test_the_last_step_says_why_training_ended(show: Show) -> None:
    trace = training("abab")
    page = show(trace)
    press(page, "last")
    assert trace.stop_reason in caption(page)


def test_encoding_starts_from_characters_only_where_each_is_a_token(show: Show) -> None:
    model = SentencePieceBPE.train("the hen the hen", vocab_size=12)
    page = show(encode_payload(model.encode_trace("hen")))
    assert "Every character is a token of its own: 4 tokens." in caption(page)
    page = show(encode_payload(model.encode_trace("hen 안녕")))
    assert "Nothing is merged yet: 6 tokens." in caption(page)  # 안녕 is one unknown token
    model = SentencePieceBPE.train("the hen the hen", vocab_size=270, byte_fallback=True)
    page = show(encode_payload(model.encode_trace("hen 안")))
    start = "Each character that has a token is one, and every other is its bytes: 8 tokens."
    assert start in caption(page)


def test_encoding_takes_the_earliest_learned_pair(show: Show) -> None:
    model = tokviz.ByteBPE.train("abc bc bc ab", num_merges=2)
    trace = model.encode_trace("abc")
    page = show(encode_payload(trace))
    press(page, "last")
    assert ids(page) == model.encode("abc")
    assert "is merge 1" in caption(page)


def test_one_token_can_be_reached_with_the_tab_key_whichever_were_held(show: Show) -> None:
    page = show(training(TEXT))
    reached = page.locator(".text .token[tabindex='0']")
    expect(reached).to_have_count(1)
    for at in (3, 5, 3):
        page.locator(".text .token").nth(at).click()
        expect(reached).to_have_count(1)
    page.keyboard.press("Escape")
    expect(reached).to_have_count(1)
    press(page, "next")
    expect(reached).to_have_count(1)


def test_where_the_contest_stands_below_a_short_text_it_follows_at_once(show: Show) -> None:
    page = show(training("abab cd", merges=3))
    text, side = page.locator(".text").first, page.locator(".side")
    for width in (720, 620):
        page.set_viewport_size({"width": width, "height": 900})
        expect(text).to_have_css("height", re.compile(r"^\d{2}(\.\d+)?px$"))
        above, below = text.bounding_box(), side.bounding_box()
        assert above
        assert below
        assert below["y"] >= above["y"] + above["height"]
