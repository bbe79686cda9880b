"""The price of a language: how many times the tokens of the first one each takes."""

from collections.abc import Sequence

from tokviz.traces.prices import Price, dearest_first
from tokviz.views.charts.compression import SYMBOLS
from tokviz.views.charts.frame import TEXT_SIZE, Spec, escape, frame

_ROW = 20  # pixels of a language
_ABOVE = 125  # title and ticks
_NAMES = 19  # of two tokenizers, on a phone
_TICKS = 24


def price_chart(prices: Sequence[Price], *, relative: bool = False) -> Spec:
    """A row for each language; a mark for each tokenizer that loses nothing.

    The first language, with which one compares, is on top, and below it the dearest.

    In tokens, or ``relative`` to those of the first language in the same tokenizer.
    """
    base = next(iter(prices[0].by_language)) if prices else ""
    languages = sorted(dearest_first(prices), key=lambda each: each != base)
    rows = _ROW * max(len(languages), 1)  # pixels; no tokenizer may have a price
    above = _ABOVE + _NAMES * ((len(prices) + 1) // 2)
    chart = frame(
        [_marks(one, languages, base, place, relative) for place, one in enumerate(prices)],
        title="The price of a language",
        subtitle=f"The same two sentences: times the tokens of {base} in the same tokenizer"
        if relative
        else "The same two sentences, in tokens",
        x={"rangemode": "tozero", "side": "top", "tickfont": {"size": TEXT_SIZE}},
        y={
            "type": "category",
            "categoryorder": "array",
            "categoryarray": languages[::-1],
            "range": [-0.7, len(languages) - 0.3],
            "dtick": 1,
            "tickfont": {"size": TEXT_SIZE},
        },
        height=above + 45 + rows,
        # Who looks at the first of so many rows does not see their foot: the names stand above.
        legend={"orientation": "h", "y": 1 + _TICKS / rows, "yanchor": "bottom"},
    )
    chart["layout"]["margin"].update(t=above, b=30)
    return chart


def _marks(one: Price, languages: Sequence[str], base: str, place: int, relative: bool) -> Spec:
    known = [each for each in languages if one.premium(each) is not None]
    name = escape(one.name)
    tokens = [one.tokens(each) for each in known]
    times = [round(one.premium(each) or 0.0, 3) for each in known]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": times if relative else tokens,
        "y": known,
        "customdata": [*zip(tokens, times, strict=True)],
        "hovertemplate": f"%{{y}} in {name}: %{{customdata[0]:,}} tokens, "
        f"%{{customdata[1]:.2f}} times {base}<extra></extra>",
        "marker": {"symbol": SYMBOLS[place % len(SYMBOLS)], "size": 9},
    }
