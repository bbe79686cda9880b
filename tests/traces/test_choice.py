"""Why each step was taken: the recorded choice against a twin that decides it from scratch."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.nasty_text import repetitive
from tests.slow_choices import (
    Twin,
    by_count,
    by_piece,
    by_score,
    counted,
    pair_scores,
    taken_in_turn,
)
from tokviz import ByteBPE, CharBPE, RegexBPE, SentencePieceBPE, WordPiece
from tokviz.algorithms.alike.sized import smallest_pieces
from tokviz.checks.errors import TokvizError
from tokviz.samples import SAMPLES, sample
from tokviz.traces.choice import TIES, Pair, Spans, Ties
from tokviz.traces.merges import MergeTrace

TWINS: dict[str, tuple[Callable[[str], MergeTrace | None], Twin]] = {
    "character BPE": (lambda text: CharBPE.train(text, num_merges=60).trace, by_count),
    "byte BPE": (lambda text: ByteBPE.train(text, num_merges=60).trace, by_count),
    "regex BPE": (lambda text: RegexBPE.train(text, num_merges=60).trace, by_count),
    "WordPiece": (lambda text: WordPiece.train(text, vocab_size=260).trace, by_score),
    "SentencePiece BPE": (
        lambda text: SentencePieceBPE.train(text, vocab_size=260).trace,
        by_piece,
    ),
}


def check_every_step(trace: MergeTrace, twin: Twin) -> None:
    for k, step in enumerate(trace.steps):
        decided, choice = twin(trace, k), trace.choice(k)
        assert choice.winner == decided.winner == step.pair, k
        assert set(choice.tied) == decided.tied, k
        assert {pair for pair, _ in choice.barred} == decided.barred, k
        assert list(choice.tied) == in_turn(trace, decided.tied, k), k
        barred = in_turn(trace, decided.barred, k)
        counts = counted(trace, k)
        barred.sort(key=lambda pair: -counts.get(pair, 0))
        assert [pair for pair, _ in choice.barred] == barred, k
        assert len(choice.tied) == trace.num_tied[k] == len(set(choice.tied)), k
        assert len(choice.barred) == trace.num_barred[k], k


def in_turn(trace: MergeTrace, pairs: set[Pair], k: int) -> list[Pair]:
    """As the tie rule takes them, if they are equal, decided from scratch."""
    ties = next(ties for ties, rule in TIES.items() if rule.words == trace.rule.ties)
    places = {pair: place for place, pair in enumerate(counted(trace, k))}
    first = sorted(pairs, key=lambda pair: (places.get(pair, len(places)), pair))
    return taken_in_turn(ties, trace, first)


@pytest.mark.parametrize("ties", TIES)
@settings(max_examples=20)
@given(text=repetitive)
def test_every_step_of_every_tie_rule_is_told_as_a_twin_decides_it(ties: Ties, text: str) -> None:
    trace = CharBPE.train(text, num_merges=20, ties=ties).trace
    assert trace is not None
    check_every_step(trace, partial(by_count, ties=ties))


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize("key", ["rhyme", "languages", "harbour", "code"])
def test_every_step_of_a_sample_is_told_as_a_twin_decides_it(name: str, key: str) -> None:
    train, twin = TWINS[name]
    trace = train(sample(key).text)
    assert trace is not None
    assert len(trace) > 20
    check_every_step(trace, twin)


@pytest.mark.parametrize("name", TWINS)
@settings(max_examples=40)
@given(text=repetitive)
def test_every_step_of_any_text_is_told_as_a_twin_decides_it(name: str, text: str) -> None:
    train, twin = TWINS[name]
    try:
        trace = train(text)
    except TokvizError as error:
        refused = str(error)
        assume("characters of this text need" not in refused)
        raise
    assert trace is not None
    check_every_step(trace, twin)


def check_equals(trace: MergeTrace) -> None:
    """Whatever stands as high as the winner is told as tied or as barred, and once."""
    for k in range(len(trace)):
        choice = trace.choice(k)
        barred = [pair for pair, _ in choice.barred]
        ranks = counted(trace, k) if trace.rule.ranked_by == "count" else pair_scores(trace, k)
        won = ranks.get(choice.winner, 0)
        equal = {pair for pair, rank in ranks.items() if rank == won}
        assert equal <= {choice.winner, *choice.tied, *barred}, k
        assert not {*choice.tied} & {*barred}, k


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize("key", [one.key for one in SAMPLES])
def test_no_pair_of_a_sample_stands_as_high_as_the_winner_untold(name: str, key: str) -> None:
    if name == "SentencePiece BPE":
        text = sample(key).text[:8_000]
        size = max(300, smallest_pieces(text) + 100)
        trace = SentencePieceBPE.train(text, vocab_size=size, min_count=2).trace
    else:
        trace = TWINS[name][0](sample(key).text[:2_000])
    assert trace is not None
    check_equals(trace)


@settings(max_examples=100)
@given(text=repetitive, min_count=st.integers(1, 2))
def test_no_pair_of_any_text_stands_as_high_as_the_winner_untold(text: str, min_count: int) -> None:
    size = smallest_pieces(text) + 40
    trace = SentencePieceBPE.train(text, vocab_size=size, min_count=min_count).trace
    assert trace is not None
    check_equals(trace)


def test_sentencepiece_says_which_rule_barred_each() -> None:
    trace = SentencePieceBPE.train("a1 a1 a1 a1 bc bc", vocab_size=12).trace
    assert trace is not None
    choice = trace.choice(0)
    spelled = {"".join(str(trace.vocab[i]) for i in pair): rule for pair, rule in choice.barred}
    assert spelled == {
        "a1": "it would mix letters with punctuation, symbols, digits or another script"
    }


def test_wordpiece_bars_the_frequent_pair_by_its_score() -> None:
    trace = WordPiece.train(sample("low").text, vocab_size=40).trace
    assert trace is not None
    barred = trace.choice(0).barred
    assert {rule for _, rule in barred} == {"more frequent, but its score is lower"}
    counts = trace.pair_counts(0)
    assert all(counts[pair] > trace.counts[0] for pair, _ in barred)


def test_a_more_frequent_pair_of_the_same_score_is_tied_and_not_barred() -> None:
    """c + ##b stands twice, 2 of 2 * 3; a + ##b once, 1 of 1 * 3, and is seen first."""
    trace = WordPiece.train("ab cb cb", vocab_size=12).trace
    assert trace is not None
    choice = trace.choice(0)
    spelled = [[str(trace.vocab[i]) for i in pair] for pair in choice.tied]
    assert (trace.vocab[choice.winner[0]], spelled) == ("a", [["c", "##b"]])
    assert choice.barred == ()
    assert trace.num_barred[0] == 0


