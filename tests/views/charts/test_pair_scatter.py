"""Count against score: every pair once, and both choices by their own rules."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.slow_choices import pair_scores
from tokviz import CharBPE, WordPiece
from tokviz.algorithms.wordpiece import smallest_vocab
from tokviz.samples.subwords import COURSE
from tokviz.traces.merges import MergeTrace
from tokviz.views.charts.pair_scatter import choices, pair_scatter

texts = st.text("abc ", min_size=1, max_size=40)


def trace_of(text: str, merges: int = 25) -> MergeTrace:
    trace = WordPiece.train(text, vocab_size=smallest_vocab(text) + merges).trace
    assert trace is not None
    return trace


COURSE_TRACE = trace_of(COURSE.text)


def spelled(trace: MergeTrace, pair: tuple[int, int]) -> tuple[Any, ...]:
    return tuple(trace.vocab[token_id] for token_id in pair)


def test_the_first_choices_of_the_course_differ() -> None:
    made = choices(COURSE_TRACE, 0)
    assert made.bpe is not None
    assert made.wordpiece is not None
    assert spelled(COURSE_TRACE, made.wordpiece.pair) == ("a", "##b")
    assert spelled(COURSE_TRACE, made.bpe.pair) == ("##e", "##r")
    assert not made.agree


@settings(max_examples=60)
@given(text=texts, step=st.integers(0, 8))
def test_wordpieces_choice_has_the_highest_exact_score(text: str, step: int) -> None:
    trace = trace_of(text)
    step = min(step, len(trace))
    scores = pair_scores(trace, step)
    made = choices(trace, step)
    if step == len(trace):
        assert made.wordpiece is None
    else:
        assert made.wordpiece is not None
        assert made.wordpiece.score == max(scores.values()) == trace.steps[step].score


@settings(max_examples=60)
@given(text=texts)
def test_bpes_choice_is_what_bpe_would_merge_first(text: str) -> None:
    trace = trace_of(text)
    bpe = CharBPE.train(text, num_merges=1, end_of_word=None).trace
    assert bpe is not None
    made = choices(trace, 0)
    if made.bpe is not None:  # a letter that begins a word is another piece than inside one
        assert made.bpe.count == max(trace.pair_counts(0).values())
        assert made.bpe.count <= bpe.steps[0].count


def test_bpe_ends_ties_by_the_pair_seen_first() -> None:
    trace = trace_of("xyz xyz abc abc")
    made = choices(trace, 0)
    assert made.bpe is not None
    assert spelled(trace, made.bpe.pair) == ("x", "##y")


@pytest.mark.parametrize("merge", [1, 8, len(COURSE_TRACE)])
def test_every_pair_that_a_merge_chose_from_is_in_some_point(merge: int) -> None:
    moves = pair_scatter(COURSE_TRACE)["layout"]["meta"]["tokviz"]
    points, bpe, wordpiece = moves["frames"][moves["at"].index(merge)]
    places = {
        (count, round(count / float(score), 6))
        for count, score in zip(points["x"], points["y"], strict=True)
    }
    counts = COURSE_TRACE.pair_counts(merge - 1)
    wanted = {
        (counts[pair], round(float(counts[pair] / score), 6))
        for pair, score in pair_scores(COURSE_TRACE, merge - 1).items()
    }
    assert places == wanted
    assert wordpiece["y"] == [float(COURSE_TRACE.scores[merge - 1])]
    assert bpe["x"] == [max(counts.values())]


def test_both_choices_are_named_in_the_legend() -> None:
    names = [line["name"] for line in pair_scatter(COURSE_TRACE)["data"]]
    assert names[1].startswith("BPE takes")
    assert names[2].startswith("WordPiece takes")


def test_a_text_without_a_pair_has_no_point() -> None:
    assert pair_scatter(trace_of("a b c"))["data"] == []


def test_by_count_training_took_the_pair_of_bpe_and_the_score_is_what_it_passed_over() -> None:
    trace = WordPiece.train(COURSE.text, vocab_size=90, ranked_by="count").trace
    assert trace is not None
    for step in trace.steps[:10]:
        made = choices(trace, step.rank)
        assert made.bpe is not None
        assert made.wordpiece is not None
        assert (made.bpe.pair, made.bpe.count) == (step.pair, step.score)
        highest = max(pair_scores(trace, step.rank).values())
        assert made.wordpiece.score == highest


def test_an_axis_of_one_value_names_it() -> None:
    score = pair_scatter(trace_of("ab cb cb", 1))["layout"]["yaxis"]
    assert score["tickvals"] == [1 / 3]
    low, high = score["range"]
    assert 10**low < 1 / 3 < 10**high
