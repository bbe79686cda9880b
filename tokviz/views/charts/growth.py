"""Charts for the word lessons: the list of words grows, and new words keep coming.

Sources: Heaps' law (H. S. Heaps, Information Retrieval, 1978): distinct words grow like a power
of the words read. Every number is of the reader's own text (tokviz.text.measures).
"""

import html
from collections.abc import Sequence
from typing import TypeAlias

import plotly.graph_objects as go

from tokviz.text.measures import HeapsCurve, UnknownCurve
from tokviz.views.charts.merges import lay_out

NamedCurve: TypeAlias = tuple[str, UnknownCurve]
DASHES = ("solid", "dash", "dot")
SYMBOLS = ("circle", "diamond", "square")


def vocabulary_growth(curve: HeapsCurve) -> go.Figure:
    """Distinct words against words read, with the fitted power law where there is one."""
    figure = go.Figure()
    figure.add_scatter(
        x=curve.words_read,
        y=curve.distinct_words,
        mode="lines+markers" if len(curve.words_read) < 40 else "lines",
        name="distinct words",
        line={"width": 3},
        hovertemplate="after %{x:,} words: %{y:,} distinct<extra></extra>",
    )
    subtitle = "Too few words to fit a law"
    if curve.scale is not None and curve.exponent is not None:
        figure.add_scatter(
            x=curve.words_read,
            y=curve.scale * curve.words_read**curve.exponent,
            mode="lines",
            name="the law that fits best",
            line={"width": 2, "dash": "dash"},
            hovertemplate="the law at %{x:,} words: %{y:,.0f}<extra></extra>",
        )
        subtitle = (
            f"About {curve.scale:.1f} × read<sup>{curve.exponent:.2f}</sup>: "
            + _growth_in_words(curve.exponent)
        )
    read, distinct = _last(curve)
    lay_out(figure, f"{distinct:,} distinct words in {read:,}", subtitle)
    figure.update_layout(height=400)
    figure.update_xaxes(title="words read", rangemode="tozero", tickformat=",")
    figure.update_yaxes(title="distinct words", rangemode="tozero", tickformat=",")
    return figure


def unknown_shares(curves: Sequence[NamedCurve]) -> go.Figure:
    """The share of unknown words against words read, one line for each text that is looked up."""
    figure = go.Figure()
    for place, (name, curve) in enumerate(curves):
        read, share = curve.words_read, curve.unknown_share
        figure.add_scatter(
            x=read,
            y=share,
            mode="lines+markers",
            name=f"{html.escape(name, quote=False)}: {float(share[-1]):.1%} at the end",
            line={"width": 3, "dash": DASHES[place % len(DASHES)]},
            marker={
                "size": 11,
                "symbol": SYMBOLS[place % len(SYMBOLS)],
                "opacity": [0.0] * (len(read) - 1) + [1.0],
            },
            hovertemplate="after %{x:,} words: %{y:.1%} unknown<extra></extra>",
        )
    lay_out(figure, "Unknown words as the list grows", "The share of words not yet on the list")
    figure.update_layout(height=400)
    figure.update_xaxes(title="words of the training text read", rangemode="tozero", tickformat=",")
    figure.update_yaxes(title="share unknown", range=[-0.02, 1.08], tickformat=".0%")
    return figure


def _growth_in_words(exponent: float) -> str:
    factor = 2**exponent
    if exponent < 0.02:
        return "no new words come"
    if exponent > 0.98:
        return "nearly every word is new"
    return f"twice the text, {factor:.1f} times the words"


def _last(curve: HeapsCurve) -> tuple[int, int]:
    if not len(curve.words_read):
        return 0, 0
    return int(curve.words_read[-1]), int(curve.distinct_words[-1])
