"""The price of a language: tokens relative to the first, and no price for what is unknown."""

import plotly.graph_objects as go
import pytest

from tokviz.algorithms.text_to_bytes import CodePoints, Utf8Bytes
from tokviz.algorithms.word_level import WordLevel
from tokviz.paths.gpt2 import gpt2_model
from tokviz.references.gpt2 import gpt2
from tokviz.samples.parallel import PARALLEL
from tokviz.traces.prices import Price, dearest_first, price
from tokviz.traces.tokenizer import Tokenizer
from tokviz.views.charts.prices import price_chart
from tokviz.views.tables.prices import price_table

TEXTS = {"English": "tea and milk", "Korean": "차와 우유"}
SCRIPTS = {"English": "Latin", "Korean": "Hangul"}


@pytest.fixture
def prices() -> list[Price]:
    words = WordLevel.train("tea and milk", unk_token="<unk>")
    each: dict[str, Tokenizer] = {"Words": words, "<b>": CodePoints(), "Bytes": Utf8Bytes()}
    return [price(name, tokenizer, TEXTS) for name, tokenizer in each.items()]


def test_a_premium_is_relative_to_the_first_language(prices: list[Price]) -> None:
    _, _, by_bytes = prices
    assert by_bytes.tokens("Korean") == len("차와 우유".encode())
    assert by_bytes.premium("Korean") == len("차와 우유".encode()) / len("tea and milk")
    assert by_bytes.premium("English") == 1.0


def test_what_is_unknown_has_no_price(prices: list[Price]) -> None:
    words = prices[0]
    assert (words.tokens("English"), words.tokens("Korean")) == (3, None)
    assert words.premium("Korean") is None


def test_the_dearest_language_is_first(prices: list[Price]) -> None:
    assert dearest_first(prices) == ["Korean", "English"]
    assert dearest_first([prices[1]]) == ["English", "Korean"]
    assert dearest_first([]) == []


def test_the_table_has_tokens_and_premiums_of_every_tokenizer(prices: list[Price]) -> None:
    korean, english = price_table(prices, SCRIPTS)
    assert korean["Words, tokens"] is None
    asked = [name for name in korean if name.endswith(", tokens")]
    assert asked == ["<b>, tokens", "Bytes, tokens", "Words, tokens"]  # who knows more comes first
    assert korean["Bytes, × English"] == 13 / 12
    assert (korean["code points"], korean["bytes"]) == (5, 13)
    assert english == {
        "language": "English",
        "script": "Latin",
        **{"code points": 12, "bytes": 12},
        **{"Words, tokens": 3, "<b>, tokens": 12, "Bytes, tokens": 12},
        **{"Words, × English": 1.0, "<b>, × English": 1.0, "Bytes, × English": 1.0},
    }


def test_the_chart_draws_what_has_a_price(prices: list[Price]) -> None:
    spec = price_chart(prices)
    words, points, by_bytes = spec["data"]
    assert words["y"] == ["English"]
    assert by_bytes["y"] == ["English", "Korean"]  # what one compares with is on top
    assert by_bytes["x"] == [12, 13]
    times = [1.0, round(13 / 12, 3)]
    assert by_bytes["customdata"] == [*zip([12, 13], times, strict=True)]
    *_, relative = price_chart(prices, relative=True)["data"]
    assert (relative["x"], relative["customdata"]) == (times, by_bytes["customdata"])
    assert points["name"] == "&lt;b&gt;"
    go.Figure(spec)


def test_gpt2s_prices_are_those_of_its_own_library() -> None:
    charged = price("GPT-2", gpt2_model(), {row.language: row.text for row in PARALLEL})
    for row in PARALLEL:
        assert charged.tokens(row.language) == len(gpt2().encode_ordinary(row.text))
    assert all((charged.premium(each) or 0) > 5 for each in ("Hindi", "Burmese", "Amharic"))


def test_a_chart_without_a_price_is_drawn_empty() -> None:
    """As where only whitespace is compared, which lists what it reads."""
    chart = price_chart([])
    assert chart["data"] == []
    assert chart["layout"]["height"] > 0
