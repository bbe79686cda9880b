"""The replay over Unigram's rounds shows what the trainer recorded, piece by piece."""

import re

import pytest

from tests.views.stepper.test_words import shown
from tokviz import Unigram
from tokviz.algorithms.pieces.watched import cuts
from tokviz.samples import sample
from tokviz.text.characters import first_words
from tokviz.traces.rounds import EmStep, PruneStep, UnigramTrace
from tokviz.views.stepper.rounds import (
    SHOWN_PIECES,
    piece_numbers,
    rounds_replay,
)
from tokviz.views.stepper.stepper import Replay, stepper_payload

SENTENCE = "The walker was walking, unhappily."
MODEL = Unigram.train(sample("harbour").text, vocab_size=140)
SMALL = Unigram.train(sample("low").text, vocab_size=30)


def trace_of(model: Unigram) -> UnigramTrace:
    assert model.trace is not None
    return model.trace


def replay(model: Unigram, sentence: str = SENTENCE) -> Replay:
    return rounds_replay(
        trace_of(model), cuts(trace_of(model), model.normalizer.normalize(sentence))
    )


def test_a_moment_for_each_step_and_one_before() -> None:
    assert replay(MODEL).steps == len(trace_of(MODEL))


def test_the_size_of_the_vocabulary_is_told_at_each_step() -> None:
    trace, facts = trace_of(MODEL), replay(MODEL).lanes[0]
    for k, size in enumerate(trace.pieces_per_step):
        assert shown(facts, k)[0].token == f"{size:,} pieces"


@pytest.mark.parametrize("k", range(len(trace_of(MODEL)) + 1))
def test_what_was_measured_says_of_which_pieces(k: int) -> None:
    """Pieces that go later are no longer in the text, which then has more tokens."""
    trace, facts = trace_of(MODEL), replay(MODEL).lanes[0]
    measured = [number for number, step in enumerate(trace.steps[:k], 1) if step.kind == "em"]
    said = [str(chip.token) for chip in shown(facts, k)][1:]
    if not measured or k == len(trace):  # what came out in the end was not measured
        assert said == []
        return
    at, step = measured[-1], trace.steps[measured[-1] - 1]
    assert isinstance(step, EmStep)
    before = f"before step {at}, {trace.pieces_per_step[at - 1]:,} pieces"
    objective = f"{step.objective:.4f}"
    assert said == [f"{before}: objective {objective}, {step.num_tokens:,} tokens"]
    assert f"Objective before it: {objective} " in str(replay(MODEL).moments[at].why)


def test_the_sentence_is_cut_at_each_step_with_the_pieces_of_that_step() -> None:
    trace, lane = trace_of(MODEL), replay(MODEL).lanes[1]
    for k in range(len(trace) + 1):
        pieces = [chip.token for chip in shown(lane, k)]
        assert "".join(map(str, pieces)) == MODEL.normalizer.normalize(SENTENCE)
        known = {chip.token for chip in shown(lane, k) if chip.look != "unknown"}
        assert known <= trace.vocabulary(k).keys()


def test_a_character_that_training_has_dropped_for_now_is_marked() -> None:
    trace, lane = trace_of(MODEL), replay(MODEL).lanes[1]
    for k in range(len(trace) + 1):
        for chip in shown(lane, k):
            assert (chip.look == "unknown") == (chip.token not in trace.vocabulary(k))


def test_the_last_cut_is_what_the_model_makes_of_the_sentence() -> None:
    lane = replay(MODEL).lanes[1]
    assert [chip.token for chip in shown(lane, len(trace_of(MODEL)))] == MODEL.tokenize(SENTENCE)


def test_without_a_sentence_the_texts_beginning_is_watched() -> None:
    """A notebook and a shell have the trace alone."""
    trace = trace_of(MODEL)
    lane = rounds_replay(trace).lanes[1]
    assert lane.name == "The text's beginning"
    first = first_words(sample("harbour").text.splitlines()[0], 80)
    for k in range(len(trace) + 1):
        pieces = "".join(str(chip.token) for chip in shown(lane, k))
        assert pieces == MODEL.normalizer.normalize(first)
    assert [chip.token for chip in shown(lane, len(trace))] == MODEL.tokenize(first)


def test_the_sentence_has_the_models_ids_at_the_end() -> None:
    lane = replay(MODEL).lanes[1]
    numbers = [chip.number for chip in shown(lane, len(trace_of(MODEL)))]
    assert numbers == MODEL.encode(SENTENCE)


@pytest.mark.parametrize("model", [SMALL, MODEL], ids=["small", "large"])
def test_the_vocabulary_lane_is_the_vocabulary(model: Unigram) -> None:
    trace = trace_of(model)
    lane = replay(model).lanes[3]
    drawn = {chip.token for chip in lane.chips}
    assert len(drawn) == min(len(trace.seeds), SHOWN_PIECES)
    for k in range(len(trace) + 1):
        here = {trace.seeds[seed] for seed in trace.pieces(k).tolist()}
        assert {chip.token for chip in shown(lane, k)} == here & drawn


