"""Unigram's training in two charts: what the text costs to say, and with how many pieces.

The objective is the negative log-likelihood per word. Each EM step measures it under the
probabilities it was given, and usually lowers it. A pruning raises it: with fewer pieces the text
is less probable. So may an EM step where nearly all pieces are rare: those with less than half a
use go, and SentencePiece's Bayesian EM gives the rare ones less than their share.
"""

from collections.abc import Iterator
from itertools import pairwise

from tokviz.text.labels import plural
from tokviz.traces.rounds import UnigramTrace
from tokviz.views.charts.frame import NEUTRAL, Spec, frame, marked_steps

_SYMBOLS = {"em": "circle", "prune": "x", "final": "square"}
_NAMES = {
    "em": "EM: probabilities are estimated anew",
    "prune": "pruning: pieces are dropped",
    "final": "the last drop, to size",
}
WHAT_IT_IS = "Negative log-likelihood of a word. Lower: the pieces suit the text better."
WHY_IT_RISES = "At a cross pieces were dropped: with fewer, the text is less probable."
RARE_ONES = (
    "It rises between two EM steps, too, where most pieces are rare: SentencePiece gives those "
    "less than their share."
)


NOT_MEASURED = "Only EM steps measure it."


def objective_chart(trace: UnigramTrace) -> Spec:
    """The objective as each EM step measured it, and the prunings that raised it."""
    measured = {k + 1: objective for k, objective in trace.objectives}
    rises = _rises(trace, measured)
    data: list[Spec] = [
        {
            "type": "scatter",
            "x": list(measured),
            "y": list(measured.values()),
            "mode": "lines+markers",
            "name": "objective, measured by an EM step",
            "line": {"width": 3},
            "marker": {"size": 9},
            "hovertemplate": "before EM step %{x}: %{y:.4f} for a word<extra></extra>",
        }
    ]
    if rises:
        data.append(_prunings(trace, measured, rises))
    return frame(
        data,
        title="How badly the pieces fit the text",
        subtitle=" ".join(_subtitle(trace, measured, rises)),
        x=_steps(trace),
        y={"title": {"text": "objective for a word"}},
        moves=marked_steps(_said(trace, measured), "step {step}: {value}"),
    )


def vocabulary_chart(trace: UnigramTrace) -> Spec:
    """How many pieces there are after each step, and what kind of step it was."""
    sizes = trace.pieces_per_step
    data: list[Spec] = []  # the line comes last: EM and pruning have the other chart's colours
    for kind, name in _NAMES.items():
        at = [k for k, step in enumerate(trace.steps, start=1) if step.kind == kind]
        if at:
            data.append(
                {
                    "type": "scatter",
                    "x": at,
                    "y": [sizes[k] for k in at],
                    "mode": "markers",
                    "name": name,
                    "marker": {"size": 9, "symbol": _SYMBOLS[kind]},
                    "hovertemplate": f"step %{{x}}, {name}; pieces left: %{{y:,}}<extra></extra>",
                }
            )
    line = {
        "type": "scatter",
        "x": list(range(len(sizes))),
        "y": list(sizes),
        "mode": "lines",
        "name": "pieces",
        "line": {"width": 3, "shape": "hv", "color": NEUTRAL},
        "hovertemplate": "after step %{x}; pieces left: %{y:,}<extra></extra>",
    }
    return frame(
        [*data, line],
        title="How many pieces are left",
        subtitle=f"From {sizes[0]:,} seeds to {sizes[-1]:,}",
        x=_steps(trace),
        y={"title": {"text": "pieces"}, "rangemode": "tozero", "tickformat": ","},
        moves=marked_steps(sizes, "step {step}: {value}", noun="piece"),
    )


def _rises(trace: UnigramTrace, measured: dict[int, float]) -> list[tuple[int, int]]:
    """(pruning, next EM step) of each pruning after which the objective stood higher."""
    rises = []
    for k, step in enumerate(trace.steps, start=1):
        before = [at for at in measured if at < k]
        after = [at for at in measured if at > k]
        if step.kind != "prune" or not before or not after:
            continue
        if measured[min(after)] > measured[max(before)]:
            rises.append((k, min(after)))
    return rises


def _subtitle(
    trace: UnigramTrace, measured: dict[int, float], rises: list[tuple[int, int]]
) -> Iterator[str]:
    yield WHAT_IT_IS
    if rises:
        yield WHY_IT_RISES
    at_pruning = {after for _, after in rises}
    if any(
        measured[after] > measured[before] and after not in at_pruning
        for before, after in pairwise(sorted(measured))
    ):
        yield RARE_ONES
    if measured and max(measured) < len(trace):
        yield NOT_MEASURED


def _prunings(
    trace: UnigramTrace, measured: dict[int, float], rises: list[tuple[int, int]]
) -> Spec:
    return {
        "type": "scatter",
        "x": [k for k, _ in rises],
        "y": [measured[after] for _, after in rises],
        "customdata": [f"{len(trace.steps[k - 1].dropped):,}" for k, _ in rises],
        "mode": "markers",
        "name": "a pruning that raised it",
        "marker": {"size": 12, "symbol": "x"},
        "hovertemplate": "step %{x} dropped %{customdata} pieces: with fewer, the text is less "
        "probable<extra></extra>",
    }


def _said(trace: UnigramTrace, measured: dict[int, float]) -> list[str]:
    said = ["not measured yet"]
    for k, step in enumerate(trace.steps, start=1):
        dropped = f"{plural(len(step.dropped), 'piece')} dropped"
        said.append(f"{measured[k]:.3f} for a word before it" if k in measured else dropped)
    return said


def _steps(trace: UnigramTrace) -> Spec:
    return {"title": {"text": "step"}, "range": [-0.3, len(trace) + 0.6]}
