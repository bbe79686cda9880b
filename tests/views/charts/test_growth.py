"""The growth charts draw the measured numbers and nothing else."""

import numpy as np
import plotly.graph_objects as go
import pytest

from tests.chart_reader import numbers
from tokviz.text.measures import heaps_curve, unknown_curve
from tokviz.views.charts.frame import Spec
from tokviz.views.charts.growth import unknown_shares, vocabulary_growth

WORDS = ["the", "hen", "and", "the", "pen", "and", "the", "den", "and", "the", "men"]


def line(spec: Spec, place: int) -> tuple[list[float], list[float]]:
    trace = spec["data"][place]
    return numbers(trace["x"]), numbers(trace["y"])


def test_the_curve_is_the_measured_one() -> None:
    curve = heaps_curve(WORDS)
    assert line(vocabulary_growth(curve), 0) == (
        list(range(1, 12)),
        [1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6],
    )


def test_the_law_is_the_fitted_one() -> None:
    curve = heaps_curve(WORDS * 3)
    assert curve.scale is not None
    assert curve.exponent is not None
    drawn = np.array(line(vocabulary_growth(curve), 1)[1])
    assert drawn == pytest.approx(curve.scale * curve.words_read**curve.exponent)


@pytest.mark.parametrize("words", [[], ["one"], WORDS, [*"abcdef"]])
def test_too_few_words_have_no_law(words: list[str]) -> None:
    figure = go.Figure(vocabulary_growth(heaps_curve(words)))
    assert len(figure.data) == 1
    assert "Too few words" in figure.layout.title.subtitle.text


@pytest.mark.parametrize(
    ("words", "title"), [(WORDS, "6 distinct words in 11"), (["the"], "1 distinct word in 1")]
)
def test_the_title_counts_the_words(words: list[str], title: str) -> None:
    assert go.Figure(vocabulary_growth(heaps_curve(words))).layout.title.text == title


@pytest.mark.parametrize(
    ("words", "said"),
    [([*map(str, range(30))], "nearly every word is new"), (["a"] * 30, "no new")],
)
def test_the_subtitle_says_what_the_law_means(words: list[str], said: str) -> None:
    figure = go.Figure(vocabulary_growth(heaps_curve(words)))
    assert said in figure.layout.title.subtitle.text.replace("<br>", " ")


def test_each_text_has_its_line_and_its_end() -> None:
    curves = [
        ("known", unknown_curve(WORDS, ["the"])),
        ("new", unknown_curve(WORDS, ["hen", "cat"])),
    ]
    figure = unknown_shares(curves)
    assert [trace["name"] for trace in figure["data"]] == [
        "known: 0.0% at the end",
        "new: 50.0% at the end",
    ]
    assert line(figure, 1)[1][:3] == [1.0, 1.0, 0.5]


def test_lines_are_told_apart_without_colour() -> None:
    curve = unknown_curve(WORDS, ["the"])
    figure = go.Figure(unknown_shares([("a", curve), ("b", curve)]))
    assert len({(trace.line.dash, trace.marker.symbol) for trace in figure.data}) == 2


def test_a_name_is_no_markup() -> None:
    figure = go.Figure(unknown_shares([("<b>x</b>", unknown_curve(WORDS, ["the"]))]))
    assert figure.data[0].name.startswith("&lt;b&gt;x&lt;/b&gt;")
