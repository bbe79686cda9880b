"""What goes, and what the next pruning drops, is what the trainer recorded of it."""

import re

import pytest

from tests.views.stepper.test_rounds import MODEL, SMALL, replay, trace_of
from tests.views.stepper.test_words import shown
from tokviz import Unigram
from tokviz.text.labels import in_digits
from tokviz.traces.rounds import EmStep, PruneStep
from tokviz.views.stepper.what_goes import SHOWN_PROBABLE, SHOWN_VICTIMS, condemned


def test_before_a_pruning_its_victims_fade_with_their_losses() -> None:
    trace, lane = trace_of(MODEL), replay(MODEL).lanes[2]
    k = next(k for k, step in enumerate(trace.steps) if isinstance(step, PruneStep))
    doomed = [chip for chip in shown(lane, k) if chip.look == "doomed"]
    step = trace.steps[k]
    assert isinstance(step, PruneStep)
    dropped = {trace.seeds[seed] for seed in step.dropped.tolist()}
    assert doomed
    assert {chip.token for chip in doomed} <= dropped
    assert all(chip.note for chip in doomed)


def test_no_legend_says_dashed_which_is_an_edge_of_some_tokens_colours() -> None:
    notes = " ".join(lane.note for lane in replay(MODEL).lanes)
    assert "dashed" not in notes
    assert "in a dotted box: by the next pruning" in notes


def test_after_a_pruning_they_are_struck_out() -> None:
    trace, lane = trace_of(MODEL), replay(MODEL).lanes[2]
    k = next(k for k, step in enumerate(trace.steps) if isinstance(step, PruneStep))
    step = trace.steps[k]
    dropped = {trace.seeds[seed] for seed in step.dropped.tolist()}
    gone = [chip.token for chip in shown(lane, k + 1) if chip.look == "gone"]
    assert len(gone) == min(len(dropped), SHOWN_VICTIMS)
    assert {*gone} <= dropped


@pytest.mark.parametrize("model", [SMALL, MODEL], ids=["small", "large"])
def test_after_each_step_that_no_pruning_follows_stands_what_it_dropped(model: Unigram) -> None:
    trace, lane = trace_of(model), replay(model).lanes[2]
    told = 0
    for k, step in enumerate(trace.steps, start=1):
        if k < len(trace) and isinstance(trace.steps[k], PruneStep):
            continue
        gone = [chip for chip in shown(lane, k) if chip.look == "gone"]
        dropped = [trace.seeds[seed] for seed in step.dropped.tolist()]
        assert len(gone) == min(len(dropped), SHOWN_VICTIMS)
        assert {chip.token for chip in gone} <= {*dropped}
        if isinstance(step, EmStep):
            assert all(float(chip.note.split()[0]) < 0.5 for chip in gone)
        told += len(gone)
    assert told > 0
    none, *probable = shown(lane, 0)
    assert none.token == "none; the most probable now:"
    start = trace.vocabulary(0)
    best = sorted(start.values(), reverse=True)[:SHOWN_PROBABLE]
    assert [start[str(chip.token)] for chip in probable] == best
    assert all(chip.note.startswith("p 0.") and not chip.look for chip in probable)


def test_a_loss_is_the_recorded_one() -> None:
    step = next(step for step in trace_of(MODEL).steps if isinstance(step, PruneStep))
    for seed, loss, _ in condemned(step):
        assert loss == step.losses[step.judged.tolist().index(seed)]


def test_a_loss_is_written_with_two_digits_and_no_exponent() -> None:
    chips = [chip.note for chip in replay(MODEL).lanes[2].chips if chip.look == "doomed"]
    numbers = [note.split(",")[0] for note in chips]
    assert all(re.fullmatch(r"\u2212?0\.0*[1-9]\d|0\.0", number) for number in numbers)
    assert any(number.endswith("0") for number in numbers)
    assert any(number.startswith("0.000") for number in numbers)


def test_a_pruning_says_where_the_line_between_the_losses_ran() -> None:
    trace, moments = trace_of(MODEL), replay(MODEL).moments
    prunings = [(k, step) for k, step in enumerate(trace.steps, 1) if isinstance(step, PruneStep)]
    for k, step in prunings:
        loss_of = dict(zip(step.judged.tolist(), step.losses.tolist(), strict=True))
        went = zip(step.dropped.tolist(), step.fates, strict=True)
        most = max(loss_of[seed] for seed, fate in went if fate == "least missed")
        least = min(loss_of[seed] for seed in step.pieces.tolist())
        assert most <= least
        gone, stays = in_digits(most, 2), in_digits(least, 2)
        said = f"{gone} per word at most (of what stays: {stays} or more)."
        assert said in "".join(map(str, moments[k].why))
    assert len(prunings) > 1
