"""Unigram's textbook beside a training: its functions are lit, and its values are the trace's."""

import math
from collections import Counter
from dataclasses import replace

import pytest

from tests.payload_reader import unpack
from tests.sentencepiece_reference import SMALL, few_letters
from tests.views.code.telling_reader import moment, said
from tokviz.algorithms import plain_unigram
from tokviz.algorithms.pieces.settings import PieceSettings
from tokviz.algorithms.unigram import Unigram
from tokviz.checks.errors import TokvizError
from tokviz.samples import sample
from tokviz.traces.rounds import EmStep, PruneStep, UnigramTrace
from tokviz.ui.components.textbook_rounds import FUNCTIONS, RAN, textbook_rounds_code
from tokviz.views.code.finding import rows_of, statements
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Spot, Telling
from tokviz.views.code.textbook_rounds import (
    EXPECT,
    FINALIZE,
    LOSSES,
    MAXIMIZE,
    PRUNE,
    SAYS,
    TRAIN,
    Sizes,
    textbook_rounds,
)
from tokviz.views.stepper.rounds import rounds_replay

LISTINGS = [Listing.of(function) for function in FUNCTIONS]
HARBOUR = sample("harbour").text
TEXTS = {
    "harbour": (HARBOUR, 140),
    "small": (SMALL, 30),
    "letters": ("\n".join(few_letters(2)), 20),
}
each_text = pytest.mark.parametrize("name", TEXTS)
RUNS = {"em": {EXPECT, MAXIMIZE}, "prune": {PRUNE, LOSSES}, "final": {FINALIZE}}


def trace_of(name: str) -> UnigramTrace:
    text, vocab_size = TEXTS[name]
    trace = Unigram.train(text, vocab_size=vocab_size).trace
    assert trace is not None
    return trace


def told(name: str) -> tuple[UnigramTrace, Telling]:
    trace = trace_of(name)
    return trace, textbook_rounds(LISTINGS, trace, Sizes(137, 154, 0.75))


def at(listing: int, written: str) -> Spot:
    """A line, by how it begins."""
    lines = enumerate(LISTINGS[listing].lines, 1)
    return Spot(listing, next(row for row, line in lines if line.strip().startswith(written)))


def lit_code(telling: Telling, step: int, listing: int) -> str:
    spots = [spot for spot in moment(telling, step).lit if spot.listing == listing]
    return "\n".join(LISTINGS[listing].lines[spot.line - 1].strip() for spot in spots)


@each_text
def test_it_has_as_many_steps_as_the_replay(name: str) -> None:
    trace, telling = told(name)
    assert len(telling.steps) == rounds_replay(trace).steps + 1


def test_before_the_first_round_the_seeds_become_probabilities() -> None:
    trace, telling = told("harbour")
    assert {spot.listing for spot in moment(telling, 0).lit} == {TRAIN}
    assert said(telling, 0, at(TRAIN, "log_total")) == (
        f"sum(seeds.values()) = {trace.seed_scores.sum()}"
    )
    assert said(telling, 0, at(TRAIN, "log_probs")) == f"{len(trace.seeds)} seed pieces"


@each_text
def test_a_step_lights_all_of_the_functions_that_it_runs_and_no_others(name: str) -> None:
    trace, telling = told(name)
    for k, step in enumerate(trace.steps, 1):
        lit = moment(telling, k).lit
        assert {spot.listing for spot in lit} == {TRAIN, *RUNS[step.kind]}
        for listing in RUNS[step.kind]:
            rows = {row for s in statements(LISTINGS[listing].body) for row in rows_of(s)}
            assert {spot.line for spot in lit if spot.listing == listing} == rows
        assert ("break" in lit_code(telling, k, TRAIN)) == (k == len(trace) - 1)
        calls = {"em": "maximize(counts)", "prune": "prune(", "final": "finalize("}
        assert calls[step.kind] in lit_code(telling, k, TRAIN)


@each_text
def test_an_em_step_says_the_counts_and_probabilities_that_the_textbook_itself_finds(
    name: str,
) -> None:
    """From the recorded probabilities before the step, with the words of the text."""
    trace, telling = told(name)
    corpus = PieceSettings().corpus(TEXTS[name][0])
    words = Counter(dict(zip(corpus.words, corpus.counts.tolist(), strict=True)))
    for k, step in enumerate(trace.steps):
        if not isinstance(step, EmStep):
            continue
        counts, objective = plain_unigram.expect(words, trace.vocabulary(k))
        log_probs = plain_unigram.maximize(counts)
        heard = said(telling, k + 1, at(EXPECT, "counts[piece] +="))
        piece = heard.partition("counts[[")[2].partition("]")[0]
        assert counts[piece] == pytest.approx(max(counts.values()), rel=1e-4)
        assert float(heard.split(" = ")[1].split(",")[0]) == pytest.approx(counts[piece], rel=1e-3)
        assert said(telling, k + 1, at(EXPECT, "counts, total")) == f"len(counts) = {len(counts)}"
        assert said(telling, k + 1, at(EXPECT, "return")) == f"objective = {objective:.4f}"
        assert said(telling, k + 1, at(MAXIMIZE, "kept")) == f"len(kept) = {len(log_probs)}"
        name_of, value = said(telling, k + 1, at(MAXIMIZE, "return")).split(" = ")
        assert name_of == f"log_probs[[{piece}]]"
        assert float(value.replace("\u2212", "-")) == pytest.approx(log_probs[piece], abs=1e-3)
        gone = len(counts) - len(log_probs)
        assert said(telling, k + 1, at(TRAIN, "log_probs = maximize")) == (
            f"gone: {gone}, left: {len(log_probs)}"
        )


