"""Every pair of a contest, count against pair score, with the choices of BPE and of WordPiece.

To the right: pairs that are frequent, which BPE takes. To the top: pairs that are frequent for how
common their parts are, which WordPiece takes. Counts and tokens are those that training recorded.
Source of the score: the Hugging Face course, after Schuster and Nakajima 2012.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from tokviz.text.labels import score_words, times
from tokviz.traces.choice import Pair
from tokviz.traces.merges import MergeTrace, first_in_text
from tokviz.views.charts.frame import (
    MOST_FRAMES,
    TEXT_SIZE,
    Counts,
    Spec,
    frame,
    frame_steps,
    marked_frames,
    pair_name,
)

EXAMPLES = 4
"""Pairs that a point names on hover; the rest is counted."""
MOST_TICKS = 6
"""On an axis of which all values are nearly one."""
MOST_POINTS = 4_000
"""Points of all contests that the chart holds together; of a long training it holds fewer."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The pair that a rule takes: how often it stands together, and its exact score."""

    pair: Pair
    count: int
    score: Fraction


@dataclass(frozen=True, slots=True)
class Choices:
    """What BPE and WordPiece would merge next in the same text; None where no pair is left."""

    bpe: Choice | None
    wordpiece: Choice | None

    @property
    def agree(self) -> bool:
        """Whether both take the same pair."""
        return self.bpe == self.wordpiece


def choices(trace: MergeTrace, step: int) -> Choices:
    """Both rules' choices among the pairs that ``step`` saw, ``0 <= step <= len(trace)``.

    Each rule ends ties by the pair seen first, but the choice that training made, by whichever it
    ranks by, is that one.
    """
    pairs, counts = trace.pair_table(step)
    if not len(pairs):
        return Choices(None, None)
    alone = trace.token_counts(step)

    def choice(row: int) -> Choice:
        left, right = pairs[row].tolist()
        count = int(counts[row])
        return Choice((left, right), count, Fraction(count, int(alone[left]) * int(alone[right])))

    def first_of(level: Counts) -> Choice:
        first = level[first_in_text(trace, step, level)]
        return choice(int(np.flatnonzero((pairs == first).all(axis=1))[0]))

    most_frequent = pairs[counts == counts.max()]
    if step == len(trace):
        return Choices(first_of(most_frequent), None)
    taken = choice(int(np.flatnonzero((pairs == trace.pairs[step]).all(axis=1))[0]))
    if trace.rule.ranked_by == "pair score":
        return Choices(first_of(most_frequent), taken)
    scores = counts / (alone[pairs[:, 0]].astype(np.float64) * alone[pairs[:, 1]])
    near = [choice(row) for row in np.flatnonzero(scores >= scores.max() * (1 - 1e-9)).tolist()]
    highest = max(found.score for found in near)
    tied = np.array([found.pair for found in near if found.score == highest], np.int64)
    return Choices(taken, first_of(tied))


