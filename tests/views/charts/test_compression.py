"""Compression against vocabulary size: each point is a record."""

import plotly.graph_objects as go

from tokviz.algorithms.alike.prefixes import smaller_models
from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.text_to_bytes import Utf8Bytes
from tokviz.algorithms.word_level import WordLevel
from tokviz.samples import EVENING, sample
from tokviz.traces.results import result_of
from tokviz.views.charts.compression import compression_curves

CURVE = [
    result_of("Byte BPE", make(), EVENING.text)
    for make in smaller_models(ByteBPE.train(sample("harbour").text, vocab_size=300))
]
POINT = [result_of("<b>", Utf8Bytes(), EVENING.text)]


def test_each_point_is_a_record_of_the_text() -> None:
    line = compression_curves({"Byte BPE": CURVE})["data"][0]
    assert line["x"] == [result.vocab_size for result in CURVE]
    rates = [result.measure.num_bytes / result.measure.num_tokens for result in CURVE]
    assert line["y"] == [round(rate, 3) for rate in rates]
    assert line["x"][0] == 256
    assert line["y"][0] == 1.0
    assert line["y"] == sorted(line["y"])


def test_what_learned_no_steps_is_a_point() -> None:
    line, point = compression_curves({"Byte BPE": CURVE, "<b>": POINT})["data"]
    assert (line["mode"], point["mode"]) == ("lines+markers", "markers")


def test_a_name_stays_text() -> None:
    point = compression_curves({"<b>": POINT})["data"][0]
    assert point["name"] == "&lt;b&gt;"
    assert "<b>" not in point["hovertemplate"]


def test_a_quotation_mark_in_a_name_is_one() -> None:
    """Plotly reads &lt; and few other names of characters; &quot; would stand there as it is."""
    point = compression_curves({'my "tokens"': POINT})["data"][0]
    assert point["name"] == 'my "tokens"'


def test_unknown_tokens_are_told_and_what_is_lost() -> None:
    model = WordLevel.train("the hens", unk_token="<unk>")
    point = compression_curves({"x": [result_of("x", model, "the emus")]})["data"][0]
    assert point["customdata"] == [
        "3 in the vocabulary, 2 tokens, 1 of them unknown, 50.0% of the text lost"
    ]


def test_unknown_tokens_alone_are_no_height() -> None:
    model = WordLevel.train("the hens", unk_token="<unk>")
    point = compression_curves({"x": [result_of("x", model, "an emu")]})["data"][0]
    assert point["y"] == [None]


def test_plotly_takes_it() -> None:
    go.Figure(compression_curves({"Byte BPE": CURVE, "none": []}))
