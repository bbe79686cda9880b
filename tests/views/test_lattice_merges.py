"""A BPE model's pieces as a lattice: its path is what encoding made."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.payload_reader import unpack
from tokviz import SentencePieceBPE
from tokviz.samples import sample
from tokviz.ui.components.model_file import ranked_pieces
from tokviz.views.lattice.merges import merge_lattice_payload, piece_edges, token_spans

MODEL = SentencePieceBPE.train(sample("harbour").text, vocab_size=200)
PIECES = ranked_pieces(MODEL)


def drawing(text: str) -> dict[str, Any]:
    normalized = MODEL.normalizer.normalize(text)
    payload = merge_lattice_payload(normalized, MODEL.tokenize(text), PIECES)
    drawn: dict[str, Any] = unpack(payload)[0]["drawing"]
    return drawn


def test_the_path_is_what_encoding_made() -> None:
    best = [edge for edge in drawing("the walker")["edges"] if edge["best"]]
    best.sort(key=lambda edge: edge["start"])
    assert [edge["number"] for edge in best] == MODEL.encode("the walker")


def test_an_edge_says_at_which_merge_it_was_learned() -> None:
    assert MODEL.trace is not None
    first = MODEL.trace.steps[0].token
    (edge,) = [edge for edge in drawing("he")["edges"] if edge["label"] == first]
    assert edge["cost"] == "merge 1"


def test_an_edge_that_no_merge_made_says_none() -> None:
    model = SentencePieceBPE.train("the hen the hen", vocab_size=20, user_defined_symbols=("hen",))
    pieces = ranked_pieces(model)
    normalized = model.normalizer.normalize("hen")
    payload = merge_lattice_payload(normalized, model.tokenize("hen"), pieces)
    edges = unpack(payload)[0]["drawing"]["edges"]
    assert {edge["label"]: edge["cost"] for edge in edges if edge["label"] in ("hen", "h")} == {
        "hen": "",
        "h": "",
    }


@settings(max_examples=60)
@given(text=st.text(alphabet="the walkr안👏", max_size=20))
def test_every_edge_stands_in_the_text(text: str) -> None:
    normalized = MODEL.normalizer.normalize(text)
    for edge in piece_edges(normalized, PIECES):
        assert normalized[edge.start : edge.end] == edge.piece


def test_spans_follow_each_other() -> None:
    assert token_spans("▁ab", ["▁a", "b"]) == {(0, 2), (2, 3)}


def test_a_character_spelled_in_bytes_has_no_span() -> None:
    assert token_spans("a안b", ["a", "<0xEC>", "<0x95>", "<0x88>", "b"]) == {(0, 1), (2, 3)}


def test_an_empty_text_has_an_empty_drawing() -> None:
    assert drawing("")["edges"] == []
