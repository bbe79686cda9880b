"""The work sheet: its gaps, and answers that are the trace's own."""

import html
import re
from fractions import Fraction

import pytest

from tokviz import ByteBPE, CharBPE, RegexBPE, SentencePieceBPE, WordPiece
from tokviz.text.labels import plain_label, score_words
from tokviz.traces.merges import MergeTrace
from tokviz.traces.tokenizer import Tokenizer
from tokviz.views.sheet.sheet import MOST_STEPS, sheet_html, steps_by_hand

HOSTILE = "<b>aa</b> <b>aa</b> &amp; \u202eab \x00 안 e\u0301"
LOW = "low low lower lowest newest newest"
MODELS: dict[str, Tokenizer] = {
    "bytes": ByteBPE.train(LOW, num_merges=9),
    "bytes of markup": ByteBPE.train(HOSTILE, num_merges=3),
    "split": RegexBPE.train(LOW, num_merges=9),
    "characters": CharBPE.train(LOW, num_merges=9),
    "scores": WordPiece.train(LOW, vocab_size=40),
    "pieces": SentencePieceBPE.train(LOW, vocab_size=24),
    "pieces of markup": SentencePieceBPE.train(HOSTILE, vocab_size=30),
}


def trace_of(model: Tokenizer) -> MergeTrace:
    assert isinstance(model.trace, MergeTrace)
    return model.trace


TRACES = {name: trace_of(model) for name, model in MODELS.items()}
each_trace = pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)


def sides(trace: MergeTrace) -> tuple[list[str], list[str]]:
    """The items of the task, and those of the answers."""
    task, answers = sheet_html(trace, title="A tokenizer").split('<section class="answers">')
    return task.split("<li>")[1:], answers.split("<li>")[1:]


def row(item: str) -> list[str]:
    """The tokens of the text below an item."""
    _, text = item.split('<div class="text"')
    return [html.unescape(found) for found in re.findall(r"<span class=\"token[^>]*>(.*?)</", text)]


def told(item: str) -> str:
    """The words above the text, without their markup."""
    words, _ = item.split('<div class="text"')
    return html.unescape(re.sub("<[^>]*>", "", words))


def labels(trace: MergeTrace, k: int) -> list[str]:
    return [plain_label(trace.vocab[i], trace.markers) for i in trace.token_ids(k)]


@each_trace
def test_the_task_shows_the_text_as_it_is_at_the_start_and_tells_nothing(trace: MergeTrace) -> None:
    task, _ = sides(trace)
    assert len(task) == steps_by_hand(trace) > 0
    for item in task:
        assert row(item) == labels(trace, 0)
        assert "made" not in item
        assert not re.search(r"\d", told(item))


@each_trace
def test_an_answer_has_pair_count_token_and_text_of_its_step(trace: MergeTrace) -> None:
    _, answers = sides(trace)
    for step, item in zip(trace.steps, answers, strict=False):
        left, right = (plain_label(trace.vocab[i], trace.markers) for i in step.pair)
        made = plain_label(step.token, trace.markers)
        stands = "once" if step.count == 1 else f"{step.count} times"
        before, after = trace.num_tokens(step.rank), trace.num_tokens(step.rank + 1)
        assert told(item).startswith(
            f"{left} + {right} stands {stands} and becomes {made}, id {step.token_id}: "
            f"{before} → {after} tokens."
        )
        assert row(item) == labels(trace, step.rank + 1)
        assert item.count('class="token made"') == trace.token_ids(step.rank + 1).count(
            step.token_id
        )


def test_a_score_is_worked_out_before_the_readers_eyes() -> None:
    trace = TRACES["scores"]
    _, answers = sides(trace)
    for step, item in zip(trace.steps, answers, strict=False):
        found = re.search(r"Its score is (\d+) ÷ \((\d+) × (\d+)\) ([=≈]) ([\d.]+)\.", told(item))
        assert found
        count, left, right = (int(found[place]) for place in (1, 2, 3))
        assert Fraction(count, left * right) == step.score
        assert found[5] == score_words(step.score)
        assert (found[4] == "=") == (Fraction(found[5]) == step.score)


def test_pairs_that_were_as_good_or_forbidden_are_named_with_the_rule() -> None:
    tied = TRACES["split"]
    k = next(k for k in range(MOST_STEPS) if tied.choice(k).tied)
    _, answers = sides(tied)
    left, right = (plain_label(tied.vocab[i], tied.markers) for i in tied.choice(k).tied[0])
    assert f"Equal to it: {left} + {right}" in told(answers[k])
    assert "The one that comes first in the text wins." in told(answers[k])
    scored = TRACES["scores"]
    assert any("more frequent, but its score is lower" in told(item) for item in sides(scored)[1])


def test_a_rule_that_decides_an_answer_stands_in_the_task() -> None:
    trace = trace_of(SentencePieceBPE.train("a1a1a1a1 b2b2 a1a1 日a日a日a日a", vocab_size=14))
    task = sheet_html(trace, title="A tokenizer").split("<li>")[0]
    assert (
        "A pair may not be joined where it would mix letters with punctuation, symbols, digits or "
        "another script." in task
    )
    assert any(
        "(each: it would mix letters with punctuation, symbols, digits or another script)"
        in told(item)
        for item in sides(trace)[1]
    )


def test_signs_that_are_no_letters_are_explained() -> None:
    signs = {
        "bytes": "· is a space.",
        "bytes of markup": "· is a space; ‹ › holds a byte of a longer character.",
        "characters": "&lt;/w&gt; ends a word.",
        "scores": "## goes on with a word.",
        "pieces": "▁ is a space.",
    }
    for name, words in signs.items():
        assert words in sheet_html(TRACES[name], title="A tokenizer").split("<li>")[0], name


def test_a_wide_text_has_fewer_steps_and_a_training_that_ended_says_why() -> None:
    wide = trace_of(ByteBPE.train("👩‍👩‍👧‍👦👩‍👩‍👧‍👦 😀😀", num_merges=9))
    assert 0 < steps_by_hand(wide) < MOST_STEPS
    ended = trace_of(ByteBPE.train("aaaa", num_merges=9, min_count=2))
    assert html.escape(ended.stop_reason) in sheet_html(ended, title="A tokenizer")
    assert ended.stop_reason not in sheet_html(TRACES["bytes"], title="A tokenizer")


def test_a_step_that_only_fills_the_vocabulary_up_is_not_asked_for() -> None:
    trace = trace_of(SentencePieceBPE.train("abab", vocab_size=12))
    assert 0 in trace.counts[:MOST_STEPS]
    assert steps_by_hand(trace) == trace.counts.tolist().index(0)


@pytest.mark.parametrize("name", ["bytes of markup", "pieces of markup"])
def test_a_readers_markup_is_text(name: str) -> None:
    page = sheet_html(TRACES[name], title="<i>Mine</i>")
    assert "<b>" not in page
    assert "<i>" not in page
    assert "\u202e" not in page
    assert "\x00" not in page
