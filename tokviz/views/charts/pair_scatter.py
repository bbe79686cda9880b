"""Every pair of a contest, count against pair score, with the choices of BPE and of WordPiece.

To the right: pairs that are frequent, which BPE takes. To the top: pairs that are frequent for how
common their parts are, which WordPiece takes. Counts and tokens are those that training recorded.
Source of the score: the Hugging Face course, after Schuster and Nakajima 2012.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tokviz.text.labels import score_words, times
from tokviz.traces.choice import RankedBy
from tokviz.traces.merges import MergeTrace
from tokviz.traces.other_ranking import OtherChoice, choice_by
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
TAKERS: dict[str, RankedBy] = {"BPE takes": "count", "WordPiece takes": "pair score"}


def pair_scatter(trace: MergeTrace) -> Spec:
    """All pairs that a merge chose from, on two logarithmic axes; equal ones are one point."""
    if not len(trace):
        return frame([], title="Nothing was merged", subtitle="", x={}, y={})
    points = max(len(_points(trace, k)["x"]) for k in (0, len(trace) // 2, len(trace) - 1))
    most = max(2, min(MOST_FRAMES, MOST_POINTS // points))
    steps = frame_steps(1, len(trace), most)
    taken = {k: [choice_by(number, trace, k - 1) for number in TAKERS.values()] for k in steps}
    frames = [[_points(trace, k - 1), *_taken(trace, both)] for k, both in taken.items()]
    data = [look | now for look, now in zip(_looks(), frames[0], strict=True)]
    data[0]["marker"]["size"] = data[0].pop("marker.size")
    few = "" if len(steps) == len(trace) else f"; drawn for {len(steps)} of {len(trace):,} merges"
    agree = sum(by_count == by_score for by_count, by_score in taken.values())
    never = len(steps) > 1 and not agree
    often = f"none of the {len(steps)} merges do" if never else f"{agree} of {len(steps)}"
    return frame(
        data,
        title="All pairs that a merge chose from",
        subtitle=f"In {often} both rules take the same pair{few}",
        x={"title": {"text": "times in the text"}, **_count_axis(_values(frames, "x"))},
        y={"title": {"text": "pair score"}, **_log_axis(_values(frames, "y"))},
        moves=marked_frames(steps, [0, 1, 2], frames, "contest of merge {step}"),
        height=500,
    )


def _values(frames: list[list[Spec]], axis: str) -> list[float]:
    return [value for moment in frames for part in moment for value in part[axis]]


def _count_axis(values: Sequence[float]) -> dict[str, Any]:
    """A small count has its own number, as far as a phone has room for it."""
    axis = _log_axis(values)
    low, high = axis["range"]
    if "tickvals" in axis or high - low >= 2:  # from one to a hundred
        return axis
    digits = range(1, 10) if high - low < 1 else (1, 2, 3, 4, 5, 7)
    ticks = (digit * 10**power for power in range(3) for digit in digits)
    shown = [tick for tick in ticks if 10**low <= tick <= 10**high]
    return {"type": "log", "range": [low, high], "tickvals": shown, "tickformat": ".4~g"}


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


def _taken(trace: MergeTrace, both: Sequence[OtherChoice | None]) -> list[Spec]:
    return [
        {
            "x": [choice.count],
            "y": [float(choice.score)],
            "customdata": [_choice_facts(trace, name, choice)],
            "name": f"{name} {pair_name(trace, choice.pair)}",
        }
        for name, choice in zip(TAKERS, both, strict=True)
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


def _choice_facts(trace: MergeTrace, name: str, choice: OtherChoice) -> str:
    facts = [f"{name} {pair_name(trace, choice.pair)}", f"{times(choice.count)} in the text"]
    return "<br>".join([*facts, f"score {choice.score} = {score_words(choice.score)}"])
