"""The charts beside the player: a training trace at one step, drawn with Plotly.

Every number comes from the trace. Colours come from the theme of the page, and no mark speaks
by colour alone: the chosen pair says "chosen", a tied pair is hatched and says "tied". The
reader's text is escaped in ``_escape``, because Plotly reads ``<b>`` and ``&lt;`` as markup.

Step k is the text after k merges; its pairs are those that the next merge chooses from.
"""

import html
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import plotly.graph_objects as go

from tokviz.text.labels import plain_label
from tokviz.text.markers import num_letters
from tokviz.traces.merges import MergeTrace
from tokviz.views.contest import Contest, Counts, Rival, contest

Reference: TypeAlias = tuple[str, int]

NEUTRAL = "rgba(128,128,128,0.5)"  # shows on light and on dark
TEXT_SIZE = 14
LONGEST_LABEL = 16  # characters on an axis; the hover text has them all
LINE_POINTS = 800  # as many as a projector can tell apart
LONGEST_TOKEN = 24  # longer tokens share the last bar
STANDINGS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("chosen", "chosen", {}),
    ("tied", "tied with it", {"pattern": {"shape": "/"}}),
    ("", "other pairs", {"color": NEUTRAL}),
    ("barred", "not allowed", {"color": NEUTRAL, "pattern": {"shape": "x"}}),
)
SIGNS = {"chosen": "✓", "tied": "=", "barred": "✕", "": ""}
"""What stands behind a bar's number and in the legend, so that colour is never the only mark."""
REASONS = {
    "chosen": "chosen",
    "tied": "tied, but the tie rule took another",
    "barred": "passed over",
}


def pair_statistics(trace: MergeTrace, step: int, top: int = 20) -> go.Figure:
    """The leading pairs at ``step`` as bars, the chosen one and those tied with it marked.

    A bar is as long as what the trainer compares: the count, or WordPiece's pair score.
    """
    field = contest(trace, step, top=top)
    scored = trace.rule.ranked_by == "pair score"
    figure = go.Figure()
    for standing, name, look in STANDINGS:
        rows = [row for row, rival in enumerate(field.leaders) if rival.standing == standing]
        group = [field.leaders[row] for row in rows]
        if group:
            figure.add_bar(
                orientation="h",
                name=f"{name} {SIGNS[standing]}".rstrip(),
                x=[float(rival.score) for rival in group],
                y=rows,
                text=[_bar_text(rival, scored=scored) for rival in group],
                customdata=[_pair_facts(trace, rival) for rival in group],
                hovertemplate="%{customdata}<extra></extra>",
                marker=look,
                textposition="outside",
                cliponaxis=False,
            )
    chosen = step < len(trace)
    title = f"Pairs at step {step:,}" if chosen else f"Pairs left after step {step:,}"
    lay_out(figure, title, _pairs_subtitle(field, chosen=chosen))
    figure.update_xaxes(title="pair score" if scored else "times in the text")
    _label_bars(figure, field, [_pair_label(trace, rival) for rival in field.leaders])
    return figure


def tokens_over_steps(
    trace: MergeTrace, step: int, reference: Sequence[Reference] = ()
) -> go.Figure:
    """How many tokens the text has after each merge, ``step`` marked.

    ``reference`` holds (name, tokens) of other tokenizers on the same text: lines to beat.
    """
    tokens, now = trace.tokens_per_step, trace.num_tokens(step)
    steps = _thinned(len(tokens), keep=step)
    figure = go.Figure()
    figure.add_scatter(
        x=steps,
        y=tokens[steps],
        mode="lines",
        name="our tokens",
        line={"width": 3},
        hovertemplate="after %{x:,} merges: %{y:,} tokens<extra></extra>",
    )
    figure.add_scatter(
        x=[step],
        y=[now],
        mode="markers+text",
        name=f"step {step:,}",
        marker={"size": 13, "symbol": "diamond"},
        text=[f"{now:,}"],
        textposition="top right" if 2 * step < len(tokens) else "top left",
        textfont={"size": TEXT_SIZE},
        cliponaxis=False,
        hovertemplate="step %{x:,}: %{y:,} tokens<extra></extra>",
    )
    facts = [f"{_escape(name)}: {n:,} tokens, {_when_beaten(tokens, n)}" for name, n in reference]
    for fact, (name, count) in zip(facts, reference, strict=True):
        _add_level(figure, count, name=name, last=max(len(trace), 1), hover=fact)
    lay_out(figure, f"{now:,} tokens after {step:,} merges", "; ".join(facts))
    figure.update_layout(height=400)
    figure.update_xaxes(title="merges", rangemode="tozero")
    figure.update_yaxes(title="tokens", rangemode="tozero", tickformat=",")
    return figure