def pair_scatter(trace: MergeTrace) -> Spec:
    """All pairs that a merge chose from, on two logarithmic axes; equal ones are one point."""
    if not len(trace):
        return frame([], title="Nothing was merged", subtitle="", x={}, y={})
    points = max(len(_points(trace, k)["x"]) for k in (0, len(trace) // 2, len(trace) - 1))
    most = max(2, min(MOST_FRAMES, MOST_POINTS // points))
    steps = frame_steps(1, len(trace), most)
    frames = [[_points(trace, k - 1), *_taken(trace, k - 1)] for k in steps]
    data = [look | now for look, now in zip(_looks(), frames[0], strict=True)]
    data[0]["marker"]["size"] = data[0].pop("marker.size")
    few = "" if len(steps) == len(trace) else f"; drawn for {len(steps)} of {len(trace):,} merges"
    agree = sum(choices(trace, k - 1).agree for k in steps)
    return frame(
        data,
        title="All pairs that a merge chose from",
        subtitle=f"In {agree} of {len(steps)} both rules take the same pair{few}",
        x={"title": {"text": "times in the text"}, **_log_axis(_values(frames, "x"))},
        y={"title": {"text": "pair score"}, **_log_axis(_values(frames, "y"))},
        moves=marked_frames(steps, [0, 1, 2], frames, "contest of merge {step}"),
        height=500,
    )


def _values(frames: list[list[Spec]], axis: str) -> list[float]:
    return [value for moment in frames for part in moment for value in part[axis]]


def _log_axis(values: Sequence[float]) -> dict[str, Any]:
    """The same range at every step, with a little room; ticks at 1, 2 and 5 if they fit."""
    low, high = (float(end) for end in np.log10([min(values), max(values)]))
    room = 0.06 * (high - low) + 0.08
    ticks: dict[str, Any] = {"dtick": "D2" if high - low < 3 else 1, "tickformat": ".4~g"}
    if high - low < 0.3:  # less than from 1 to 2: none of those may be in it
        ticks = {"tickvals": sorted({*values})[:MOST_TICKS], "tickformat": ".4~g"}
    return {"type": "log", "range": [low - room, high + room], **ticks}


def _points(trace: MergeTrace, step: int) -> Spec:
    """One point for all pairs of the same count and score."""
    pairs, counts = trace.pair_table(step)
    alone = trace.token_counts(step)
    products = alone[pairs[:, 0]] * alone[pairs[:, 1]]
    kinds, kind_of, sizes = np.unique(
        np.stack([counts, products], axis=1), axis=0, return_inverse=True, return_counts=True
    )
    order = np.argsort(kind_of.reshape(-1), kind="stable")
    groups = np.split(order, np.cumsum(sizes)[:-1])
    return {
        "x": kinds[:, 0].tolist(),
        "y": (kinds[:, 0] / kinds[:, 1]).tolist(),
        "marker.size": np.minimum(7 + 3 * np.log2(sizes), 26).round(1).tolist(),
        "customdata": [
            _group_facts(trace, pairs[rows], count, product)
            for rows, (count, product) in zip(groups, kinds.tolist(), strict=True)
        ],
    }


def _taken(trace: MergeTrace, step: int) -> list[Spec]:
    made = choices(trace, step)
    named = (("BPE takes", made.bpe), ("WordPiece takes", made.wordpiece))
    return [
        {
            "x": [choice.count],
            "y": [float(choice.score)],
            "customdata": [_choice_facts(trace, name, choice)],
            "name": f"{name} {pair_name(trace, choice.pair)}",
        }
        for name, choice in named
        if choice is not None
    ]


def _looks() -> list[Spec]:
    """How the pairs, BPE's choice and WordPiece's are drawn."""
    shared = {"type": "scatter", "hovertemplate": "%{customdata}<extra></extra>"}
    pairs = {
        **shared,
        "mode": "markers",
        "name": "pairs (larger: several)",
        "marker": {
            "color": "rgba(128,128,128,0.45)",
            "line": {"width": 1, "color": "rgba(128,128,128,0.9)"},
        },
    }
    marks = (("BPE", "square-open", "bottom"), ("WordPiece", "diamond-open", "top"))
    return [
        pairs,
        *(
            {
                **shared,
                "mode": "markers+text",
                "marker": {"size": 22, "symbol": symbol, "line": {"width": 3}},
                "text": [name],
                "textposition": f"{side} center",
                "textfont": {"size": TEXT_SIZE},
                "cliponaxis": False,
            }
            for name, symbol, side in marks
        ),
    ]


# ---- the words ------------------------------------------------------------------------------


def _group_facts(trace: MergeTrace, pairs: Counts, count: int, product: int) -> str:
    names = [pair_name(trace, (left, right)) for left, right in pairs[:EXAMPLES].tolist()]
    if len(pairs) > EXAMPLES:
        names.append(f"… and {len(pairs) - EXAMPLES:,} more pairs")
    score = f"score {count:,} ÷ {product:,} = {score_words(count / product)}"
    return "<br>".join([*names, f"{times(count)} in the text", score])


def _choice_facts(trace: MergeTrace, name: str, choice: Choice) -> str:
    facts = [f"{name} {pair_name(trace, choice.pair)}", f"{times(choice.count)} in the text"]
    return "<br>".join([*facts, f"score {choice.score} = {score_words(choice.score)}"])
