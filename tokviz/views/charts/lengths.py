"""How long the tokens of the text are: at the start, and at the step of the replay.

Lengths are bytes for byte tokens, characters for others. Markers are not counted, and neither are
special and unknown tokens, which are no text.
"""

import numpy as np

from tokviz.text.labels import plural, unit_of
from tokviz.text.markers import num_letters
from tokviz.traces.merges import MergeTrace
from tokviz.views.charts.frame import Counts, Spec, frame, frame_steps, marked_frames

LONGEST_TOKEN = 24  # longer tokens share the last bar


def token_lengths(trace: MergeTrace) -> Spec:
    """The share of the text's tokens that have each length, as bars beside those of the start."""
    unit = unit_of(trace.vocab.values())
    lengths = _lengths(trace)
    steps = frame_steps(0, len(trace))
    counted = {step: _by_length(trace, lengths, step) for step in steps}
    longest = max((len(counts) - 1 for counts in counted.values()), default=1)
    frames = [[_bars(counted[step], longest, unit)] for step in steps]
    last = min(max(longest, 1), LONGEST_TOKEN)
    data = [
        _trace("before any merge", "/") | _bars(counted[0], longest, unit),
        _trace("at the step named above", "") | frames[0][0],
    ]
    return frame(
        data,
        title="How long the tokens are",
        subtitle=_ending(trace, lengths, unit),
        x={
            "title": {"text": f"{unit}s in a token" + _last_bar(longest)},
            "tick0": 1,
            "dtick": 1 if longest <= 12 else 2,
            "range": [0.4, last + 0.6],
        },
        y={"title": {"text": "share of the tokens"}, "tickformat": ".0%", "range": [0, 1.02]},
        moves=marked_frames(steps, [1], frames, "bars of step {step}"),
        barmode="group",
    )


def _lengths(trace: MergeTrace) -> Counts:
    """(largest id + 1,) the length of each token; 0 for what is no text."""
    lengths = np.zeros(max(trace.vocab, default=-1) + 1, np.int64)
    for token_id, token in trace.vocab.items():
        if token_id not in trace.special_ids:
            lengths[token_id] = num_letters(token, trace.markers)
    return lengths


def _by_length(trace: MergeTrace, lengths: Counts, step: int) -> Counts:
    """How many tokens of the text have length 0, 1, ...; the longest together in the last.

    A token that is only a marker has no letters, and is left out.
    """
    counts = trace.token_counts(step)
    by_length = np.bincount(np.minimum(lengths, LONGEST_TOKEN), counts).astype(np.int64)
    by_length[:1] = 0
    return np.trim_zeros(by_length, "b")


def _bars(counts: Counts, longest: int, unit: str) -> Spec:
    rows = range(1, longest + 1)
    padded = np.pad(counts, (0, longest + 1 - len(counts))).tolist()
    total = max(sum(padded), 1)
    tokens = plural(total, "token")
    return {
        "x": list(rows),
        "y": [round(padded[row] / total, 5) for row in rows],
        "customdata": [f"{padded[row]:,} of {tokens}: {_length_name(row, unit)}" for row in rows],
    }


def _trace(name: str, shape: str) -> Spec:
    return {
        "type": "bar",
        "name": name,
        "hovertemplate": f"%{{customdata}} (%{{y:.1%}}), {name}<extra></extra>",
        "marker": {"pattern": {"shape": shape}},
    }


def _ending(trace: MergeTrace, lengths: Counts, unit: str) -> str:
    counts = trace.token_counts(len(trace))[lengths > 0]
    if not counts.any():
        return f"At the end no token of the text has a {unit}"
    mean = int((lengths[lengths > 0] * counts).sum()) / int(counts.sum())
    return f"At the end {mean:.2f} {unit}s for one token of the text"


def _length_name(length: int, unit: str) -> str:
    more = " or more" if length == LONGEST_TOKEN else ""
    return f"{length}{more} {unit}" if length == 1 else f"{length}{more} {unit}s"


def _last_bar(longest: int) -> str:
    return f" (the last bar: {LONGEST_TOKEN} or more)" if longest >= LONGEST_TOKEN else ""
