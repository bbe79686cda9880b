"""The price of a language in every tokenizer, as a table."""

from collections.abc import Mapping, Sequence

from tokviz.traces.prices import Price, dearest_first
from tokviz.views.tables.fair import Cell


def price_table(prices: Sequence[Price], scripts: Mapping[str, str]) -> list[dict[str, Cell]]:
    """A row for each language, the dearest first; None where a tokenizer loses some of the text.

    Tokenizers that know more of the languages come first. ``scripts``: language -> the script that
    it is written in.
    """
    base = next(iter(scripts))
    prices = sorted(prices, key=lambda one: sum(one.tokens(name) is None for name in scripts))
    return [
        {
            "language": language,
            "script": scripts[language],
            "code points": prices[0].code_points(language),
            "bytes": prices[0].num_bytes(language),
            **{f"{one.name}, tokens": one.tokens(language) for one in prices},
            **{f"{one.name}, × {base}": one.premium(language) for one in prices},
        }
        for language in dearest_first(prices)
    ]
