"""Rank against frequency of the text's tokens: Zipf's law, and what merging does to it.

Source: G. K. Zipf, Human Behavior and the Principle of Least Effort, 1949. In a text of words the
frequency falls about as 1 / rank: on two logarithmic axes a straight line. Bytes and letters fall
off steeply; the more is merged, the longer and straighter the line becomes.
"""

from collections.abc import Iterable

import numpy as np

from tokviz.text.labels import times
from tokviz.traces.merges import MergeTrace
from tokviz.views.charts.frame import (
    NEUTRAL,
    Spec,
    frame,
    frame_steps,
    marked_frames,
    token_name,
)

MOST_POINTS = 60
"""Tokens that a line names: the first ones all, later ones ever fewer, as the axis wants it."""


def rank_and_frequency(trace: MergeTrace) -> Spec:
    """Two lines: the tokens before any merge, and those of the step."""
    steps = frame_steps(0, len(trace))
    frames = [[_points(trace, step)] for step in steps]
    data = [
        _line("before any merge", {"dash": "dot", "width": 2, "color": NEUTRAL}) | frames[0][0],
        _line("at the step named above", {"width": 2}) | frames[0][0],
    ]
    return frame(
        data,
        title="Common tokens, rare tokens",
        subtitle="The most frequent token is the 1st. Words would lie nearly on a straight line",
        x={
            "title": {"text": "place by frequency (logarithmic scale)"},
            **_log_axis(points["x"] for (points,) in frames),
        },
        y={
            "title": {"text": "times in the text (logarithmic)"},
            **_log_axis(points["y"] for (points,) in frames),
        },
        moves=marked_frames(steps, [1], frames, "line of step {step}"),
    )


def _points(trace: MergeTrace, step: int) -> Spec:
    counts = trace.token_counts(step)
    counts[[i for i in trace.special_ids if i < len(counts)]] = 0
    ids = np.argsort(-counts, kind="stable")[: int((counts > 0).sum())]
    ranks = np.unique(np.geomspace(1, max(len(ids), 1), MOST_POINTS).round().astype(int))
    shown = ids[ranks - 1] if len(ids) else ids
    return {
        "x": ranks.tolist() if len(ids) else [],
        "y": counts[shown].tolist(),
        "customdata": [
            f"{token_name(trace.vocab[i], trace.markers, 40)} stands {times(int(counts[i]))}"
            for i in shown.tolist()
        ],
    }


def _log_axis(values: Iterable[list[int]]) -> Spec:
    """The same range at every step, so that what moves is the line."""
    most = max((max(row, default=1) for row in values), default=1)
    range_ = [-0.1, float(np.log10(max(most, 2))) + 0.15]
    return {"type": "log", "dtick": 1, "tickformat": "~s", "range": range_}


def _line(name: str, line: Spec) -> Spec:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "line": line,
        "marker": {"size": 5},
        "hovertemplate": f"rank %{{x}}: %{{customdata}}, {name}<extra></extra>",
    }
