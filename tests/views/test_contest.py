"""The leading pairs of a step: the trainer's order, ties and all."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.samples import sample
from tokviz.traces.merges import MergeTrace
from tokviz.views.contest import contest


def trained(text: str, merges: int = 20) -> MergeTrace:
    trace = ByteBPE.train(text, num_merges=merges).trace
    assert trace is not None
    return trace


def test_the_chosen_pair_of_the_tiny_text_is_aa() -> None:
    """aaabdaaabac holds aa four times, ab twice, all others once."""
    leader = contest(trained("aaabdaaabac"), 0).leaders[0]
    assert (leader.pair, leader.count, leader.standing) == ((97, 97), 4, "chosen")


def test_ties_come_in_the_order_of_the_text() -> None:
    """In "xyxyabab" xy and ab both stand twice; yx and ba once, ya once."""
    leaders = contest(trained("xyxyabab"), 0).leaders
    assert [(r.pair, r.standing) for r in leaders[:2]] == [
        ((120, 121), "chosen"),
        ((97, 98), "tied"),
    ]


def test_pairs_with_fewer_occurrences_are_not_tied() -> None:
    leaders = contest(trained("xyxyabab"), 0).leaders
    assert [r.standing for r in leaders] == ["chosen", "tied", "", "", ""]


def test_all_ties_are_counted_though_few_are_shown() -> None:
    field = contest(trained("abcdefgh"), 0, top=2)
    assert (len(field.leaders), field.num_pairs, field.num_tied) == (2, 7, 6)


def test_the_chosen_pair_is_shown_even_where_others_with_lower_ids_tie() -> None:
    """Every pair stands once; zy is seen first and has the highest ids."""
    field = contest(trained("zyxwvutsrqponmlkjihgfedcba"), 0, top=3)
    assert field.leaders[0].pair == (122, 121)
    assert field.leaders[0].standing == "chosen"


def test_nothing_is_chosen_after_the_last_step() -> None:
    trace = trained("aaabdaaabac", 2)
    assert {rival.standing for rival in contest(trace, len(trace)).leaders} == {""}


def test_a_text_merged_into_one_token_has_no_pairs() -> None:
    trace = trained("ab")
    assert contest(trace, len(trace)).leaders == ()


def test_a_step_outside_the_trace_is_refused() -> None:
    with pytest.raises(IndexError, match="outside this trace"):
        contest(trained("abab"), 99)


@given(st.text("ab c", min_size=2, max_size=40))
@settings(max_examples=60, deadline=None)
def test_the_leader_is_the_pair_that_was_merged(text: str) -> None:
    trace = trained(text, 5)
    for step in range(len(trace)):
        leader = contest(trace, step).leaders[0]
        assert leader.pair == tuple(trace.pairs[step].tolist())


@pytest.mark.parametrize("key", ["rhyme", "low", "languages"])
def test_wordpiece_leaders_have_the_scores_that_its_trainer_compared(key: str) -> None:
    trace = WordPiece.train(sample(key).text, vocab_size=150).trace
    assert trace is not None
    for step in range(len(trace)):
        leader = contest(trace, step).leaders[0]
        assert (leader.pair, leader.score) == (trace.steps[step].pair, trace.scores[step])


def test_wordpiece_leaders_have_the_best_score_of_all_pairs() -> None:
    trace = WordPiece.train(sample("low").text, vocab_size=40).trace
    assert trace is not None
    for step in range(len(trace)):
        leaders = contest(trace, step).leaders
        assert leaders[0].score == max(rival.score for rival in leaders)


@pytest.mark.parametrize("key", ["rhyme", "languages"])
def test_sentencepiece_leaders_are_the_pairs_that_were_merged(key: str) -> None:
    trace = SentencePieceBPE.train(sample(key).text, vocab_size=170, fill_up=False).trace
    assert trace is not None
    for step in range(len(trace)):
        leader = contest(trace, step).leaders[0]
        assert (leader.pair, leader.standing) == (trace.steps[step].pair, "chosen")


def test_a_better_pair_that_was_passed_over_is_barred() -> None:
    """A spelling is learned once: a pair that would spell a known piece again is not allowed."""
    trace = SentencePieceBPE.train(sample("rhyme").text, vocab_size=170).trace
    assert trace is not None
    barred = [r for r in contest(trace, len(trace) - 1).leaders if r.standing == "barred"]
    assert barred
    assert all(rival.count >= trace.counts[-1] for rival in barred)


def test_byte_bpe_bars_nothing() -> None:
    trace = trained(sample("prose").text)
    assert {contest(trace, step).num_barred for step in range(len(trace) + 1)} == {0}


def test_character_bpe_leaders_are_those_of_seed_004() -> None:
    """es and st both stand nine times; es is seen first."""
    trace = CharBPE.train(sample("low").text, num_merges=12, end_of_word=None).trace
    assert trace is not None
    spelled = [
        (trace.vocab[r.pair[0]], trace.vocab[r.pair[1]], r.count, r.standing)
        for r in contest(trace, 0, top=3).leaders
    ]
    assert spelled == [("e", "s", 9, "chosen"), ("s", "t", 9, "tied"), ("w", "e", 8, "")]


@given(st.text("ab c", min_size=2, max_size=40))
@settings(max_examples=60, deadline=None)
def test_counts_are_those_of_the_text(text: str) -> None:
    trace = trained(text, 5)
    for step in range(len(trace) + 1):
        counted = Counter(pairwise(trace.token_ids(step)))
        shown = {rival.pair: rival.count for rival in contest(trace, step, top=1000).leaders}
        assert shown == counted


@pytest.mark.parametrize("step", [0, 7, 20])
def test_token_counts_are_those_of_the_text(step: int) -> None:
    trace = trained(sample("rhyme").text)
    counts = trace.token_counts(step)
    counted = Counter(trace.token_ids(step))
    assert {i: int(n) for i, n in enumerate(counts) if n} == counted


def test_ties_are_shown_in_the_order_in_which_training_would_go_on() -> None:
    """After zy, xw is the first of those that are left; yx is gone with its y."""
    trace = ByteBPE.train("zyxwvuts", num_merges=1).trace
    assert trace is not None
    leaders = contest(trace, 0, top=3).leaders
    assert [bytes(rival.pair) for rival in leaders] == [b"zy", b"xw", b"wv"]


def test_a_step_that_only_fills_up_has_no_leader_of_its_own() -> None:
    trace = SentencePieceBPE.train("ab abab", vocab_size=20).trace
    assert trace is not None
    assert trace.counts[-1] == 0
    assert contest(trace, len(trace) - 1).leaders == ()
