"""How the leading pairs stood at every step: their counts (WordPiece: scores) rise, win and fall.

At step k each line shows what merge k saw, before it joined the winner. Who tied with a winner
(``trace.tied``) and who was forbidden (``trace.barred``) is drawn over the lines, each in its own
form. The counts of pairs are recorded; WordPiece's score divides one by the counts of its tokens,
which are those before training and what each recorded merge took and brought.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from tokviz.text.labels import score_words, times
from tokviz.traces.choice import Pair, Spans, pair_codes, pairs_of
from tokviz.traces.merges import MergeTrace
from tokviz.views.charts.frame import (
    LOG_AXIS,
    NEUTRAL,
    Counts,
    Spec,
    escape,
    frame,
    marked_steps,
    packed,
    pair_name,
)

TOP = 8
"""Pairs with a line of their own: as many as can be told apart."""
LONG = 40  # merges from which the axis is logarithmic
LONGEST_NAMED = 1_000  # merges; the names of more would outweigh the chart
DASHES = ("solid", "dash", "dot", "dashdot")


@dataclass(frozen=True, slots=True)
class PairLine:
    """How one pair stood: ``counts[k]`` and ``standing[k]`` are what merge k + 1 saw."""

    pair: Pair
    counts: Counts
    standing: npt.NDArray[np.float64]


def standings(trace: MergeTrace) -> Spec:
    """The top pairs as lines over the steps, and above them what each merge's winner had."""
    lines = pair_lines(trace)
    scored = trace.rule.ranked_by == "pair score"
    height = "score" if scored else "times in the text"
    data = [_winners(trace)] if len(trace) else []
    data += [_line(trace, line, place) for place, line in enumerate(lines)]
    data += [
        *_spans(lines, trace.tied, name="tied", look=_TIED),
        *_spans(lines, trace.barred, name="not allowed", look=_BARRED),
        *_wins(trace, lines),
    ]
    return frame(
        data,
        title="How the leading pairs rose and fell",
        subtitle=escape(trace.rule.words) if len(trace) else "Nothing was merged",
        x=_merge_axis(len(trace)),
        # A small score is 0.00005; Plotly would write 50µ.
        y={"title": {"text": height}, "rangemode": "tozero"}
        | ({"exponentformat": "none"} if scored else {}),
        moves=marked_steps(_said(trace), "merge {step}: {value}", noun="time"),
        height=520,
    )


def pair_lines(trace: MergeTrace) -> list[PairLine]:
    """The ``TOP`` pairs that stood highest at any step, the highest first.

    By score, those are asked that won, tied or stood above a forced pair, each at those steps: no
    other can have stood highest. By count it may be one that was forbidden at every step, so all
    are.
    """
    if not len(trace):
        return []
    of = _best_scored if trace.rule.ranked_by == "pair score" else _most_frequent
    return [_line_of(trace, pair) for pair in of(trace)]


def _best_scored(trace: MergeTrace) -> list[Pair]:
    """Of equal ones those that had the score first, then those that won or tied, as they did."""
    tied, barred = trace.tied, trace.barred
    scores = np.array([float(score) for score in trace.scores])
    edges = np.stack([tied.first, tied.last], axis=1).ravel()
    level = np.maximum.reduceat(np.append(scores, 0), edges)[::2]
    pairs = np.concatenate([trace.pairs, tied.pairs, barred.pairs])
    heights = np.concatenate([scores, level, _scores_above(trace)])
    first = np.concatenate([np.arange(len(trace)), tied.first, barred.first])
    ordered = pairs[np.lexsort((first, -heights))].tolist()
    return list(islice(dict.fromkeys((left, right) for left, right in ordered), TOP))


def _scores_above(trace: MergeTrace) -> npt.NDArray[np.float64]:
    """The score of each row of ``trace.barred``, at its step."""
    scores = np.zeros(len(trace.barred.first))
    for k in np.unique(trace.barred.first).tolist():
        rows = trace.barred.first == k
        pairs, counts = trace.pair_table(k)
        place = np.searchsorted(pair_codes(pairs), pair_codes(trace.barred.pairs[rows]))
        left, right = trace.token_counts(k)[pairs[place]].T
        scores[rows] = counts[place] / (left * right)
    return scores


def _most_frequent(trace: MergeTrace) -> list[Pair]:
    end = int(trace.change_starts[len(trace)])
    codes = pair_codes(trace.change_pairs[:end])
    order = np.argsort(codes, kind="stable")
    distinct, starts = np.unique(codes[order], return_index=True)
    totals = np.cumsum(trace.change_counts[order].astype(np.int64))
    before = np.concatenate([[0], totals])[starts]
    peaks = np.maximum.reduceat(totals, starts) - before
    highest = distinct[np.argsort(-peaks, kind="stable")[:TOP]]
    return [(left, right) for left, right in pairs_of(highest).tolist()]


