"""The price of a language: how many times the tokens of the first one each takes."""

from collections.abc import Sequence

from tokviz.traces.prices import Price, dearest_first
from tokviz.views.charts.compression import SYMBOLS
from tokviz.views.charts.frame import Spec, escape, frame


def price_chart(prices: Sequence[Price]) -> Spec:
    """A row for each language, the dearest on top; a mark for each tokenizer that loses nothing."""
    languages = dearest_first(prices)
    base = next(iter(prices[0].by_language)) if prices else ""
    return frame(
        [_marks(one, languages, base, place) for place, one in enumerate(prices)],
        title="The price of a language",
        subtitle=f"The same two sentences: tokens relative to {base} in the same tokenizer",
        x={"title": {"text": f"times the tokens of {base}"}, "rangemode": "tozero"},
        y={
            "type": "category",
            "categoryorder": "array",
            "categoryarray": languages[::-1],
            "dtick": 1,
        },
        height=220 + 20 * len(languages),
    )


def _marks(one: Price, languages: Sequence[str], base: str, place: int) -> Spec:
    known = [each for each in languages if one.premium(each) is not None]
    name = escape(one.name)
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [round(one.premium(each) or 0.0, 3) for each in known],
        "y": known,
        "customdata": [one.tokens(each) for each in known],
        "hovertemplate": f"%{{y}} in {name}: %{{customdata:,}} tokens, %{{x:.2f}} times "
        f"{base}<extra></extra>",
        "marker": {"symbol": SYMBOLS[place % len(SYMBOLS)], "size": 9},
    }
