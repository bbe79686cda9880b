"""Tokens that several tokenizers make of one text, as bars: shorter is cheaper to read."""

import html
from collections.abc import Sequence

import plotly.graph_objects as go

from tokviz.views.strips.strips import StripRow


def token_totals(rows: Sequence[StripRow], text: str) -> go.Figure:
    """One bar per tokenizer, in the order given, with what one token stands for on average."""
    size = len(text.encode("utf-8", "surrogatepass"))
    totals = [len(row.tokens) for row in rows]
    per_token = [f"{size / total:.2f} bytes per token" if total else "" for total in totals]
    names = [html.escape(row.name, quote=False) for row in rows]
    figure = go.Figure()
    figure.add_bar(
        orientation="h",
        x=totals,
        y=list(range(len(rows))),
        text=[
            f"{total:,}  ({words})" if words else "0"
            for total, words in zip(totals, per_token, strict=True)
        ],
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{text}<extra></extra>",
    )
    figure.update_layout(
        title={"text": "Tokens in the text"},
        font={"size": 14},
        height=110 + 34 * max(len(rows), 2),
        margin={"l": 10, "r": 10, "t": 50, "b": 40},
        bargap=0.3,
        dragmode=False,
        showlegend=False,
    )
    most = max(totals, default=1)
    figure.update_xaxes(range=[0, 1.5 * max(most, 1)], fixedrange=True, title="tokens")
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[f"{name}  " for name in names],
        range=[len(rows) - 0.4, -0.6],
        automargin=True,
        fixedrange=True,
        showgrid=False,
    )
    return figure
