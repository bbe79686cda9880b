"""Every pair of a step, count against pair score, with the choices of BPE and of WordPiece.

To the right: pairs that are frequent, which BPE takes. To the top: pairs that are frequent for how
common their parts are, which WordPiece takes. Counts and tokens are those that training recorded.
Source of the score: the Hugging Face course, after Schuster and Nakajima 2012.
"""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import plotly.graph_objects as go

from tokviz.text.labels import plain_label
from tokviz.traces.merges import MergeTrace, Pair, first_in_text
from tokviz.views.charts.merges import TEXT_SIZE, lay_out
from tokviz.views.contest import Counts

EXAMPLES = 6
"""Pairs that a point names on hover; the rest is counted."""
LONGEST_NAME = 14


@dataclass(frozen=True, slots=True)
class Choice:
    """The pair that a rule takes: how often it stands together, and its exact score."""

    pair: Pair
    count: int
    score: Fraction


@dataclass(frozen=True, slots=True)
class Choices:
    """What BPE and WordPiece would merge next in the same text; None where no pair is left."""

    bpe: Choice | None
    wordpiece: Choice | None

    @property
    def agree(self) -> bool:
        """Whether both take the same pair."""
        return self.bpe == self.wordpiece


def choices(trace: MergeTrace, step: int) -> Choices:
    """Both rules' choices among the pairs that ``step`` saw, ``0 <= step <= len(trace)``.

    Each rule ends ties by the pair seen first. WordPiece's choice is the one that training made.
    """
    pairs, counts = trace.pair_table(step)
    if not len(pairs):
        return Choices(None, None)
    alone = trace.token_counts(step)

    def choice(row: int) -> Choice:
        left, right = pairs[row].tolist()
        count = int(counts[row])
        return Choice((left, right), count, Fraction(count, int(alone[left]) * int(alone[right])))

    best = np.flatnonzero(counts == counts.max())
    bpe = choice(int(best[first_in_text(trace, step, pairs[best])]))
    if step == len(trace):
        return Choices(bpe, None)
    taken = np.flatnonzero((pairs == trace.pairs[step]).all(axis=1))
    return Choices(bpe, choice(int(taken[0])))


def pair_scatter(trace: MergeTrace, step: int) -> go.Figure:
    """All pairs at ``step`` on two logarithmic axes; pairs in one place are one larger point."""
    pairs, counts = trace.pair_table(step)
    made = choices(trace, step)
    figure = go.Figure()
    if len(pairs):
        _add_pairs(figure, trace, pairs, counts, trace.token_counts(step))
    _add_choices(figure, trace, made)
    title = f"All pairs at step {step:,}: {len(pairs):,}"
    lay_out(figure, title, _subtitle(made))
    figure.update_layout(height=470)
    _scale(figure, [value for line in figure.data for value in line.x], axis="x")
    _scale(figure, [value for line in figure.data for value in line.y], axis="y")
    figure.update_xaxes(title="times in the text")
    figure.update_yaxes(title="pair score")
    return figure


def _scale(figure: go.Figure, values: Sequence[float], *, axis: str) -> None:
    """A logarithmic axis with a little room at both ends; ticks at 1, 2 and 5 if they fit."""
    low, high = np.log10([min(values, default=1), max(values, default=1)])
    room = 0.06 * (high - low) + 0.08
    few = high - low < 3
    figure.update_layout(
        {
            f"{axis}axis": {
                "type": "log",
                "range": [low - room, high + room],
                "dtick": "D2" if few else 1,
                "tickformat": "~g",
            }
        }
    )


def _add_pairs(
    figure: go.Figure, trace: MergeTrace, pairs: Counts, counts: Counts, alone: Counts
) -> None:
    """One point for all pairs of the same count and score."""
    products = alone[pairs[:, 0]] * alone[pairs[:, 1]]
    kinds, kind_of, sizes = np.unique(
        np.stack([counts, products], axis=1), axis=0, return_inverse=True, return_counts=True
    )
    order = np.argsort(kind_of.reshape(-1), kind="stable")
    groups = np.split(order, np.cumsum(sizes)[:-1])
    figure.add_scatter(
        x=kinds[:, 0],
        y=kinds[:, 0] / kinds[:, 1],
        mode="markers",
        name="pairs (larger: several)",
        marker={
            "size": np.minimum(7 + 3 * np.log2(sizes), 26),
            "color": "rgba(128,128,128,0.45)",
            "line": {"width": 1, "color": "rgba(128,128,128,0.9)"},
        },
        customdata=[
            _group_facts(trace, pairs[rows], count, product)
            for rows, (count, product) in zip(groups, kinds.tolist(), strict=True)
        ],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _add_choices(figure: go.Figure, trace: MergeTrace, made: Choices) -> None:
    marks = (
        ("BPE takes", made.bpe, "square-open", "bottom"),
        ("WordPiece takes", made.wordpiece, "diamond-open", "top"),
    )
    for name, choice, symbol, side in marks:
        if choice is None:
            continue
        figure.add_scatter(
            x=[choice.count],
            y=[float(choice.score)],
            mode="markers+text",
            name=f"{name} {_name(trace, choice.pair)}",
            marker={"size": 22, "symbol": symbol, "line": {"width": 3}},
            text=[name.split()[0]],
            textposition=f"{side} center",
            textfont={"size": TEXT_SIZE},
            cliponaxis=False,
            hovertemplate=_choice_facts(trace, name, choice) + "<extra></extra>",
        )


# ---- the words ------------------------------------------------------------------------------


def _subtitle(made: Choices) -> str:
    if made.bpe is None:
        return "No two tokens are neighbours any more"
    if made.wordpiece is None:
        return "WordPiece's training has ended"
    if made.agree:
        return "Here both rules take the same pair"
    return (
        f"BPE: {_times(made.bpe.count)}, score {float(made.bpe.score):.3g}. "
        f"WordPiece: {_times(made.wordpiece.count)}, score {float(made.wordpiece.score):.3g}"
    )


def _group_facts(trace: MergeTrace, pairs: Counts, count: int, product: int) -> str:
    names = [_name(trace, (left, right)) for left, right in pairs[:EXAMPLES].tolist()]
    if len(pairs) > EXAMPLES:
        names.append(f"… and {len(pairs) - EXAMPLES:,} more pairs")
    score = f"score {count:,} ÷ {product:,} = {count / product:.3g}"
    return "<br>".join([*names, f"{_times(count)} in the text", score])


def _choice_facts(trace: MergeTrace, name: str, choice: Choice) -> str:
    facts = [f"{name} {_name(trace, choice.pair)}", f"{_times(choice.count)} in the text"]
    return "<br>".join([*facts, f"score {choice.score} = {float(choice.score):.3g}"])


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _name(trace: MergeTrace, pair: Pair) -> str:
    labels = [plain_label(trace.vocab[token_id], trace.markers) for token_id in pair]
    cut = [
        f"{label[: LONGEST_NAME - 1]}…" if len(label) > LONGEST_NAME else label for label in labels
    ]
    # Isolated, so that right-to-left letters do not reorder what stands around them.
    return html.escape(" + ".join(f"\u2068{label}\u2069" for label in cut), quote=False)
