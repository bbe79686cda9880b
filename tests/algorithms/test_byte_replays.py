"""BPE over bytes: the replay of encoding joins a pair at each step, and ends as ``encode``."""

import pytest
from hypothesis import given, settings

from tests.nasty_text import repetitive
from tests.slow_candidates import candidates
from tokviz import ByteBPE, RegexBPE

over_bytes = pytest.mark.parametrize("tokenizer", [ByteBPE, RegexBPE])


@over_bytes
@given(training=repetitive, text=repetitive)
@settings(max_examples=80)
def test_the_replay_ends_with_what_encode_returns(
    tokenizer: type[ByteBPE | RegexBPE], training: str, text: str
) -> None:
    tok = tokenizer.train(training, num_merges=20)
    replay = tok.encode_trace(text)
    assert replay.token_ids(len(replay)) == tok.encode(text)


@over_bytes
@given(training=repetitive, text=repetitive)
@settings(max_examples=60)
def test_each_replayed_step_joins_its_pair_and_no_other(
    tokenizer: type[ByteBPE | RegexBPE], training: str, text: str
) -> None:
    replay = tokenizer.train(training, num_merges=20).encode_trace(text)
    for k, step in enumerate(replay.steps):
        before, after = replay.token_ids(k), replay.token_ids(k + 1)
        place = next(
            i for i, (old, new) in enumerate(zip(before, after, strict=False)) if old != new
        )
        assert [*before[:place], step.token_id, *before[place + 2 :]] == after
        assert tuple(before[place : place + 2]) == step.pair
        assert len(before) == replay.num_tokens(k)


@given(training=repetitive, text=repetitive)
@settings(max_examples=60)
def test_the_step_chosen_has_the_lowest_rank_of_its_candidates(training: str, text: str) -> None:
    replay = ByteBPE.train(training, num_merges=20).encode_trace(text)
    for k, step in enumerate(replay.steps):
        found = candidates(replay, k)
        assert (step.pair, step.rank, step.token_id) in found
        assert step.rank == min(rank for _, rank, _ in found)


def test_after_the_last_step_there_are_no_candidates() -> None:
    replay = ByteBPE.train("abab", num_merges=2).encode_trace("abab")
    assert candidates(replay, len(replay)) == []


def test_merges_bc_then_ab_leave_abc_as_a_and_bc() -> None:
    """Encoding goes by rank, not by the longest match."""
    tok = ByteBPE.train(["bc", "bc", "bc", "ab", "ab"], num_merges=2)
    assert tok.tokenize("abc") == [b"a", b"bc"]
