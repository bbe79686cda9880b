"""The charts of the Unigram lesson: objective, vocabulary size, and drawn against exact shares.

Every number comes from the trace or from the lattice. No mark speaks by colour alone, and what the
reader wrote is escaped, because Plotly reads ``<b>`` as markup.
"""

import html
from collections.abc import Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from tokviz.text.labels import plain_label
from tokviz.text.markers import SPACES
from tokviz.traces.rounds import UnigramTrace

TEXT_SIZE = 14
LONGEST_LABEL = 46
_SYMBOLS = {"em": "circle", "prune": "x", "final": "square"}
_NAMES = {"em": "after EM", "prune": "after pruning", "final": "after the final cut"}


class Share(NamedTuple):
    """One segmentation: its exact probability, and how often it was drawn."""

    pieces: tuple[str, ...]
    exact: float
    drawn: int


def objective_chart(trace: UnigramTrace, step: int) -> go.Figure:
    """The objective that each EM step measured, ``step`` marked."""
    points = [(k + 1, objective) for k, objective in trace.objectives]
    figure = go.Figure()
    figure.add_scatter(
        x=[k for k, _ in points],
        y=[objective for _, objective in points],
        mode="lines+markers",
        name="objective",
        line={"width": 3},
        marker={"size": 9},
        hovertemplate="step %{x}: %{y:.4f}<extra></extra>",
    )
    now = [(k, objective) for k, objective in points if k <= step][-1:]
    _mark_step(figure, step, [(k, y, f"{y:.3f}") for k, y in now], "bottom right")
    _lay_out(figure, "Objective", "Negative log-likelihood per word, before each EM step")
    figure.update_xaxes(title="step", range=[-0.3, len(trace) + 0.6])
    figure.update_yaxes(title="lower is better")
    return figure


def vocabulary_chart(trace: UnigramTrace, step: int) -> go.Figure:
    """How many pieces there are after each step, ``step`` marked."""
    sizes = trace.pieces_per_step
    figure = go.Figure()
    figure.add_scatter(
        x=list(range(len(sizes))),
        y=sizes,
        mode="lines",
        name="pieces",
        line={"width": 3, "shape": "hv"},
        hovertemplate="after step %{x}: %{y:,} pieces<extra></extra>",
    )
    for kind, name in _NAMES.items():
        at = [k for k, row in enumerate(trace.steps, start=1) if row.kind == kind]
        if at:
            figure.add_scatter(
                x=at,
                y=[sizes[k] for k in at],
                mode="markers",
                name=name,
                marker={"size": 9, "symbol": _SYMBOLS[kind]},
                hovertemplate=f"{name}: %{{y:,}} pieces<extra></extra>",
            )
    _mark_step(figure, step, [(step, sizes[step], f"{sizes[step]:,}")], "top right")
    subtitle = f"From {sizes[0]:,} seeds to {sizes[-1]:,}"
    _lay_out(figure, f"{sizes[step]:,} pieces at step {step}", subtitle)
    figure.update_xaxes(title="step", range=[-0.3, len(trace) + 0.6])
    figure.update_yaxes(title="pieces", rangemode="tozero", tickformat=",")
    return figure


def sampling_chart(
    shares: Sequence[Share], *, draws: int, temperature: float, segmentations: float
) -> go.Figure:
    """The likeliest segmentations: exact probability beside the share of the draws.

    ``segmentations`` is how many there are in all. What is in no row stands in the last bar.
    """
    rest_exact = max(0.0, 1 - sum(share.exact for share in shares))
    rest_drawn = draws - sum(share.drawn for share in shares)
    labels = [_label(share.pieces) for share in shares]
    exact = [share.exact for share in shares]
    drawn = [share.drawn for share in shares]
    if segmentations > len(shares) + 0.5:
        labels.append("all others  ")
        exact.append(rest_exact)
        drawn.append(rest_drawn)
    rows = list(range(len(labels)))
    figure = _share_bars(exact, drawn, draws)
    ways = f"{segmentations:,.0f}" if segmentations < 1e6 else f"{segmentations:.1e}"
    one = "1 segmentation" if ways == "1" else f"{ways} segmentations"
    _lay_out(figure, f"{draws:,} draws at temperature {temperature:g}", f"{one} in all")
    figure.update_layout(barmode="group", height=230 + 46 * len(rows))
    figure.update_xaxes(title="probability", tickformat=".0%", range=[0, 1.2 * max([*exact, 0.05])])
    figure.update_yaxes(
        tickvals=rows,
        ticktext=labels,
        range=[len(rows) - 0.4, -0.6],
        tickfont={"family": "monospace", "size": TEXT_SIZE},
        showgrid=False,
    )
    return figure


def _share_bars(exact: Sequence[float], drawn: Sequence[int], draws: int) -> go.Figure:
    """Two bars for each segmentation: what is exact, and what was drawn."""
    rows = list(range(len(exact)))
    figure = go.Figure()
    figure.add_bar(
        orientation="h",
        name="exact",
        x=list(exact),
        y=rows,
        text=[f"{value:.1%}" for value in exact],
        hovertemplate="exact: %{x:.3%}<extra></extra>",
        marker={"pattern": {"shape": "/"}},
    )
    figure.add_bar(
        orientation="h",
        name=f"of {draws:,} draws",
        x=[count / draws for count in drawn],
        y=rows,
        text=[f"{count:,}" for count in drawn],
        hovertemplate="drawn: %{text} times (%{x:.1%})<extra></extra>",
    )
    figure.update_traces(textposition="outside", cliponaxis=False)
    return figure


def _label(pieces: Sequence[str]) -> str:
    """The pieces with thin bars between; escaped, and cut where it is long."""
    written = " | ".join(plain_label(piece, SPACES) for piece in pieces)
    if len(written) > LONGEST_LABEL:
        written = f"{written[: LONGEST_LABEL - 1]}…"
    isolated = written if written.isascii() else f"\u2068{written}\u2069"
    return html.escape(isolated, quote=False) + "  "


def _mark_step(
    figure: go.Figure, step: int, points: list[tuple[int, float, str]], side: str
) -> None:
    figure.add_vline(x=step, line={"dash": "dot", "width": 1.5, "color": "gray"})
    if points:
        (x, y, text) = points[0]
        figure.add_scatter(
            x=[x],
            y=[y],
            mode="markers+text",
            name=f"step {step}",
            marker={"size": 15, "symbol": "diamond"},
            text=[text],
            textposition=side,
            textfont={"size": TEXT_SIZE},
            cliponaxis=False,
            hoverinfo="skip",
        )


def _lay_out(figure: go.Figure, title: str, subtitle: str) -> None:
    figure.update_layout(
        title={"text": title, "subtitle": {"text": subtitle, "font": {"size": TEXT_SIZE}}},
        font={"size": TEXT_SIZE},
        margin={"l": 10, "r": 10, "t": 80, "b": 95},
        legend={"orientation": "h", "y": 0.01, "yanchor": "bottom", "yref": "container"},
        showlegend=True,
        dragmode=False,
        height=400,
    )
    figure.update_xaxes(automargin=True, fixedrange=True)
    figure.update_yaxes(automargin=True, fixedrange=True)
