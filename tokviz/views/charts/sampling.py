"""Segmentations drawn at random, against their exact shares.

Every number comes from the lattice. No mark speaks by colour alone, and what the
reader wrote is escaped, because Plotly reads ``<b>`` as markup.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tokviz.text.direction import in_a_row
from tokviz.text.labels import plain_label
from tokviz.text.markers import SPACES
from tokviz.views.charts.frame import TEXT_SIZE, Spec, escape, frame
from tokviz.views.tables.draws import BORDER

LONGEST_LABEL = 36  # on a phone; above the bars, which have all of the width
HALF = 0.27
"""Of a row's height: the two bars, above and below its middle; its label stands over them."""
ALL_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]
"""Of an axis that is longer than all there is."""


class Share(NamedTuple):
    """One segmentation: its exact probability, and how often it was drawn."""

    pieces: tuple[str, ...]
    exact: float
    drawn: int


def sampling_chart(
    shares: Sequence[Share], *, draws: int, temperature: float, segmentations: float
) -> Spec:
    """The likeliest segmentations: exact probability beside the share of the draws.

    ``segmentations`` is how many there are in all. What is in no row stands in the last bar.
    """
    rest_exact = max(0.0, 1 - sum(share.exact for share in shares))
    rest_drawn = draws - sum(share.drawn for share in shares)
    labels = [_label(share.pieces) for share in shares]
    exact = [share.exact for share in shares]
    drawn = [share.drawn for share in shares]
    if segmentations > len(shares) + 0.5:
        labels.append("all others")
        exact.append(rest_exact)
        drawn.append(rest_drawn)
    rows = range(len(labels))
    last = 1.2 * max([*exact, 0.05])  # room for the number beside the longest bar
    ways = f"{segmentations:,.0f}" if segmentations < 1e6 else f"{segmentations:.1e}"
    return frame(
        [*_share_bars(exact, drawn, draws), _labels_above(labels)],
        title=f"{draws:,} draws at temperature {temperature:g}",
        subtitle="1 segmentation in all" if ways == "1" else f"{ways} segmentations in all",
        x={
            "title": {"text": "probability"},
            "tickformat": ".0%",
            "range": [0, last],
            **({"tickvals": ALL_TICKS} if last > 1 else {}),
        },
        y={
            "range": [len(rows) - 0.6, -0.75],
            "showticklabels": False,
            "showgrid": False,
            "zeroline": False,
        },
        barmode="group",
        bargap=1 - 2 * HALF,
        height=210 + 62 * len(rows),
    )


def _labels_above(labels: Sequence[str]) -> Spec:
    return {
        "type": "scatter",
        "mode": "text",
        "x": [0] * len(labels),
        "y": [row - HALF - 0.03 for row in range(len(labels))],
        "text": labels,
        "textposition": "top right",
        "textfont": {"family": "monospace", "size": TEXT_SIZE},
        "cliponaxis": False,
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _share_bars(exact: Sequence[float], drawn: Sequence[int], draws: int) -> list[Spec]:
    """Two bars for each segmentation: what is exact, and what was drawn."""
    bar = {
        "type": "bar",
        "orientation": "h",
        "y": list(range(len(exact))),
        "textposition": "outside",
        "cliponaxis": False,
    }
    return [
        bar
        | {
            "name": "exact",
            "x": list(exact),
            "text": [f"{value:.2%}" for value in exact],
            "hovertemplate": "exact: %{x:.3%}<extra></extra>",
            "marker": {"pattern": {"shape": "/"}},
        },
        bar
        | {
            "name": f"of {draws:,} draws",
            "x": [count / draws for count in drawn],
            "text": [f"{count:,}" for count in drawn],
            "hovertemplate": "drawn: %{text} times (%{x:.1%})<extra></extra>",
        },
    ]


def _label(pieces: Sequence[str]) -> str:
    """The pieces with thin bars between; escaped, and cut where it is long."""
    labels = [plain_label(piece, SPACES) for piece in pieces]
    written = BORDER.join(labels)
    if len(written) > LONGEST_LABEL:
        labels = f"{written[: LONGEST_LABEL - 1]}…".split(BORDER)
    return escape(in_a_row(labels, BORDER))
