"""Training that ends when no pair stands often enough: where, why, and nothing else changes."""

from collections.abc import Callable
from typing import Any

import pytest

from tokviz import ByteBPE, CharBPE, RegexBPE, WordPiece
from tokviz.checks.errors import TokvizError
from tokviz.samples import sample

RHYME = sample("rhyme").text
TRAINERS: dict[str, Callable[..., Any]] = {
    "ByteBPE": lambda text, **more: ByteBPE.train(text, num_merges=500, **more),
    "RegexBPE": lambda text, **more: RegexBPE.train(text, num_merges=500, **more),
    "CharBPE": lambda text, **more: CharBPE.train(text, num_merges=500, **more),
    "WordPiece": lambda text, **more: WordPiece.train(text, vocab_size=500, **more),
}
every_trainer = pytest.mark.parametrize("train", TRAINERS.values(), ids=TRAINERS)


@every_trainer
@pytest.mark.parametrize("min_count", [2, 3, 7])
def test_it_ends_at_the_first_step_with_no_such_pair(
    train: Callable[..., Any], min_count: int
) -> None:
    whole, ended = train(RHYME).trace, train(RHYME, min_count=min_count).trace
    enough = [max(whole.pair_counts(k).values()) >= min_count for k in range(len(whole))]
    assert len(ended) == enough.index(False)
    assert [step.pair for step in ended.steps] == [step.pair for step in whole.steps][: len(ended)]


@every_trainer
def test_it_says_why_it_ended(train: Callable[..., Any]) -> None:
    trace = train(RHYME, min_count=2).trace
    assert trace.stop_reason.startswith(f"No pair stands twice any more after {len(trace):,}") or (
        f"{len(trace.vocab):,} of 500 tokens" in trace.stop_reason
    )


@every_trainer
def test_one_goes_on_as_long_as_there_are_pairs(train: Callable[..., Any]) -> None:
    assert train(RHYME, min_count=1).trace.stop_reason == train(RHYME).trace.stop_reason
    assert train(RHYME, min_count=1).vocab == train(RHYME).vocab


def test_what_was_asked_for_is_the_reason_where_it_is_reached() -> None:
    trace = ByteBPE.train("abab", num_merges=1, min_count=2).trace
    assert trace is not None
    assert trace.stop_reason == "The one merge that was asked for is made."


def test_where_every_word_is_whole_that_is_the_reason() -> None:
    trace = CharBPE.train("ab ab ab", num_merges=9, min_count=2).trace
    assert trace is not None
    assert "every word is one token" in trace.stop_reason


@every_trainer
def test_less_than_one_is_refused(train: Callable[..., Any]) -> None:
    with pytest.raises(TokvizError, match=r"min_count is 0.*Ask for 1 or more"):
        train(RHYME, min_count=0)
