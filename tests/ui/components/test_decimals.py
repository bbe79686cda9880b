"""The decimals of the numbers in tables."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import streamlit as st

from tests.recorded import recorded
from tokviz.algorithms.text_to_bytes import Utf8Bytes
from tokviz.algorithms.unigram import Unigram
from tokviz.traces.prices import price
from tokviz.traces.results import result_of
from tokviz.ui.components.decimals import number_formats, with_decimals
from tokviz.views.tables.fair import fair_table
from tokviz.views.tables.pieces import piece_rows
from tokviz.views.tables.prices import price_table

MODEL = Unigram.train("a hen in a pen, a hen in a den", vocab_size=30)
TABLES: dict[str, Sequence[Mapping[str, Any]]] = {
    "results": fair_table([result_of("Bytes", Utf8Bytes(), "hello there")]),
    "pieces": piece_rows(recorded(MODEL.trace), MODEL.pieces.scores)[5:],
    "prices": price_table(
        [price("Bytes", Utf8Bytes(), {"English": "tea", "Korean": "차"})],
        {"English": "Latin", "Korean": "Hangul"},
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_fraction_has_as_many_decimals_as_the_others_of_its_column(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Mapping[str, Any]] = []
    monkeypatch.setattr(st, "dataframe", lambda _, **options: drawn.append(options))
    rows = TABLES[name]
    with_decimals(rows, placeholder="")
    columns = drawn[0]["column_config"]
    fractions = {column for column, value in rows[0].items() if isinstance(value, float)}
    assert fractions
    formats = {name: column["type_config"]["format"] for name, column in columns.items()}
    assert {formats[name][:3] for name in fractions} == {"%,."}
    assert {formats[name] for name in formats.keys() - fractions} <= {"%,d"}


def test_a_count_has_its_thousands_parted_and_an_id_has_not() -> None:
    columns = number_formats({"id": [50256], "tokens": [None, 50257], "token": ["a", "b"]})
    assert {name: one["type_config"]["format"] for name, one in columns.items()} == {
        "tokens": "%,d"
    }


def test_a_table_without_rows_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []
    monkeypatch.setattr(st, "dataframe", lambda rows, **_: drawn.append(rows))
    with_decimals([])
    assert drawn == [[]]


def test_a_column_that_is_read_whole_is_as_wide_as_its_longest_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[Mapping[str, Any]] = []
    monkeypatch.setattr(st, "dataframe", lambda _, **options: drawn.append(options))
    said = ["exactly", "changed in normalizing, unknown tokens"]
    for words in (said, said[:1]):
        with_decimals([{"comes back": one, "tokens": 2} for one in words], whole="comes back")
    wide, narrow = (options["column_config"]["comes back"]["width"] for options in drawn)
    assert wide > 6.3 * len(said[1]) + 16  # letters of this font, and the cell's edges
    assert narrow < 100
