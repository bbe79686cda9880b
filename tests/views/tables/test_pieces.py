"""The Unigram vocabulary as a table."""

import math

from tests.recorded import recorded
from tokviz import Unigram
from tokviz.samples import sample
from tokviz.views.tables.pieces import piece_rows

MODEL = Unigram.train(sample("harbour").text, vocab_size=140)
TRACE = recorded(MODEL.trace)


def test_every_id_has_a_row() -> None:
    rows = piece_rows(TRACE, MODEL.pieces.scores)
    assert [row["id"] for row in rows] == list(MODEL.vocab)


def test_probabilities_are_those_of_the_model() -> None:
    row = piece_rows(TRACE, MODEL.pieces.scores)[3]
    assert row["probability %"] == 100 * math.exp(MODEL.pieces.scores[3])


def test_a_piece_is_counted_as_a_substring_for_its_tokens_may_be_fewer() -> None:
    model = Unigram.train("a" * 40, vocab_size=20)
    row = piece_rows(recorded(model.trace), model.pieces.scores, find="a")[-1]
    assert (row["piece"], row["times as a substring"]) == ("a", 40)


def test_special_tokens_have_no_probability() -> None:
    assert piece_rows(TRACE, MODEL.pieces.scores)[0]["probability %"] is None


def test_a_piece_is_found_by_its_text_and_by_its_id() -> None:
    assert {row["piece"] for row in piece_rows(TRACE, MODEL.pieces.scores, find="light")} >= {
        "▁light"
    }
    assert [row["id"] for row in piece_rows(TRACE, MODEL.pieces.scores, find="7")] == [7]
