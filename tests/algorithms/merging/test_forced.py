"""Forced steps: training goes on from them by its own rule, and the trace says what was forced."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.nasty_text import repetitive
from tests.slow_choices import by_force, counted, pair_scores, twin_of
from tokviz import ByteBPE, CharBPE, ForcedError, RegexBPE, SentencePieceBPE, WordPiece
from tokviz.algorithms.merging.contests import _forced_contest
from tokviz.checks.errors import TokvizError
from tokviz.samples import sample
from tokviz.traces.choice import FIRST_SEEN, FORCED, OVERRULED, Pair, with_force
from tokviz.traces.count_spans import CountSpans
from tokviz.traces.merges import MergeTrace, Token
from tokviz.traces.saving.loading import load_trace

Train = Callable[..., MergeTrace | None]
TRAINERS: dict[str, Train] = {
    "character BPE": lambda text, **chosen: CharBPE.train(text, num_merges=30, **chosen).trace,
    "byte BPE": lambda text, **chosen: ByteBPE.train(text, num_merges=30, **chosen).trace,
    "regex BPE": lambda text, **chosen: RegexBPE.train(text, num_merges=30, **chosen).trace,
    "WordPiece": lambda text, **chosen: WordPiece.train(text, vocab_size=240, **chosen).trace,
    "SentencePiece BPE": lambda text, **chosen: (
        SentencePieceBPE.train(text, vocab_size=240, fill_up=False, **chosen).trace
    ),
}


def trained(name: str, text: str, **chosen: Any) -> MergeTrace:
    try:
        trace = TRAINERS[name](text, **chosen)
    except TokvizError as error:
        full = ("alone need", "characters of this text need")  # they fill the vocabulary
        assume(not any(words in str(error) for words in full))
        raise
    assert trace is not None
    return trace


def tokens_of(trace: MergeTrace, pair: Pair) -> tuple[Token, Token]:
    return trace.vocab[pair[0]], trace.vocab[pair[1]]


def check_forced(trace: MergeTrace, k: int) -> None:
    """Each step as a twin decides it; the forced one as the caller did."""
    twin = twin_of(trace)
    for step in trace.steps:
        choice = trace.choice(step.rank)
        own = twin(trace, step.rank)
        decided = by_force(trace, step.rank, step.pair) if step.rank == k else own
        assert choice.winner == decided.winner == step.pair, step.rank
        assert set(choice.tied) == decided.tied, step.rank
        assert {pair for pair, _ in choice.barred} == decided.barred, step.rank
        assert len(choice.tied) == trace.num_tied[step.rank], step.rank
        assert len(choice.barred) == trace.num_barred[step.rank], step.rank
        assert choice.overruled == (own.winner if step.rank == k else None)
        assert (choice.rule == FORCED) == (step.rank == k)


@pytest.mark.parametrize("name", [name for name in TRAINERS if name != "SentencePiece BPE"])
@settings(max_examples=40)
@given(text=repetitive, data=st.data())
def test_any_pair_may_be_forced_at_any_step(name: str, text: str, data: st.DataObject) -> None:
    own = trained(name, text)
    assume(len(own))
    k = data.draw(st.integers(0, len(own) - 1))
    pair = data.draw(st.sampled_from(list(counted(own, k))))
    trace = trained(name, text, forced={k: tokens_of(own, pair)})
    assert [step.pair for step in trace.steps[:k]] == [step.pair for step in own.steps[:k]]
    assert tokens_of(trace, trace.steps[k].pair) == tokens_of(own, pair)
    check_forced(trace, k)


@settings(max_examples=40)
@given(text=repetitive, data=st.data())
def test_sentencepiece_joins_a_forced_pair_that_may_become_a_token(
    text: str, data: st.DataObject
) -> None:
    own = trained("SentencePiece BPE", text)
    assume(len(own))
    k = data.draw(st.integers(0, len(own) - 1))
    choice = own.choice(k)
    pair = data.draw(st.sampled_from([choice.winner, *choice.tied]))
    trace = trained("SentencePiece BPE", text, forced={k: tokens_of(own, pair)})
    assert tokens_of(trace, trace.steps[k].pair) == tokens_of(own, pair)
    assert tokens_of(trace, trace.forced[k]) == tokens_of(own, choice.winner)
    assert trace.choice(k).rule == FORCED


def test_what_a_forced_pair_passed_over_is_told() -> None:
    """In "abab ab cd cd" ab stands most often; cd is taken."""
    trace = ByteBPE.train("abab ab cd cd", num_merges=2, forced={0: (b"c", b"d")}).trace
    assert trace is not None
    choice = trace.choice(0)
    assert [step.token for step in trace.steps] == [b"cd", b"ab"]
    assert tokens_of(trace, choice.winner) == (b"c", b"d")
    assert choice.overruled is not None
    assert tokens_of(trace, choice.overruled) == (b"a", b"b")
    assert choice.barred == (((97, 98), OVERRULED),)
    assert choice.rule == FORCED
    assert trace.choice(1).overruled is None


def test_a_higher_score_is_overruled_as_well_as_a_higher_count() -> None:
    own = WordPiece.train("ab ab cd ad ad", vocab_size=20).trace
    assert own is not None
    scores = pair_scores(own, 0)
    last = min(scores, key=scores.__getitem__)
    trace = WordPiece.train("ab ab cd ad ad", vocab_size=20, forced={0: tokens_of(own, last)}).trace
    assert trace is not None
    barred = dict(trace.choice(0).barred)
    assert {pair for pair, rule in barred.items() if rule == OVERRULED} == {
        pair for pair in scores if scores[pair] > scores[last]
    }


def test_several_steps_may_be_forced() -> None:
    text, forced = sample("rhyme").text, {0: (b"a", b"n"), 7: (b"i", b"n"), 9: (b"o", b"n")}
    trace = ByteBPE.train(text, num_merges=20, forced=forced).trace
    assert trace is not None
    assert {k: tokens_of(trace, trace.steps[k].pair) for k in forced} == forced
    assert list(trace.forced) == [0, 7, 9]
    for k, step in enumerate(trace.steps):
        if k not in forced:
            assert twin_by_count(trace, k) == step.pair


def twin_by_count(trace: MergeTrace, k: int) -> Pair:
    counts = counted(trace, k)
    return max(counts, key=counts.__getitem__)


def test_a_forced_winner_changes_nothing_but_the_record() -> None:
    own = ByteBPE.train("the hen, the men", num_merges=5).trace
    assert own is not None
    again = ByteBPE.train(
        "the hen, the men",
        num_merges=5,
        forced={2: tokens_of(own, own.steps[2].pair)},
    ).trace
    assert again is not None
    assert again.steps == own.steps
    assert again.choice(2).overruled == own.steps[2].pair


@pytest.mark.parametrize("name", TRAINERS)
def test_a_forced_training_is_saved_and_read_back(name: str, tmp_path: Path) -> None:
    own = trained(name, sample("rhyme").text)
    pair = own.choice(1).tied[0] if own.choice(1).tied else own.steps[1].pair
    trace = trained(name, sample("rhyme").text, forced={1: tokens_of(own, pair)})
    trace.save(tmp_path / "forced.json")
    again = load_trace(tmp_path / "forced.json")
    assert isinstance(again, MergeTrace)
    assert again.forced == trace.forced
    assert [again.choice(k) for k in range(len(again))] == [
        trace.choice(k) for k in range(len(trace))
    ]


# ---- what cannot be forced ------------------------------------------------------------------


def test_a_pair_that_does_not_stand_there_is_refused() -> None:
    with pytest.raises(TokvizError, match="step 0 to join 'x' and 'a', but x is no token then"):
        CharBPE.train("ab", num_merges=2, forced={0: ("x", "a")})
    with pytest.raises(TokvizError, match=r"not stand side by side.*Take a pair that stands"):
        ByteBPE.train("abab", num_merges=2, forced={1: (b"b", b"a")})


def test_text_is_no_token_of_bytes() -> None:
    with pytest.raises(TokvizError, match="step 0 to join 'a' and 'b', but a is no token then"):
        ByteBPE.train("abab", num_merges=2, forced={0: ("a", "b")})


def test_text_in_place_of_bytes_is_told_as_bytes() -> None:
    with pytest.raises(TokvizError, match=r"Write bytes here: \(b'b', b'c'\)\.$"):
        ByteBPE.train("abcabc", num_merges=3, forced={0: ("b", "c")})
    with pytest.raises(TokvizError, match="Take a pair that stands in the text"):
        ByteBPE.train("abcabc", num_merges=3, forced={0: ("bc", "a")})


def test_a_rule_of_the_tokenizer_stands_above_force() -> None:
    with pytest.raises(
        TokvizError,
        match="a rule forbids it: it would mix letters with punctuation, symbols, digits or "
        "another script",
    ):
        SentencePieceBPE.train("a1 a1 bc", vocab_size=12, forced={0: ("a", "1")})


def test_a_step_that_training_never_reaches_is_refused() -> None:
    with pytest.raises(TokvizError, match="forced names step 9, but training joined a pair at 1"):
        ByteBPE.train("ab", num_merges=20, forced={9: (b"a", b"b")})


def test_a_step_that_fills_the_vocabulary_up_joins_no_pair() -> None:
    own = SentencePieceBPE.train("the cat sat on the mat", vocab_size=40).trace
    assert own is not None
    assert own.counts.tolist().index(0) == 12
    for step in (12, 20, 30):
        with pytest.raises(ForcedError) as refused:
            SentencePieceBPE.train(
                "the cat sat on the mat", vocab_size=40, forced={step: ("t", "h")}
            )
        assert str(refused.value) == (
            f"forced names step {step}, but training joined a pair at 12 steps only, counted from "
            "0: the later ones only fill the vocabulary up. Force an earlier step."
        )
        assert refused.value.why == (
            "after step 12 no pair is left to join: steps only fill the vocabulary up"
        )


@pytest.mark.parametrize(
    "forced",
    [
        {-1: (b"a", b"b")},
        {0: (b"a",)},
        {0: (97, 98)},
        {0: b"ab"},
        {0: None},
        {"1": (b"a", b"b")},
        [(b"a", b"b")],
    ],
    ids=str,
)
def test_what_is_no_step_and_no_pair_is_refused(forced: Any) -> None:
    with pytest.raises(TokvizError, match="forced"):
        ByteBPE.train("abab", num_merges=2, forced=forced)


@pytest.mark.parametrize(("since", "ties", "held"), [(2, [], [[1, 2]]), (3, [[1, 2]], [])])
def test_a_rule_that_holds_from_a_forced_step_on_holds_at_it(
    since: int, ties: list[Any], held: list[Any]
) -> None:
    """The step is 2, and the pair (1, 2) stands as often as the one that is forced."""
    pairs, often, zeros = np.array([(1, 2), (3, 4)]), np.full(2, 5), np.zeros(2, np.int64)
    spans = CountSpans(pairs, often, zeros, zeros + 9)
    bars = {(1, 2): (0, since)}
    chooser: Any = SimpleNamespace(rule=with_force(FIRST_SEEN), bars=bars.get)
    tied, barred = _forced_contest(spans, [3, 4, 99, 5], 2, chooser)
    assert (tied[:, :2].tolist(), barred[:, :2].tolist()) == (ties, held)
    assert barred[:, 2:].tolist() == [[2, 3, 0]] * len(held)