def _add_level(figure: go.Figure, count: int, *, name: str, last: int, hover: str) -> None:
    """A level line across all steps: what another tokenizer needs."""
    figure.add_scatter(
        x=[0, last],
        y=[count, count],
        mode="lines",
        name=f"{_escape(name)}: {count:,}",
        line={"dash": "dash", "width": 2},
        hovertemplate=f"{hover}<extra></extra>",
    )


def token_lengths(trace: MergeTrace, step: int) -> go.Figure:
    """The share of tokens of each length at ``step``, in the text and in the vocabulary.

    Lengths are bytes for byte tokens, characters for others. Markers are not counted, and neither
    are special and unknown tokens, which are no text. The vocabulary is what the text began with
    and what was merged since, without bytes it never used.
    """
    in_bytes = any(isinstance(token, bytes) for token in trace.vocab.values())
    unit = "bytes" if in_bytes else "characters"
    known = np.unique(np.concatenate([trace.symbols, trace.merged_ids[:step]]))
    known = np.setdiff1d(known, list(trace.special_ids)).astype(np.int64)
    lengths = np.array(
        [num_letters(trace.vocab[i], trace.markers) for i in known.tolist()], np.int64
    )
    in_text = trace.token_counts(step)[known]
    figure = go.Figure()
    _add_lengths(figure, lengths, in_text, name="in the text", unit=unit, shape="")
    once = np.ones(len(known), np.int64)
    _add_lengths(figure, lengths, once, name="in the vocabulary", unit=unit, shape="/")
    mean = int((lengths * in_text).sum()) / max(int(in_text.sum()), 1)
    subtitle = f"In the text {mean:.2f} {unit} on average"
    lay_out(figure, f"Token lengths at step {step:,}", subtitle)
    figure.update_layout(height=400, barmode="group")
    longest = int(lengths.max(initial=1))
    more = f" ({LONGEST_TOKEN}: or more)" if longest >= LONGEST_TOKEN else ""
    last = min(longest, LONGEST_TOKEN) + 0.6
    figure.update_xaxes(
        title=unit + more,
        tick0=1,
        dtick=1 if longest <= 12 else 2,
        range=[lengths.min(initial=1) - 0.6, last],
    )
    figure.update_yaxes(title="share of the tokens", tickformat=".0%", rangemode="tozero")
    return figure


def _add_lengths(
    figure: go.Figure, lengths: Counts, amounts: Counts, *, name: str, unit: str, shape: str
) -> None:
    """One bar per length, the longest together in the last."""
    by_length = np.bincount(np.minimum(lengths, LONGEST_TOKEN), amounts).astype(np.int64)
    rows = np.flatnonzero(by_length)
    total = max(int(by_length.sum()), 1)
    figure.add_bar(
        name=name,
        x=rows,
        width=0.4,
        y=by_length[rows] / total,
        customdata=[
            f"{_length_name(row, unit)}: {by_length[row]:,} of {total:,} tokens {name}"
            for row in rows.tolist()
        ],
        hovertemplate="%{customdata} (%{y:.1%})<extra></extra>",
        marker={"pattern": {"shape": shape}},
    )


# ---- the words ------------------------------------------------------------------------------


def _bar_text(rival: Rival, *, scored: bool) -> str:
    number = f"{float(rival.score):.3g}" if scored else f"{rival.count:,}"
    return f"{number} {SIGNS[rival.standing]}".rstrip()


