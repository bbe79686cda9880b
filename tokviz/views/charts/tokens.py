"""How many tokens the text has after each merge, and what other tokenizers need for it."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from tokviz.text.labels import plural
from tokviz.traces.merges import MergeTrace
from tokviz.views.charts.frame import Counts, Spec, escape, frame, marked_steps, packed

Reference: TypeAlias = tuple[str, int]

LINE_POINTS = 800  # as many as a projector can tell apart


def tokens_over_steps(trace: MergeTrace, reference: Sequence[Reference] = ()) -> Spec:
    """The tokens after 0, 1, ... merges.

    ``reference`` holds (name, tokens) of other tokenizers on the same text: lines to beat.
    """
    tokens = trace.tokens_per_step
    steps = np.unique(np.linspace(0, len(trace), LINE_POINTS).round().astype(np.int64))
    data: list[Spec] = [
        {
            "type": "scatter",
            "x": packed(steps),
            "y": packed(tokens[steps]),
            "mode": "lines",
            "name": "this tokenizer, merge by merge",
            "line": {"width": 3},
            "hovertemplate": "after merge %{x:,}; tokens in the text: %{y:,}<extra></extra>",
        }
    ]
    facts = [
        f"{escape(name)}: {plural(n, 'token')}, {_when_beaten(tokens, n)}" for name, n in reference
    ]
    for fact, (name, count) in zip(facts, reference, strict=True):
        data.append(_level(count, name=name, last=max(len(trace), 1), hover=fact))
    return frame(
        data,
        title="How long the text is, counted in tokens",
        subtitle="; ".join(facts),
        x={"title": {"text": "merges learned"}, "rangemode": "tozero"},
        y={"title": {"text": "tokens in the text"}, "rangemode": "tozero", "tickformat": ","},
        moves=marked_steps(tokens.tolist(), "step {step}: {value}", noun="token"),
    )


def _level(count: int, *, name: str, last: int, hover: str) -> Spec:
    """A level line across all steps: what another tokenizer needs."""
    return {
        "type": "scatter",
        "x": [0, last],
        "y": [count, count],
        "mode": "lines",
        "name": f"{escape(name)}: {count:,}",
        "line": {"dash": "dash", "width": 2},
        "hovertemplate": f"{hover}<extra></extra>",
    }


def _when_beaten(tokens: Counts, count: int) -> str:
    """From which step on the text has at most ``count`` tokens."""
    reached = np.flatnonzero(tokens <= count)
    return f"reached after {plural(int(reached[0]), 'merge')}" if len(reached) else "not reached"
