"""What all charts share: a chart is a plain specification, as Plotly's JSON has it.

A chart that follows a replay says in ``layout.meta`` what moves; ``follow.js`` moves it, and gives
the lines below a title the chart's width. Its first shape is the line at the step, its first
annotation says the step in words. Numbers travel as Plotly's packed arrays: they are made and read
much faster than lists.
"""

import base64
import html
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.text.direction import isolated
from tokviz.text.labels import short_label
from tokviz.text.markers import Markers
from tokviz.traces.choice import Pair
from tokviz.traces.merges import MergeTrace, Token

Spec: TypeAlias = dict[str, Any]
Counts: TypeAlias = npt.NDArray[np.int64]

NEUTRAL = "rgba(128,128,128,0.5)"  # shows on light and on dark
TEXT_SIZE = 14
LONGEST_NAME = 16  # characters of a token in a legend; the hover text has more
LONGEST_LINE = 56  # characters below a title, until ``follow.js`` knows the chart's width
LINE_HEIGHT = 20  # pixels of each of these lines
LOG_AXIS: Spec = {
    "type": "log",
    "tickvals": [k * 10**power for power in range(7) for k in (1, 2, 5)],
    "tickformat": ",",
}
"""Of counts. Plotly's own marks write 200 as a small 2; in full they lie over each other."""
MOST_FRAMES = 41
"""States that a chart holds where each must be drawn anew: one for each of 40 steps; of more steps
the nearest before the one that is shown."""


def packed(values: npt.ArrayLike) -> dict[str, str]:
    """Numbers as Plotly's packed array."""
    array = np.asarray(values)
    kind = "f8" if array.dtype.kind == "f" else "i4"
    encoded = base64.b64encode(array.astype(f"<{kind}").tobytes()).decode("ascii")
    return {"dtype": kind, "bdata": encoded}


def frame(
    data: list[Spec],
    *,
    title: str,
    subtitle: str,
    x: Spec,
    y: Spec,
    moves: Spec | None = None,
    **layout: Any,
) -> Spec:
    """A chart with the frame that all share; the texts are Plotly's, escaped before.

    Arguments:
        x, y: the axes.
        moves: what follows the replay, as ``marked_steps`` or ``marked_frames`` gives it.
    """
    lines = textwrap.wrap(subtitle, LONGEST_LINE, break_long_words=False, break_on_hyphens=False)
    heading = {"text": "<br>".join(lines), "font": {"size": TEXT_SIZE}}
    axis = {"automargin": True, "fixedrange": True}
    follow: Spec = {"meta": {"tokviz": {"line": LINE_HEIGHT, **(moves or {})}}}
    if moves is not None:
        follow["annotations"] = [_note(moves)]
        if "values" in moves:
            follow["shapes"] = [_line()]
    return {
        "data": data,
        "layout": {
            "title": {"text": title, "subtitle": heading, "y": 0.97, "yanchor": "top"},
            "font": {"size": TEXT_SIZE},
            "height": 420,
            # Above: title, subtitle, the step's words. Below: ticks, their title, the legend.
            "margin": {"l": 10, "r": 10, "t": 85 + LINE_HEIGHT * len(lines), "b": 95},
            "legend": {"orientation": "h", "y": 0.01, "yanchor": "bottom", "yref": "container"},
            "showlegend": True,
            "dragmode": False,
            "hoverlabel": {"font": {"size": TEXT_SIZE}, "align": "left"},
            "xaxis": {**axis, **x},
            "yaxis": {**axis, **y},
            **follow,
            **layout,
        },
    }


def marked_steps(values: Sequence[int | str], words: str, *, noun: str = "") -> Spec:
    """A line at the step, and words above it: ``{step}`` and ``{value}`` in them are filled in.

    ``values`` holds one for each step from 0 on; numbers count the ``noun``.
    """
    return {"values": list(values), "words": words, "noun": noun}


def marked_frames(at: list[int], traces: list[int], frames: list[list[Spec]], words: str) -> Spec:
    """States of some traces of the chart, drawn for the last of the steps ``at`` that has come.

    ``frames[i][j]`` is what changes in the trace ``traces[j]`` at step ``at[i]``. Where the reader
    is at a step that has no state of its own, ``late`` is added to the words.
    """
    late = ", drawn for every few steps"
    return {"at": at, "traces": traces, "frames": frames, "words": words, "late": late}


def frame_steps(first: int, last: int, most: int = MOST_FRAMES) -> list[int]:
    """Steps for ``marked_frames``: all where they are few, both ends among them."""
    steps = np.linspace(first, last, min(most, last - first + 1)).round().astype(int)
    return [int(step) for step in np.unique(steps)]


def _line() -> Spec:
    return {
        "type": "line",
        "xref": "x",
        "yref": "paper",
        "x0": 0,
        "x1": 0,
        "y0": 0,
        "y1": 1,
        "line": {"dash": "dot", "width": 2, "color": "gray"},
    }


def _note(moves: Spec) -> Spec:
    """Above the plot, at the step or at its right end; its anchor keeps it inside."""
    on_axis = "values" in moves
    return {
        "xref": "x" if on_axis else "paper",
        "yref": "paper",
        "x": 0 if on_axis else 1,
        "y": 1,
        "xanchor": "left" if on_axis else "right",
        "yanchor": "bottom",
        "text": "",
        "showarrow": False,
        "font": {"size": TEXT_SIZE},
    }


# ---- the words ------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)  # a chart names a token once for each state it holds
def token_name(token: Token, markers: Markers, longest: int = LONGEST_NAME) -> str:
    """A token for a legend or a hover text, isolated, cut and escaped."""
    return escape(isolated(short_label(token, longest, markers)))


def pair_name(trace: MergeTrace, pair: Pair) -> str:
    """Two tokens for a legend or a hover text."""
    return " + ".join(token_name(trace.vocab[token_id], trace.markers) for token_id in pair)


def escape(text: str) -> str:
    """For Plotly, which reads ``<b>`` and ``&lt;`` as markup."""
    return html.escape(text, quote=False)
