"""How far a tokenizer shortens one text, against the size of its vocabulary."""

from collections.abc import Mapping, Sequence

from tokviz.traces.results import Result
from tokviz.views.charts.frame import LINE_HEIGHT, LOG_AXIS, Spec, escape, frame

SYMBOLS = ("circle", "square", "diamond", "cross", "x", "triangle-up", "star", "hexagon")
NARROW_HEIGHT = 475
"""Pixels of a chart on a phone without its legend, where each name has a line."""
POWERS = [10**power for power in range(7)]
"""Marks that a phone has room for."""


def compression_curves(curves: Mapping[str, Sequence[Result]]) -> Spec:
    """A line for each tokenizer's models, by growing vocabulary; one model alone is a point.

    The records are of one text. The vocabulary's axis is logarithmic.
    """
    data = [_line(name, curve, place) for place, (name, curve) in enumerate(curves.items())]
    size = next((curve[0].measure.num_bytes for curve in curves.values() if curve), 0)
    spec = frame(
        data,
        title="Compression against vocabulary size",
        subtitle=f"On the text of the strips, {size:,} bytes. Higher is shorter. Lost text makes "
        "it shorter, too: point at, or press, a dot to see how much",
        x={"title": {"text": "tokens in the vocabulary"}, **LOG_AXIS},
        y={"title": {"text": "bytes per token"}, "rangemode": "tozero"},
    )
    layout = spec["layout"]
    wide = {"height": layout["height"], "xaxis.tickvals": layout["xaxis"]["tickvals"]}
    narrow = {"height": NARROW_HEIGHT + LINE_HEIGHT * len(data), "xaxis.tickvals": POWERS}
    layout["meta"]["tokviz"]["rooms"] = {"wide": wide, "narrow": narrow}
    return spec


def _line(name: str, curve: Sequence[Result], place: int) -> Spec:
    alone = len(curve) == 1
    return {
        "type": "scatter",
        "mode": "markers" if alone else "lines+markers",
        "name": escape(name),
        "x": [result.vocab_size for result in curve],
        "y": [_height(result) for result in curve],
        "customdata": [_words(result) for result in curve],
        "hovertemplate": f"{escape(name)}: %{{customdata}}<extra></extra>",
        "marker": {"symbol": SYMBOLS[place % len(SYMBOLS)], "size": 14 if alone else 8},
    }


def _height(result: Result) -> float | None:
    """None draws no point: unknown tokens alone shorten nothing."""
    height = result.measure.bytes_per_token
    return None if height is None else round(height, 3)


def _words(result: Result) -> str:
    words = f"{result.vocab_size:,} in the vocabulary, {result.measure.num_tokens:,} tokens"
    unknown = result.measure.num_unknown
    words += f", {unknown:,} of them unknown" if unknown else ""
    return words + (f", {result.lost_share:.1%} of the text lost" if result.lost_share else "")