@each_text
def test_a_pruning_says_whose_loss_was_the_last_to_go_and_whose_the_first_to_stay(
    name: str,
) -> None:
    trace, telling = told(name)
    for k, step in enumerate(trace.steps, 1):
        if not isinstance(step, PruneStep):
            continue
        loss_of = dict(zip(step.judged.tolist(), step.losses.tolist(), strict=True))
        fates = dict(zip(step.dropped.tolist(), step.fates, strict=True))
        goes = [loss_of[n] for n in fates if fates[n] == "least missed"]
        stays = [loss_of[n] for n in step.pieces.tolist() if loss_of[n] < math.inf]
        heard = said(telling, k, at(LOSSES, "losses[piece] =")).split("; ")
        closest = [*([max(goes)] if goes else []), *([min(stays)] if stays else [])]
        values = [part.split(" = ")[1].split()[0] for part in heard if part]
        assert [float(value.replace("\u2212", "-")) for value in values] == [
            pytest.approx(loss, rel=1e-3) for loss in closest
        ]
        assert sum(part.endswith(" goes") for part in heard) == bool(goes)
        unlike = Counter(step.fates)
        assert said(telling, k, at(LOSSES, "continue")) == (
            f"unused: {unlike['unused']}, better split: {unlike['better split']}"
        )
        judged = len(step.judged) - unlike["unused"] - unlike["better split"]
        assert said(telling, k, at(PRUNE, "losses = ")) == f"len(losses) = {judged}"
        ended = said(telling, k, at(TRAIN, "if len"))
        assert ended.startswith("few enough" if k == len(trace) - 1 else "still too many")


def test_what_train_is_given_is_said_where_it_decides() -> None:
    trace, telling = told("harbour")
    prunings = [k for k, step in enumerate(trace.steps, 1) if step.kind == "prune"]
    given = "surplus_size = 154, shrinking_factor = 0.75"
    assert {said(telling, k, at(TRAIN, "room")) for k in prunings} == {given}
    assert said(telling, len(trace), at(FINALIZE, "chosen")) == "num_pieces = 137"


def test_the_end_says_who_came_back_and_why_training_ended() -> None:
    trace, telling = told("harbour")
    assert said(telling, len(trace), at(FINALIZE, "least, dropped")) == (
        f"len(dropped) = {len(trace.restored)}"
    )
    assert said(telling, len(trace), at(TRAIN, "return")).endswith(trace.stop_reason)


def test_a_training_on_nothing_has_the_beginning_alone() -> None:
    trace = Unigram.train("", vocab_size=30).trace
    assert trace is not None
    assert len(textbook_rounds(LISTINGS, trace, Sizes(27, 33, 0.75)).steps) == 1


@pytest.mark.parametrize(
    ("listing", "gone", "instead"),
    [
        (TRAIN, "maximize(", "improve("),
        (TRAIN, "prune(", "drop("),
        (TRAIN, "break", "pass"),
        (EXPECT, "counts[piece] +=", "counts[piece] -="),
        (MAXIMIZE, "kept", "stays"),
        (LOSSES, "continue", "pass"),
        (FINALIZE, "usable", "useful"),
    ],
)
def test_a_textbook_that_does_something_else_is_noticed(
    listing: int, gone: str, instead: str
) -> None:
    changed = list(LISTINGS)
    lines = tuple(line.replace(gone, instead) for line in changed[listing].lines)
    changed[listing] = replace(changed[listing], lines=lines)
    with pytest.raises(TokvizError, match="has not"):
        textbook_rounds(changed, trace_of("letters"), Sizes(17, 22, 0.75))


# ---- what there is to copy -----------------------------------------------------------------------


@pytest.mark.parametrize(("most", "fits"), [(600, True), (585, False)])
def test_words_and_seeds_are_copied_where_they_are_few(
    most: int, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of this text 586 seeds and 319 words."""
    monkeypatch.setattr("tokviz.ui.components.textbook_pieces.MOST_GIVEN", most)
    asked = {"vocab_size": 140, "shrinking_factor": 0.75}
    header, _ = unpack(textbook_rounds_code(trace_of("harbour"), HARBOUR, asked))
    assert ("train(words, seeds, alphabet, num_pieces=137" in header["copies"]) == fits
    assert header["copies"].startswith("# The words and the seeds") == (not fits)
    assert "def expect(" in header["copies"]


def test_many_words_of_few_seeds_are_not_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(f"{a}{b}{c}" for a in "abcd" for b in "efgh" for c in "ijkl")
    trace = Unigram.train(text, vocab_size=40).trace
    assert trace is not None
    assert len(trace.seeds) < 60
    monkeypatch.setattr("tokviz.ui.components.textbook_pieces.MOST_GIVEN", 60)
    asked = {"vocab_size": 40, "shrinking_factor": 0.75}
    header, _ = unpack(textbook_rounds_code(trace, text, asked))
    assert header["copies"].startswith("# The words and the seeds")


# ---- what the sentence above says ----------------------------------------------------------------


def test_the_sentences_say_what_is_so() -> None:
    """Of the page's own sample the textbook keeps another of two equals: the sentence admits it."""
    trace = trace_of("harbour")
    corpus = PieceSettings().corpus(HARBOUR)
    words = dict(zip(corpus.words, corpus.counts.tolist(), strict=True))
    seeds = dict(zip(trace.seeds, trace.seed_scores.tolist(), strict=True))
    pieces, _ = plain_unigram.train(
        words, seeds, list(corpus.alphabet), num_pieces=137, surplus_size=154
    )
    recorded = trace.vocabulary(len(trace))
    other = pieces.keys() ^ recorded.keys()
    of_them = [{**pieces, **recorded}[piece] for piece in other]
    assert max(of_them) - min(of_them) < 1e-5
    assert "Last digits may differ, and with them which of two equals stays" in SAYS
    assert "single precision" in RAN
