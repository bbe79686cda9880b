"""Where SentencePiece's BPE ends: at the vocabulary asked for, filled up or not, or at a count."""

import pytest

from tests.sentencepiece_reference import few_letters, pieces_of, scores_of, train_reference
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.checks.errors import TokvizError


@pytest.mark.parametrize("seed", range(20))
def test_where_no_pair_is_left_the_vocabulary_is_filled_up_alike(seed: int) -> None:
    lines = few_letters(seed)[:6]
    model = SentencePieceBPE.train(lines, vocab_size=400)
    reference = train_reference(tuple(lines), "bpe", 400)
    assert list(model.pieces.pieces) == pieces_of(reference)
    assert list(model.pieces.scores) == scores_of(reference)


def test_pieces_that_fill_up_have_the_count_0_and_change_nothing() -> None:
    trace = SentencePieceBPE.train("ab abab", vocab_size=20).trace
    assert trace is not None
    filled = [step for step in trace.steps if not step.count]
    assert [step.token for step in filled] == ["ba", "▁a", "aba", "abab"]
    for step in filled:
        assert trace.token_ids(step.rank) == trace.token_ids(step.rank + 1)
        assert [*trace.pair_counts(step.rank).items()][-1] == (step.pair, 0)
        assert trace.choice(step.rank).rule.startswith("Nothing is left to join")


def test_training_may_stop_instead_of_filling_up() -> None:
    trace = SentencePieceBPE.train("ab abab", vocab_size=20, fill_up=False).trace
    assert trace is not None
    assert [step.token for step in trace.steps if not step.count] == []
    assert trace.stop_reason.startswith("No pair that may become a token is left after")


def test_pairs_that_may_still_fill_up_tie() -> None:
    trace = SentencePieceBPE.train("ab abab", vocab_size=11).trace
    assert trace is not None
    choice = trace.choice(len(trace) - 1)
    spelled = ["".join(str(trace.vocab[i]) for i in pair) for pair in choice.tied]
    assert [step.token for step in trace.steps if not step.count] == ["ba", "▁a"]
    assert spelled == ["aba", "abab"]


def test_no_pair_that_is_rarer_than_asked_for_becomes_a_token() -> None:
    text = "the cat sat on the mat, the cats chat, that is that"
    every = SentencePieceBPE.train(text, vocab_size=200, fill_up=False).trace
    often = SentencePieceBPE.train(text, vocab_size=200, min_count=2).trace
    assert every is not None
    assert often is not None
    assert min(step.count for step in every.steps) == 1
    kept = [step.token for step in every.steps if step.count > 1]
    assert [step.token for step in often.steps] == kept
    assert often.stop_reason == (
        f"No pair stands twice any more after {len(kept)} of {200 - 3 - 12} merges, so none is "
        "worth a token."
    )


def test_the_reason_says_how_many_pieces_only_fill_the_vocabulary_up() -> None:
    assert _reason("ab abab", vocab_size=11) == (
        "The vocabulary has the 11 tokens that were asked for. 2 of them only fill it up: nothing "
        "was left to join."
    )
    assert _reason("ab abab", vocab_size=400) == (
        "No pair that may become a token is left after 7 merges. 4 of them only fill the "
        "vocabulary up: nothing was left to join."
    )
    assert _reason("ab abab", vocab_size=8).endswith("were asked for.")


def test_where_no_pair_is_left_a_count_is_not_the_reason() -> None:
    assert _reason("aa", vocab_size=6, min_count=1).startswith("The vocabulary has")
    assert _reason("ab ab ab", vocab_size=400, min_count=2).startswith("No pair that may become")


def test_a_count_below_one_is_refused() -> None:
    with pytest.raises(TokvizError, match=r"min_count is 0, .* Ask for 1 or more"):
        SentencePieceBPE.train("ab", vocab_size=20, min_count=0)


def _reason(text: str, *, vocab_size: int, min_count: int = 1) -> str:
    trace = SentencePieceBPE.train(text, vocab_size=vocab_size, min_count=min_count).trace
    assert trace is not None
    return trace.stop_reason