def _line_of(trace: MergeTrace, pair: Pair) -> PairLine:
    steps = len(trace)
    changes = np.zeros(steps, np.int64)
    rows = np.flatnonzero(pair_codes(trace.change_pairs) == pair_codes(np.array([pair]))[0])
    at = np.searchsorted(trace.change_starts, rows, side="right") - 1
    np.add.at(changes, at[at < steps], trace.change_counts[rows[at < steps]])
    counts = np.cumsum(changes)
    if trace.rule.ranked_by == "count":
        return PairLine(pair, counts, counts.astype(np.float64))
    alone = [np.maximum(_counts_of(trace, token_id), 1) for token_id in pair]
    return PairLine(pair, counts, counts / (alone[0] * alone[1]))


def _counts_of(trace: MergeTrace, token_id: int) -> Counts:
    """(s,) how often the token stood in the text as each merge saw it."""
    joined = -np.diff(trace.tokens_per_step)
    sides = (trace.pairs == token_id).sum(axis=1)
    changes = joined * ((trace.merged_ids == token_id).astype(np.int64) - sides)
    first = int(trace.token_counts(0)[token_id])
    return first + np.concatenate([[0], np.cumsum(changes)[:-1]])


def _merge_axis(steps: int) -> Spec:
    """Most happens early: where training is long, the first merges get the room."""
    if steps < LONG:
        return {"title": {"text": "merge"}, "range": [-0.02 * steps, max(1.02 * steps, 1)]}
    return {
        "title": {"text": "merge (logarithmic scale)"},
        **LOG_AXIS,
        "range": [-0.05, float(np.log10(1.1 * steps))],
    }


def _said(trace: MergeTrace) -> list[int | str]:
    """What stands above the line: who won, in a long training only how often it stood."""
    counts = trace.counts.tolist()
    if len(trace) > LONGEST_NAMED:
        return [0, *counts]
    pairs: list[list[int]] = trace.pairs.tolist()
    won = [
        f"{pair_name(trace, (a, b))}, {times(count)}"
        for (a, b), count in zip(pairs, counts, strict=True)
    ]
    return ["none yet", *won]


# ---- the lines ------------------------------------------------------------------------------

_TIED: Spec = {"line": {"width": 10, "color": "rgba(235,170,40,0.45)"}, "mode": "lines"}
_BARRED: Spec = {
    "line": {"width": 2, "dash": "dot", "color": "gray"},
    "mode": "lines+markers",
    "marker": {"symbol": "x", "size": 8},
}


def _winners(trace: MergeTrace) -> Spec:
    return {
        "type": "scatter",
        "x": packed(np.arange(1, len(trace) + 1)),
        "y": packed([float(score) for score in trace.scores]),
        "mode": "lines",
        "name": "the winner",
        "line": {"width": 4, "color": NEUTRAL},
        "hoverinfo": "skip",
    }


def _line(trace: MergeTrace, line: PairLine, place: int) -> Spec:
    """From the pair's first step to its last, at the steps where it changed."""
    standing = np.flatnonzero(line.counts)
    first, last = int(standing[0]), min(int(standing[-1]) + 1, len(trace) - 1)
    inside = np.arange(first, last + 1)
    turns = np.diff(line.standing[first : last + 1], prepend=np.nan) != 0
    at = inside[turns | (inside == last)]
    name = pair_name(trace, line.pair)
    return {
        "type": "scatter",
        "x": packed(at + 1),
        "y": packed(line.standing[at]),
        "mode": "lines+markers" if len(at) < 40 else "lines",
        "name": name,
        "line": {"width": 2, "shape": "hv", "dash": DASHES[place % len(DASHES)]},
        "marker": {"size": 5},
        "customdata": [_fact(line, k, scored=trace.rule.ranked_by != "count") for k in at.tolist()],
        "hovertemplate": f"{name}: %{{customdata}} when merge %{{x}} chose<extra></extra>",
    }


def _fact(line: PairLine, k: int, *, scored: bool) -> str:
    count = times(int(line.counts[k])) if line.counts[k] else "gone"
    return f"{count}, score {score_words(line.standing[k])}" if scored and line.counts[k] else count


def _spans(lines: Sequence[PairLine], spans: Spans, *, name: str, look: Spec) -> Iterator[Spec]:
    """One trace for all stretches of all pairs; a gap parts them."""
    x: list[int | None] = []
    y: list[float | None] = []
    for line in lines:
        for row in np.flatnonzero((spans.pairs == line.pair).all(axis=1)).tolist():
            first, last = int(spans.first[row]), int(spans.last[row])
            x += [*range(first + 1, last + 1), None]
            y += [*line.standing[first:last].tolist(), None]
    if x:
        yield {
            "type": "scatter",
            "x": x,
            "y": y,
            "name": name,
            "hovertemplate": f"{name} at merge %{{x}}<extra></extra>",
            **look,
        }


def _wins(trace: MergeTrace, lines: Sequence[PairLine]) -> Iterator[Spec]:
    place = {line.pair: line for line in lines}
    won = [(k, pair) for k, (a, b) in enumerate(trace.pairs.tolist()) if (pair := (a, b)) in place]
    if won:
        yield {
            "type": "scatter",
            "x": [k + 1 for k, _ in won],
            "y": [float(place[pair].standing[k]) for k, pair in won],
            "customdata": [pair_name(trace, pair) for _, pair in won],
            "mode": "markers",
            "name": "won",
            "marker": {"symbol": "star", "size": 14, "color": "gray"},
            "hovertemplate": "%{customdata} won merge %{x}<extra></extra>",
        }