def test_numbers_of_pieces_are_their_ids_or_beyond_all_ids() -> None:
    trace = trace_of(MODEL)
    numbers = piece_numbers(trace)
    ids = {piece: token_id for token_id, piece in trace.vocab.items()}
    assert all(
        numbers[piece] == ids[piece] if piece in ids else numbers[piece] >= len(trace.vocab)
        for piece in trace.seeds
    )


def test_the_stop_reason_is_told_at_the_end() -> None:
    assert trace_of(MODEL).stop_reason in "".join(map(str, replay(MODEL).moments[-1].why))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a", "2 seed pieces: 2 code points, and no substring that is worth a place of its own. "),
        ("ab ab", "5 seed pieces: 3 code points, and every substring that may be worth a place "),
    ],
)
def test_the_opening_says_whether_there_are_substrings(text: str, words: str) -> None:
    (said,) = rounds_replay(trace_of(Unigram.train(text, vocab_size=20))).moments[0].say
    assert str(said).startswith(words)


def test_a_short_text_is_not_said_to_begin_with_far_too_many_pieces() -> None:
    short = trace_of(Unigram.train("सवह नमस्ते दुनिया नमस्ते", vocab_size=140))
    assert len(short.seeds) < 2 * short.num_pieces(len(short))
    assert "Far too many" not in str(rounds_replay(short).moments[0].say[0])
    assert "Far too many, on purpose." in str(replay(MODEL).moments[0].say[0])


def test_a_text_that_loses_no_piece_is_not_said_to_lose_some() -> None:
    short = trace_of(
        Unigram.train(
            "for i in range(10):\n    print(i)\nfor j in range(10):\n    print(j)\n", vocab_size=140
        )
    )
    assert short.num_pieces(len(short)) == len(short.seeds)
    said = str(rounds_replay(short).moments[0].say[0])
    assert said.endswith("This text has none to spare, so training takes none away.")


@pytest.mark.parametrize("model", [MODEL, SMALL], ids=("MODEL", "SMALL"))
def test_the_last_cut_tells_pieces_from_tokens(model: Unigram) -> None:
    said = "".join(map(str, replay(model).moments[-1].say))
    size = len(model.vocab)
    assert said.endswith(f"which makes {size - 3:,} pieces; with 3 special tokens, {size:,}.")


def test_no_characters_are_not_said_to_come_back() -> None:
    short = trace_of(Unigram.train("abc", vocab_size=140))
    assert not short.restored
    said = str(rounds_replay(short).moments[-1].say[0])
    assert said.startswith(
        "The last drop, to size. Every code point that is covered has its piece; "
    )


def test_a_pruning_that_drops_nothing_is_not_put_down_to_want_of_pieces() -> None:
    """One of the two pieces could be spared, but there is room for it."""
    short = trace_of(Unigram.train("👨\u200d👩👨\u200d👩", vocab_size=140))
    pruned = next(k for k, step in enumerate(short.steps) if isinstance(step, PruneStep))
    assert not len(short.steps[pruned].dropped)
    assert len(short.choice(pruned).barred) < len(short.steps[pruned].pieces)
    ahead = "".join(map(str, rounds_replay(short).moments[pruned].ahead))
    assert ahead == " Next comes a pruning, but it drops no piece."


def test_an_untrained_model_has_a_replay_of_one_moment() -> None:
    empty = Unigram.train("", vocab_size=10)
    assert stepper_payload(replay(empty, ""))
    assert replay(empty, "").steps == 0
    assert str(replay(empty, "").moments[0].say[0]).startswith("The text is empty")


def test_a_pruning_says_how_many_pieces_no_other_can_replace() -> None:
    trace, moments = trace_of(MODEL), replay(MODEL).moments
    k = next(k for k, step in enumerate(trace.steps) if isinstance(step, PruneStep))
    kept = len(trace.choice(k).barred)
    assert f"{kept:,} may not go: nothing can replace them." in "".join(
        map(str, moments[k + 1].why)
    )


def test_one_piece_goes_and_many_go() -> None:
    told = " ".join("".join(map(str, moment.why)) for moment in replay(MODEL).moments)
    assert " 1 goes: " in told
    assert re.search(r"\b1 (go|just as low stay)\b:", told) is None


def test_the_last_cut_tells_its_ties_as_the_trace_does() -> None:
    trace = trace_of(MODEL)
    choice = trace.choice(len(trace) - 1)
    assert choice.tied
    told = "".join(map(str, replay(MODEL).moments[-1].why))
    assert f"{len(choice.tied):,} just as low stay: {choice.ties}." in told


def test_a_letter_that_is_dropped_for_now_is_said_to_come_back() -> None:
    trace, lane = trace_of(MODEL), replay(MODEL).lanes[1]
    back = {trace.seeds[seed] for seed in trace.restored}
    uncovered = {chip.token: chip.note for chip in lane.chips if chip.look == "unknown"}
    assert uncovered
    assert uncovered == dict.fromkeys(uncovered.keys() & back, "later")
    assert "“later” comes back at the end" in lane.note
