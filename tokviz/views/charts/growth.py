"""Charts for the word lessons: the list of words grows, and new words keep coming.

Sources: Heaps' law (H. S. Heaps, Information Retrieval, 1978): distinct words grow like a power
of the words read. Every number is of the reader's own text (tokviz.text.measures).
"""

from collections.abc import Sequence
from typing import TypeAlias

from tokviz.text.labels import plural
from tokviz.text.measures import HeapsCurve, UnknownCurve
from tokviz.views.charts.frame import Spec, escape, frame, packed

NamedCurve: TypeAlias = tuple[str, UnknownCurve]
DASHES = ("solid", "dash", "dot")
SYMBOLS = ("circle", "diamond", "square")
FEWEST = 30
"""Words of a text whose growth says anything of what comes."""


def vocabulary_growth(curve: HeapsCurve) -> Spec:
    """Distinct words against words read, with the fitted power law where there is one."""
    data: list[Spec] = [
        {
            "type": "scatter",
            "x": packed(curve.words_read),
            "y": packed(curve.distinct_words),
            "mode": "lines+markers" if len(curve.words_read) < 40 else "lines",
            "name": "distinct words",
            "line": {"width": 3},
            "hovertemplate": "after %{x:,} words: %{y:,} distinct<extra></extra>",
        }
    ]
    subtitle = "Too few words to fit a law"
    read, distinct = _last(curve)
    if curve.scale is not None and curve.exponent is not None and read >= FEWEST:
        data.append(
            {
                "type": "scatter",
                "x": packed(curve.words_read),
                "y": packed(curve.scale * curve.words_read**curve.exponent),
                "mode": "lines",
                "name": "the law that fits best",
                "line": {"width": 2, "dash": "dash"},
                "hovertemplate": "the law at %{x:,} words: %{y:,.0f}<extra></extra>",
            }
        )
        subtitle = (
            f"About {curve.scale:.1f} × read<sup>{curve.exponent:.2f}</sup>: "
            + _growth_in_words(curve.exponent)
        )
    return frame(
        data,
        title=f"{plural(distinct, 'distinct word')} in {read:,}",
        subtitle=subtitle,
        x={"title": {"text": "words read"}, "rangemode": "tozero", "tickformat": ","},
        y={"title": {"text": "distinct words"}, "rangemode": "tozero", "tickformat": ","},
    )


def unknown_shares(curves: Sequence[NamedCurve]) -> Spec:
    """The share of unknown words against words read, one line for each text that is looked up."""
    data: list[Spec] = []
    for place, (name, curve) in enumerate(curves):
        read, share = curve.words_read, curve.unknown_share
        data.append(
            {
                "type": "scatter",
                "x": packed(read),
                "y": packed(share),
                "mode": "lines+markers",
                "name": f"{escape(name)}: {float(share[-1]):.1%} at the end",
                "line": {"width": 3, "dash": DASHES[place % len(DASHES)]},
                "marker": {
                    "size": 11,
                    "symbol": SYMBOLS[place % len(SYMBOLS)],
                    "opacity": [0.0] * (len(read) - 1) + [1.0],
                },
                "hovertemplate": "after %{x:,} words: %{y:.1%} unknown<extra></extra>",
            }
        )
    x_title = "words of the training text read"
    return frame(
        data,
        title="Unknown words as the list grows",
        subtitle="The share of words not yet on the list",
        x={"title": {"text": x_title}, "rangemode": "tozero", "tickformat": ","},
        y={"title": {"text": "share unknown"}, "range": [-0.02, 1.08], "tickformat": ".0%"},
    )


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
