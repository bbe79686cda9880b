"""What may become an edge of a lattice is found in one walk, and takes no more than the pieces."""

import gc
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.algorithms.pieces.best_path import best_path
from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.checks.limits import PIECE_LENGTH, PIECES_LENGTH
from tokviz.ui.training.sizes import kept_bytes

LETTERS = "abcdefghijklmnopqrstuvwxyz"
PIECES = st.sets(st.text("ab", min_size=1, max_size=7), max_size=12)


def table_of(pieces: list[str]) -> PieceTable:
    return PieceTable.of({piece: (i, -1.0 - i) for i, piece in enumerate(pieces)}, -1, -9_999.0)


def drawn(number: int, length: int) -> list[str]:
    """Different pieces of random letters."""
    chance = random.Random(number)
    return list({"".join(chance.choices(LETTERS, k=length)) for _ in range(number)})


@settings(max_examples=200, deadline=None)
@given(pieces=PIECES, text=st.text("abc", min_size=1, max_size=12))
def test_the_edges_are_all_pieces_that_begin_there(pieces: set[str], text: str) -> None:
    """The slow twin tries each length."""
    table = table_of(sorted(pieces))
    for start in range(len(text)):
        spelled = [text[start:end] for end in range(start + 1, len(text) + 1)]
        expected = [piece for piece in spelled if piece in pieces or len(piece) == 1]
        edges = list(table.edges_from(text, start))
        assert [edge.piece for edge in edges] == expected
        assert [edge.log_prob for edge in edges] == list(map(table.log_prob, expected))
        assert all(text[edge.start : edge.end] == edge.piece for edge in edges)


@settings(max_examples=200, deadline=None)
@given(pieces=PIECES, text=st.text("abc", min_size=1, max_size=12))
def test_the_best_path_alone_is_that_of_the_lattice(pieces: set[str], text: str) -> None:
    table = table_of(sorted(pieces))
    edges = Lattice.build(text, table).viterbi_path().edges
    path = best_path(text, table)
    assert path.pieces == tuple(edge.piece for edge in edges)
    assert path.token_ids == tuple(edge.token_id for edge in edges)


@pytest.mark.parametrize(
    "pieces",
    [
        drawn(PIECES_LENGTH // PIECE_LENGTH, PIECE_LENGTH),
        ["x" * 400 + piece for piece in drawn(PIECES_LENGTH // PIECE_LENGTH, PIECE_LENGTH - 400)],
        [
            letter * size
            for letter in LETTERS[: 2 * PIECES_LENGTH // PIECE_LENGTH**2]
            for size in range(1, PIECE_LENGTH + 1)
        ],
    ],
    ids=["long", "long with one beginning", "each longer by a letter"],
)
def test_long_pieces_take_about_the_memory_of_their_letters(pieces: list[str]) -> None:
    table = table_of(pieces)
    before = kept_bytes(table)
    best_path("hello", table)
    assert kept_bytes(table) < 3 * before


def test_the_collector_has_nothing_to_look_through_in_a_large_table() -> None:
    """What is plain it lets go of, in its first round leaves, in the second what leads to them."""
    table = table_of(drawn(100_000, 5))
    before = len(gc.get_objects())
    best_path("hello", table)
    gc.collect()
    gc.collect()
    assert len(gc.get_objects()) - before < 1_000
