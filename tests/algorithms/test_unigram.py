"""Unigram training and encoding beside SentencePiece's own.

Pieces, their order and their log-probabilities are the same to the last bit. What may remain
different: of two segmentations of a piece's own spelling that are equally good, pruning may judge
by another one than SentencePiece does.
"""

import random

import numpy as np
import pytest
from sentencepiece import SentencePieceProcessor

from tests.sentencepiece_reference import (
    SMALL,
    english,
    few_letters,
    japanese,
    pieces_of,
    scores_of,
    train_reference,
)
from tokviz.algorithms.unigram import Unigram
from tokviz.traces.rounds import FinalStep, PruneStep


def assert_alike(model: Unigram, reference: SentencePieceProcessor) -> None:
    """The same pieces in the same order, with the same single-precision log-probabilities."""
    assert list(model.pieces.pieces) == pieces_of(reference)
    assert list(model.pieces.scores) == scores_of(reference)


@pytest.fixture(scope="module")
def reference() -> SentencePieceProcessor:
    return train_reference(tuple(english(150_000).split("\n")), "unigram", 1000)


# ---- parity --------------------------------------------------------------------------------


def test_english_pieces_equal_sentencepieces(
    english_unigram: Unigram, reference: SentencePieceProcessor
) -> None:
    assert_alike(english_unigram, reference)


def test_held_out_lines_are_segmented_alike(
    english_unigram: Unigram, reference: SentencePieceProcessor
) -> None:
    lines = english(60_000, start=150_000).split("\n")
    assert [english_unigram.encode(line) for line in lines] == reference.encode(lines)


@pytest.mark.parametrize("vocab_size", [600, 2000])
def test_japanese_and_mixed_scripts_equal_sentencepieces(vocab_size: int) -> None:
    lines = japanese(1000)
    model = Unigram.train("\n".join(lines), vocab_size=vocab_size)
    assert_alike(model, train_reference(tuple(lines), "unigram", vocab_size))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("vocab_size", [20, 50, 200])
def test_tiny_alphabets_equal_sentencepieces(seed: int, vocab_size: int) -> None:
    lines = few_letters(seed)
    model = Unigram.train("\n".join(lines), vocab_size=vocab_size)
    assert_alike(model, train_reference(tuple(lines), "unigram", vocab_size))


@pytest.mark.parametrize(
    "text",
    [
        "xb\nb",
        "bb b\nb",
        "aa\nba\nbaa",
        "['th', 'is']\n['is']",
        "(t)\n \n  \nis it\nit\nis",
        "  \nab\n▁a\nab\n  ",
    ],
)
def test_the_end_of_the_text_is_counted_as_sentencepiece_counts_it(text: str) -> None:
    lines = tuple(text.split("\n"))
    assert_alike(Unigram.train(text, vocab_size=60), train_reference(lines, "unigram", 60))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"byte_fallback": True}, {"byte_fallback": True}),
        ({"normalization": "identity"}, {"normalization_rule_name": "identity"}),
        ({"max_piece_length": 4}, {"max_sentencepiece_length": 4}),
        ({"split_digits": True}, {"split_digits": True}),
        ({"split_by_script": False}, {"split_by_unicode_script": False}),
        ({"character_coverage": 0.98}, {"character_coverage": 0.98}),
        ({"num_sub_iterations": 1}, {"num_sub_iterations": 1}),
        ({"shrinking_factor": 0.6}, {"shrinking_factor": 0.6}),
        ({"seed_size": 500}, {"seed_sentencepiece_size": 500}),
    ],
)
def test_settings_mean_what_they_mean_in_sentencepiece(
    ours: dict[str, object], theirs: dict[str, object]
) -> None:
    lines = [*japanese(200), *english(15_000).split("\n")]
    model = Unigram.train("\n".join(lines), vocab_size=700, **ours)  # type: ignore[arg-type]
    assert_alike(model, train_reference(tuple(lines), "unigram", 700, **theirs))


# ---- the trace -----------------------------------------------------------------------------


def test_the_last_step_is_the_finished_model(small_unigram: Unigram) -> None:
    assert small_unigram.trace is not None
    last = small_unigram.trace.vocabulary(len(small_unigram.trace))
    assert list(last) == list(small_unigram.pieces.pieces[3:])
    assert list(last.values()) == list(small_unigram.pieces.scores[3:])