def _pair_label(trace: MergeTrace, rival: Rival) -> str:
    left, right = (plain_label(trace.vocab[i], trace.markers) for i in rival.pair)
    half = LONGEST_LABEL // 2
    return _escape(f"{_isolate(_cut(left, half))} + {_isolate(_cut(right, half))}  ")


def _pair_facts(trace: MergeTrace, rival: Rival) -> str:
    left, right = (_isolate(plain_label(trace.vocab[i], trace.markers)) for i in rival.pair)
    lines = [
        f"{left} + {right} (ids {rival.pair[0]} and {rival.pair[1]})",
        f"{rival.count:,} times in the text",
    ]
    if rival.score != rival.count:
        lines.append(f"pair score {rival.score} = {float(rival.score):.6g}")
    if rival.standing:
        lines.append(
            f"{REASONS[rival.standing]}: {rival.rule}" if rival.rule else REASONS[rival.standing]
        )
    return "<br>".join(map(_escape, lines))


def _pairs_subtitle(field: Contest, *, chosen: bool) -> str:
    if not field.num_pairs:
        return "No two tokens are neighbours any more"
    pairs = "1 pair" if field.num_pairs == 1 else f"{field.num_pairs:,} pairs"
    if not chosen:
        return f"{pairs}; training has ended"
    if field.num_barred:
        pairs += f", {field.num_barred:,} passed over by the rules"
    ties = "no tie" if not field.num_tied else f"{field.num_tied:,} tied with it"
    return f"{pairs}, {ties}"


def _when_beaten(tokens: Counts, count: int) -> str:
    """From which step on the text has at most ``count`` tokens."""
    reached = np.flatnonzero(tokens <= count)
    return f"reached after {int(reached[0]):,} merges" if len(reached) else "not reached"


def _length_name(length: int, unit: str) -> str:
    more = " or more" if length == LONGEST_TOKEN else ""
    return f"{length}{more} {unit.removesuffix('s') if length == 1 else unit}"


def _cut(label: str, longest: int) -> str:
    return label if len(label) <= longest else f"{label[: longest - 1]}…"


def _isolate(label: str) -> str:
    """Keep a right-to-left token from reordering what stands around it."""
    return f"\u2068{label}\u2069" if not label.isascii() else label


def _escape(text: str) -> str:
    return html.escape(text, quote=False)


# ---- the frame ------------------------------------------------------------------------------


def _thinned(length: int, *, keep: int) -> Counts:
    """At most ``LINE_POINTS`` + 1 of ``length`` points: both ends, ``keep``, and some between."""
    even = np.linspace(0, length - 1, min(length, LINE_POINTS)).round().astype(np.int64)
    return np.unique(np.append(even, keep))


def _label_bars(figure: go.Figure, field: Contest, labels: list[str]) -> None:
    """Name the bars by their place, not by their text: Plotly would merge equal labels."""
    longest = max((float(rival.score) for rival in field.leaders), default=1.0)
    figure.update_layout(barmode="overlay", height=200 + 26 * max(len(labels), 3), bargap=0.25)
    figure.update_xaxes(range=[0, 1.4 * longest])  # room for the words after the bars
    figure.update_yaxes(
        tickvals=list(range(len(labels))),
        ticktext=labels,
        range=[len(labels) - 0.4, -0.6],
        tickfont={"family": "monospace", "size": TEXT_SIZE},
        showgrid=False,
        zeroline=False,
    )


def lay_out(figure: go.Figure, title: str, subtitle: str) -> None:
    """Give a chart the frame that all charts share; both texts are Plotly's, escaped before."""
    figure.update_layout(
        title={"text": title, "subtitle": {"text": subtitle, "font": {"size": TEXT_SIZE}}},
        font={"size": TEXT_SIZE},
        margin={"l": 10, "r": 10, "t": 80, "b": 95},  # below: ticks, their title, the legend
        legend={"orientation": "h", "y": 0.01, "yanchor": "bottom", "yref": "container"},
        showlegend=True,
        dragmode=False,
        hoverlabel={"font": {"size": TEXT_SIZE}, "align": "left"},
    )
    figure.update_xaxes(automargin=True, fixedrange=True)
    figure.update_yaxes(automargin=True, fixedrange=True)
