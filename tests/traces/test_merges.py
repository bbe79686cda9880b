"""A trace answers every question about every step, as if the text had been kept at each."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.nasty_text import repetitive
from tests.payload_reader import unpack
from tests.slow_choices import pair_scores
from tests.slow_twins import train_slowly
from tokviz import ByteBPE, CharBPE, RegexBPE, WordPiece
from tokviz.checks.errors import TokvizError
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.text.tiktoken_splits import split_as_tiktoken
from tokviz.traces.merges import NEVER, MergeTrace, count_tokens
from tokviz.views.player.player import train_payload


@pytest.fixture(scope="module")
def trace() -> MergeTrace:
    """The README example of minbpe: aaabdaaabac, three merges."""
    trained = ByteBPE.train("aaabdaaabac", num_merges=3).trace
    assert trained is not None
    return trained


@given(text=repetitive, merges=st.integers(0, 25))
@settings(max_examples=80)
def test_token_ids_at_every_step_are_the_slow_twins(text: str, merges: int) -> None:
    trace = ByteBPE.train(text, num_merges=merges).trace
    slow = train_slowly([text.encode()], merges)
    assert trace is not None
    assert [trace.token_ids(k) for k in range(len(trace) + 1)] == [
        slow.ids_at(k) for k in range(len(slow.steps) + 1)
    ]


@given(text=repetitive, merges=st.integers(0, 25))
@settings(max_examples=80)
def test_pair_counts_at_every_step_are_the_slow_twins(text: str, merges: int) -> None:
    trace = ByteBPE.train(text, num_merges=merges).trace
    slow = train_slowly([text.encode()], merges)
    assert trace is not None
    assert [list(trace.pair_counts(k).items()) for k in range(len(trace) + 1)] == [
        list(slow.counts_at(k).items()) for k in range(len(slow.steps) + 1)
    ]


@given(text=repetitive, merges=st.integers(0, 25))
@settings(max_examples=80)
def test_different_pairs_at_every_step_are_as_many_as_were_counted(text: str, merges: int) -> None:
    for model in (ByteBPE.train(text, num_merges=merges), CharBPE.train(text, num_merges=merges)):
        trace = model.trace
        assert trace is not None
        counted = [len(trace.pair_table(k)[1]) for k in range(len(trace) + 1)]
        assert trace.pairs_per_step.tolist() == counted


@given(documents=st.lists(repetitive, max_size=4), merges=st.integers(0, 20))
@settings(max_examples=60)
def test_pre_tokens_and_documents_replay_as_the_slow_twin(
    documents: list[str], merges: int
) -> None:
    trace = RegexBPE.train(documents, num_merges=merges).trace
    pieces = [
        piece.encode() for text in documents for piece in split_as_tiktoken(text, GPT2_PATTERN)
    ]
    slow = train_slowly(pieces, merges)
    assert trace is not None
    for k in range(len(trace) + 1):
        assert trace.token_ids(k) == slow.ids_at(k)
        assert list(trace.pair_counts(k).items()) == list(slow.counts_at(k).items())


@given(text=repetitive, merges=st.integers(0, 25))
@settings(max_examples=60)
def test_num_tokens_is_the_length_of_token_ids(text: str, merges: int) -> None:
    trace = ByteBPE.train([text, "ab", text], num_merges=merges).trace
    assert trace is not None
    for k in range(len(trace) + 1):
        assert trace.num_tokens(k) == len(trace.token_ids(k))


@given(text=repetitive, merges=st.integers(0, 25))
@settings(max_examples=60)
def test_every_step_spells_the_whole_text(text: str, merges: int) -> None:
    trace = RegexBPE.train(text, num_merges=merges).trace
    assert trace is not None
    for k in range(len(trace) + 1):
        assert b"".join(bytes(trace.vocab[i]) for i in trace.token_ids(k)) == text.encode()  # type: ignore[arg-type]


@given(text=repetitive, merges=st.integers(1, 25))
@settings(max_examples=60)
def test_each_step_has_the_count_that_pair_counts_gives(text: str, merges: int) -> None:
    trace = ByteBPE.train(text, num_merges=merges).trace
    assert trace is not None
    for step in trace.steps:
        assert step.count == max(trace.pair_counts(step.rank).values())
        assert step.count == trace.pair_counts(step.rank)[step.pair]


@given(text=repetitive)
@settings(max_examples=60)
def test_pair_counts_of_one_document_add_up_to_its_tokens_less_one(text: str) -> None:
    trace = ByteBPE.train(text, num_merges=10).trace
    assert trace is not None
    for k in range(len(trace) + 1):
        assert sum(trace.pair_counts(k).values()) == max(trace.num_tokens(k) - 1, 0)


def test_a_step_says_all_that_it_did(trace: MergeTrace) -> None:
    step = trace.steps[1]
    assert (step.rank, step.pair, step.token_id, step.token) == (1, (256, 97), 257, b"aaa")
    assert (step.count, step.score) == (2, 2)


def test_the_boundary_ranks_of_aaabdaaabac(trace: MergeTrace) -> None:
    """a a a b d: aa is merge 0, aaa merge 1, aaab merge 2, and d stays apart."""
    never = 2**31 - 1
    assert trace.boundary_rank.tolist()[:5] == [never, 0, 1, 2, never]


def test_a_repeated_pre_token_is_stored_once() -> None:
    trace = RegexBPE.train("the the the the", num_merges=2).trace
    assert trace is not None
    assert len(trace.symbols) == len("the") + len(" the")


@pytest.mark.parametrize("k", [-1, 4])
@pytest.mark.parametrize("question", ["token_ids", "num_tokens", "pair_counts", "distinct_tokens"])
def test_a_step_outside_the_trace_is_refused(trace: MergeTrace, question: str, k: int) -> None:
    with pytest.raises(IndexError, match=rf"Step {k} is outside .* from 0 to 3"):
        getattr(trace, question)(k)


@pytest.mark.parametrize("k", [-1, 4])
@pytest.mark.parametrize("question", ["token_ids", "num_tokens"])
def test_a_step_outside_an_encoding_is_refused(question: str, k: int) -> None:
    replay = ByteBPE.train("aaabdaaabac", num_merges=3).encode_trace("aaab")
    assert len(replay) == 3
    with pytest.raises(IndexError, match="outside this trace, which has 3 merges"):
        getattr(replay, question)(k)


def test_a_step_that_is_no_whole_number_is_refused(trace: MergeTrace) -> None:
    for k in (1.0, "1", True):
        with pytest.raises(TokvizError, match="step is a whole number"):
            trace.token_ids(k)  # type: ignore[arg-type]


def test_one_merge_is_told_in_the_singular() -> None:
    trace = ByteBPE.train("abab", num_merges=1).trace
    assert trace is not None
    with pytest.raises(IndexError, match=r"which has 1 merge\."):
        trace.pair_counts(2)


def test_the_length_of_a_trace_is_its_number_of_merges(trace: MergeTrace) -> None:
    assert len(trace) == len(trace.steps) == 3


def test_recorded_arrays_cannot_be_written(trace: MergeTrace) -> None:
    arrays = [value for value in vars(trace).values() if isinstance(value, np.ndarray)]
    assert len(arrays) >= 10
    assert not any(array.flags.writeable for array in [*arrays, trace.tokens_per_step])


def test_a_field_of_a_trace_cannot_be_set(trace: MergeTrace) -> None:
    with pytest.raises(AttributeError):
        trace.stop_reason = "other"  # type: ignore[misc]


def test_the_vocabulary_of_a_trace_cannot_be_changed(trace: MergeTrace) -> None:
    with pytest.raises(TypeError):
        trace.vocab[0] = b"x"  # type: ignore[index]


def test_every_number_is_a_python_int(trace: MergeTrace) -> None:
    step = trace.steps[0]
    numbers = [
        *(step.rank, *step.pair, step.token_id, step.count, step.score),
        *trace.token_ids(2),
        trace.num_tokens(2),
        *(number for pair, count in trace.pair_counts(1).items() for number in (*pair, count)),
    ]
    assert {type(number) for number in numbers} == {int}


@given(text=repetitive, merges=st.integers(1, 25))
@settings(max_examples=60)
def test_max_over_the_pair_counts_is_the_pair_that_was_taken(text: str, merges: int) -> None:
    """They stand in the order of their first places, by which ties are broken."""
    for train in (ByteBPE.train, RegexBPE.train, CharBPE.train):
        trace = train(text, num_merges=merges).trace
        assert trace is not None
        for step in trace.steps:
            counts = trace.pair_counts(step.rank)
            assert max(counts, key=counts.__getitem__) == step.pair


def test_pair_counts_of_weighted_words_come_in_the_order_of_the_words() -> None:
    trace = RegexBPE.train_from_counts({"ba": 1, "ab": 7, "cc": 7}, num_merges=1).trace
    assert trace is not None
    assert [bytes(pair) for pair in trace.pair_counts(0)] == [b"ba", b"ab", b"cc"]
    assert trace.steps[0].token == b"ab"


def test_counts_take_in_overlaps() -> None:
    trace = ByteBPE.train("aaa", num_merges=1).trace
    assert trace is not None
    assert trace.pair_counts(0) == {(97, 97): 2}


def test_pairs_that_are_gone_are_not_counted() -> None:
    trace = ByteBPE.train("aaa", num_merges=1).trace
    assert trace is not None
    assert trace.pair_counts(1) == {(256, 97): 1}


def test_an_empty_text_has_a_replay_of_no_steps() -> None:
    trace = ByteBPE.train("", num_merges=3).trace
    assert trace is not None
    assert (trace.steps, trace.token_ids(0), trace.num_tokens(0), trace.pair_counts(0)) == (
        (),
        [],
        0,
        {},
    )


def char_trace(text: str, *, end_of_word: str | None) -> MergeTrace:
    trace = CharBPE.train(text, num_merges=20, end_of_word=end_of_word).trace
    assert trace is not None
    return trace


@given(st.text("abc ", max_size=40))
def test_wordpiece_takes_the_highest_pair_score(text: str) -> None:
    trace = WordPiece.train(text, vocab_size=40).trace
    assert trace is not None
    for step in trace.steps:
        scores = pair_scores(trace, step.rank)
        assert step.score == scores[step.pair] == max(scores.values())


@given(st.text("abc ", max_size=40))
def test_token_counts_are_those_of_the_replayed_text(text: str) -> None:
    trace = char_trace(text, end_of_word=None)
    for k in (0, len(trace)):
        ids = trace.token_ids(k)
        counts = dict(enumerate(trace.token_counts(k).tolist()))
        assert {token_id: n for token_id, n in counts.items() if n} == Counter(ids)


def test_tokens_whose_ids_are_far_apart_are_counted_by_numbers_of_their_own() -> None:
    trace = char_trace("low low lower", end_of_word=None)
    far = np.array([0, 10**9, 2 * 10**9])
    symbols = far[np.minimum(trace.symbols, 2)]
    apart = replace(trace, symbols=symbols, boundary_rank=np.full_like(trace.boundary_rank, NEVER))
    counts = count_tokens(apart, 0, lambda ids: np.searchsorted(far, ids), len(far))
    assert counts.tolist() == [apart.token_ids(0).count(token_id) for token_id in far]


def test_a_trace_says_whether_more_was_counted_than_it_shows() -> None:
    """Of counted words one of each is kept, in an order of their own."""
    text = "low low low lower"
    whole = RegexBPE.train(text, num_merges=2).trace
    counted = RegexBPE.train_from_counts({"low": 3, " lower": 1}, num_merges=2).trace
    assert whole is not None
    assert counted is not None
    assert (whole.is_sample, counted.is_sample) == (False, True)
    sampled = [unpack(train_payload(each))[0]["sample"] for each in (whole, counted)]
    assert sampled == [False, True]