def test_steps_follow_each_other_without_a_gap(english_unigram: Unigram) -> None:
    assert english_unigram.trace is not None
    trace = english_unigram.trace
    for k, step in enumerate(trace.steps):
        before, after = set(trace.pieces(k).tolist()), set(step.pieces.tolist())
        restored = set(step.restored.tolist()) if isinstance(step, FinalStep) else set()
        assert after == before - set(step.dropped.tolist()) | restored


def test_each_pruning_keeps_three_quarters_or_stops_at_the_surplus(
    english_unigram: Unigram,
) -> None:
    assert english_unigram.trace is not None
    for step in english_unigram.trace.steps:
        if isinstance(step, PruneStep):
            assert len(step.pieces) <= max(1100, int(0.75 * len(step.judged)))


def test_who_is_least_missed_has_a_smaller_loss_than_all_who_stay(english_unigram: Unigram) -> None:
    assert english_unigram.trace is not None
    for step in english_unigram.trace.steps:
        if isinstance(step, PruneStep):
            loss = dict(zip(step.judged.tolist(), step.losses.tolist(), strict=True))
            fates = zip(step.dropped.tolist(), step.fates, strict=True)
            victims = [loss[number] for number, fate in fates if fate == "least missed"]
            kept = [loss[number] for number in step.pieces.tolist()]
            assert max(victims, default=-np.inf) <= min(kept) + 1e-7


def test_recorded_arrays_are_read_only(small_unigram: Unigram) -> None:
    assert small_unigram.trace is not None
    with pytest.raises(ValueError, match="read-only"):
        small_unigram.trace.steps[0].pieces[0] = 1


def test_steps_are_announced_as_they_are_made() -> None:
    kinds: list[str] = []
    model = Unigram.train(SMALL, vocab_size=30, on_step=lambda step: kinds.append(step.kind))
    assert model.trace is not None
    assert kinds == [step.kind for step in model.trace.steps]
    assert (kinds[:3], kinds[-1]) == (["em", "em", "prune"], "final")


def test_a_step_outside_the_trace_is_refused(small_unigram: Unigram) -> None:
    assert small_unigram.trace is not None
    with pytest.raises(IndexError, match="Ask for a step from 0 to"):
        small_unigram.trace.pieces(99)


# ---- limits --------------------------------------------------------------------------------


def test_a_text_with_too_few_pieces_says_so() -> None:
    model = Unigram.train(SMALL, vocab_size=5000)
    assert model.trace is not None
    assert model.trace.stop_reason.endswith(
        f"{len(model.vocab):,} tokens, though 5,000 were asked for."
    )


def test_a_vocabulary_below_the_alphabet_is_refused() -> None:
    with pytest.raises(ValueError, match="vocab_size is 8, but 3 special tokens and the 13"):
        Unigram.train(SMALL, vocab_size=8)
    told = "vocab_size is 20, but 3 special tokens, 256 byte pieces and the 13 characters"
    with pytest.raises(ValueError, match=told):
        Unigram.train(SMALL, vocab_size=20, byte_fallback=True)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"character_coverage": 0.5}, "character_coverage is 0.5"),
        ({"shrinking_factor": 1.0}, "shrinking_factor is 1.0"),
        ({"num_sub_iterations": 0}, "num_sub_iterations is 0"),
        ({"seed_size": 0}, "seed_size is 0"),
        ({"max_piece_length": 0}, "max_piece_length is 0"),
        ({"max_sentence_length": 0}, "max_sentence_length is 0, .* None is no limit"),
        ({"normalization": "nfd"}, "normalization is 'nfd'"),
    ],
)
def test_settings_out_of_range_are_refused(setting: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Unigram.train(SMALL, **setting)  # type: ignore[arg-type]


def test_training_twice_gives_the_same_model(small_unigram: Unigram) -> None:
    again = Unigram.train(SMALL, vocab_size=30)
    assert (again.pieces.pieces, again.pieces.scores) == (
        small_unigram.pieces.pieces,
        small_unigram.pieces.scores,
    )


def test_no_piece_crosses_documents() -> None:
    model = Unigram.train(["ab", "cd"] * 5, vocab_size=40, normalization="identity")
    assert not any("bc" in piece or "b▁c" in piece for piece in model.pieces.pieces)


@pytest.mark.parametrize("letters", ["a", "abcdefghij"])
def test_one_very_long_word_trains_as_in_sentencepiece(letters: str) -> None:
    word = "".join(random.Random(0).choices(letters, k=3000))
    model = Unigram.train(word, vocab_size=40)
    assert_alike(model, train_reference((word,), "unigram", 40))