def test_ties_come_in_the_order_in_which_they_are_merged() -> None:
    trace = ByteBPE.train("abcd efgh", num_merges=4).trace
    assert trace is not None
    merged = [step.pair for step in trace.steps]
    tied = [pair for pair in trace.choice(0).tied if pair in merged]
    assert tied == [pair for pair in merged[1:] if pair in tied]


def test_the_end_chose_nothing() -> None:
    trace = ByteBPE.train("abab", num_merges=1).trace
    assert trace is not None
    with pytest.raises(IndexError, match=r"training ended after 1 merge\."):
        trace.choice(1)


def test_ties_that_were_never_merged_come_in_the_order_in_which_training_would_go_on() -> None:
    """Last come the pairs (8, 8) and (7, 7), in turn; before them the one that was merged."""
    rows = np.array([(7, 7, 0, 1, 0), (8, 8, 0, 1, 0), (9, 9, 0, 1, 0)], np.int64)
    spans = Spans.of(rows, [(9, 9)], turns=np.array([1, 0, 2]))
    assert spans.pairs.tolist() == [[9, 9], [8, 8], [7, 7]]


def test_where_scores_decide_the_most_frequent_that_lost_is_told_first() -> None:
    trace = WordPiece.train(sample("rhyme").text, vocab_size=70).trace
    assert trace is not None
    for k in range(len(trace)):
        counts = trace.pair_counts(k)
        barred = [counts[pair] for pair, _ in trace.choice(k).barred]
        assert barred == sorted(barred, reverse=True)
    assert len(set(barred)) > 1
