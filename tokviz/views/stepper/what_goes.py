"""What goes in Unigram's training, step by step, each piece with what it was judged by.

Where nothing goes, the room shows what stands best: nothing moves, and nothing is empty.
"""

import math
from collections.abc import Mapping
from heapq import nsmallest

from tokviz.text.labels import in_digits
from tokviz.traces.rounds import EmStep, Fate, PruneStep, UnigramTrace
from tokviz.views.stepper.stepper import Chip, Lane, Look

SHOWN_VICTIMS = 60
SHOWN_PROBABLE = 24
NOTES: dict[Fate, str] = {"unused": ", unused", "better split": ", splits", "least missed": ""}


def what_goes(trace: UnigramTrace, numbers: Mapping[str, int]) -> Lane:
    """Before a pruning its victims, fading; before any other step, what the last one dropped."""
    chips: list[Chip] = []
    back = set(trace.restored)
    for k in range(len(trace) + 1):
        fades = k < len(trace) and isinstance(trace.steps[k], PruneStep)
        rows, rest = _dropped(trace, k if fades else k - 1)
        for seed, note in rows[:SHOWN_VICTIMS]:
            told = f"{note}, back at the end" if seed in back else note
            look: Look = "doomed" if fades else "gone"
            piece = trace.seeds[seed]
            chips.append(Chip(piece, numbers[piece], told, look, first=k, end=k + 1))
        if len(rows) > SHOWN_VICTIMS:
            more = f"… {len(rows) - SHOWN_VICTIMS:,} more, {rest}"
            chips.append(Chip(more, look="rest", first=k, end=k + 1))
        if not rows:
            chips += _probable(trace, k, numbers)
    return Lane(
        "What goes",
        chips,
        "struck out: dropped by this step; in a dotted box: by the next pruning, each with its "
        "loss in log-likelihood per word, an estimate",
    )


def _probable(trace: UnigramTrace, k: int, numbers: Mapping[str, int]) -> list[Chip]:
    """That nothing goes at step k, and the most probable pieces then, each with its probability."""
    pieces = trace.vocabulary(k).items()
    shown = nsmallest(SHOWN_PROBABLE, pieces, lambda entry: (-entry[1], numbers[entry[0]]))
    none = Chip(
        "none; the most probable now:" if shown else "none", look="rest", first=k, end=k + 1
    )
    return [none] + [
        Chip(piece, numbers[piece], f"p {in_digits(math.exp(log_prob), 2)}", first=k, end=k + 1)
        for piece, log_prob in shown
    ]


def _dropped(trace: UnigramTrace, k: int) -> tuple[list[tuple[int, str]], str]:
    """The seeds that step k dropped, each with what it was judged by, and what the last ones are.

    Those come first that were nearest to staying.
    """
    step = trace.steps[k] if k >= 0 else None
    if step is None:
        return [], ""
    if isinstance(step, PruneStep):
        told = [
            (seed, f"{in_digits(loss, 2)}{NOTES[fate]}") for seed, loss, fate in condemned(step)
        ]
        return told, "with smaller losses"
    dropped = step.dropped.tolist()
    if isinstance(step, EmStep):
        uses = dict(zip(step.counted.tolist(), step.expected_counts.tolist(), strict=True))
        rows = sorted(dropped, key=lambda seed: (-uses[seed], seed))
        cut = {seed: math.floor(100 * uses[seed]) / 100 for seed in rows}  # no 0.499 is a half
        return [(seed, f"{cut[seed]:.2f} uses") for seed in rows], "used less"
    before, split = trace.vocabulary(k), {*step.unreachable.tolist()}
    told = []
    for seed in sorted(dropped, key=lambda seed: (-before[trace.seeds[seed]], seed)):
        splits = NOTES["better split"] if seed in split else ""
        told.append((seed, f"p {in_digits(math.exp(before[trace.seeds[seed]]), 2)}{splits}"))
    return told, "less probable"


def loss_line(step: PruneStep) -> str:
    """Where the line ran between what went for its loss and what stays; "" if nothing did."""
    gone = [loss for _, loss, fate in condemned(step) if fate == "least missed"]
    if not gone:
        return ""
    stays = set(step.pieces.tolist())
    losses = zip(step.judged.tolist(), step.losses.tolist(), strict=True)
    least = min((loss for seed, loss in losses if seed in stays), default=math.inf)
    more = f" (of what stays: {in_digits(least, 2)} or more)" if math.isfinite(least) else ""
    return f", {in_digits(gone[0], 2)} per word at most{more}"


def condemned(step: PruneStep) -> list[tuple[int, float, Fate]]:
    """The seeds that a pruning drops, each with its loss and the reason; the largest loss first."""
    loss_of = dict(zip(step.judged.tolist(), step.losses.tolist(), strict=True))
    rows = [
        (seed, loss_of[seed], fate)
        for seed, fate in zip(step.dropped.tolist(), step.fates, strict=True)
    ]
    return sorted(rows, key=lambda row: (-row[1], row[0]))
