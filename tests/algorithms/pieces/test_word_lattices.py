"""All words' lattices at once give what each word's own lattice gives."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.lattice_edges import UNKNOWN, Edges, Nodes
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.single_precision import FEW
from tokviz.algorithms.pieces.word_lattices import WordLattices

PIECES = ["a", "b", "ab", "ba", "aab", "bb", "abab"]
WORDS = st.lists(st.text("abx", min_size=1, max_size=8), min_size=1, max_size=6)
LOG_PROBS = st.lists(st.floats(-9, -0.125, width=32), min_size=len(PIECES), max_size=len(PIECES))
LIVING = st.lists(st.booleans(), min_size=len(PIECES), max_size=len(PIECES))
TIMES = st.sampled_from([1, FEW])
"""With so many words alike, all columns are wide, or none is."""
UNK_LOG_PROB = -25.0


def build(words: list[str], living: list[bool]) -> WordLattices:
    """All places of all pieces, of which the dead are then dropped."""
    text = "".join(words)
    ends = np.cumsum([len(word) for word in words])
    word_end = {
        place: int(ends[np.searchsorted(ends, place, "right")]) for place in range(len(text))
    }
    places = [
        (start, start + len(piece), number)
        for start in range(len(text))
        for number, piece in enumerate(PIECES)
        if text.startswith(piece, start) and start + len(piece) <= word_end[start]
    ]
    columns = np.array(places, np.int64).reshape(-1, 3).T
    nodes = Nodes.of(np.array([len(word) for word in words], np.int64))
    return WordLattices.build(nodes, nodes.uses(*columns)).keep(np.append(living, True))


def turns(edges: Edges) -> list[int]:
    """(e,) the step of each edge, numbered through all columns; in a narrow column the first."""
    wide = np.repeat(np.arange(len(edges.steps) - 1), np.diff(edges.steps))
    borders = np.arange(edges.nodes.longest) * edges.num_steps
    columns = np.repeat(borders, np.diff(edges.columns))
    return [*wide.tolist(), *columns[edges.narrow].tolist()]


def table(log_probs: list[float], living: list[bool]) -> PieceTable:
    rows = zip(PIECES, log_probs, living, strict=True)
    pieces = {piece: (n, lp) for n, (piece, lp, lives) in enumerate(rows) if lives}
    return PieceTable.of(pieces, UNKNOWN, UNK_LOG_PROB)


@settings(max_examples=80, deadline=None)
@given(words=WORDS, log_probs=LOG_PROBS, living=LIVING)
def test_shares_equal_those_of_single_lattices(
    words: list[str], log_probs: list[float], living: list[bool]
) -> None:
    lattices = build(words, living)
    score_of = np.array([*log_probs, UNK_LOG_PROB], np.float32)
    ways = lattices.ways(lattices.log_probs(score_of))
    singles = [Lattice.build(word, table(log_probs, living)) for word in words]
    assert ways.whole == pytest.approx([s.log_partition() for s in singles], abs=1e-4)
    uses = lattices.edges.uses
    for number, single in enumerate(singles):
        inside = np.flatnonzero(lattices.nodes.word[uses.source] == number)
        expected: dict[int, float] = {}
        for piece, share in zip(uses.piece[inside].tolist(), ways.shares[inside], strict=True):
            expected[piece] = expected.get(piece, 0.0) + share
        assert expected == pytest.approx(single.expected_counts(), abs=1e-4)


@settings(max_examples=80, deadline=None)
@given(words=WORDS, log_probs=LOG_PROBS, living=LIVING)
def test_best_paths_equal_those_of_single_lattices(
    words: list[str], log_probs: list[float], living: list[bool]
) -> None:
    lattices = build(words, living)
    score_of = np.array([*log_probs, UNK_LOG_PROB], np.float32)
    path, totals = lattices.viterbi(lattices.log_probs(score_of))
    for number, word in enumerate(words):
        single = Lattice.build(word, table(log_probs, living))
        own = path[lattices.words_of(path) == number]
        column, uses = lattices.nodes.column, lattices.edges.uses.take(own)
        assert (column[uses.target] - column[uses.source]).sum() == len(word)
        assert uses.piece[::-1].tolist() == trained_path(single)
        assert totals[number] == single.viterbi_path().log_prob


def trained_path(lattice: Lattice) -> list[int]:
    """The best path as SentencePiece's trainer finds it.

    Each edge, and the end, asks for itself behind which edge it is most probable, as rounded; of
    equals it takes the first.
    """
    found: dict[int, list[tuple[np.float32, list[int]]]] = {0: [(np.float32(0), [])]}
    size = len(lattice.text)
    for edge in [*sorted(lattice.edges, key=lambda edge: edge.start), None]:
        start = size if edge is None else edge.start
        score = np.float32(0 if edge is None else edge.log_prob)
        total, path = max(
            ((before + score, path) for before, path in found[start]), key=lambda way: way[0]
        )
        if edge is None:
            return path
        found.setdefault(edge.end, []).append((total, [*path, edge.token_id]))
    raise AssertionError


def test_paths_that_differ_by_their_last_digit_are_told_apart_for_each_edge_behind_them() -> None:
    """ "abab" is as probable as "ab" and "ab", and so on, but for the last digit or two."""
    rng, words, living = np.random.default_rng(5), ["abababab", "aabbaabb"], [True] * len(PIECES)
    told_by_node = 0
    for _ in range(300):
        single = -rng.uniform(1, 5, 2).astype(np.float32)
        sums = [np.sum(single[["ab".index(letter) for letter in piece]]) for piece in PIECES]
        nudged = np.array(sums) * (1 + rng.integers(-1, 2, len(sums)) * np.float32(2**-23))
        log_probs = nudged.astype(np.float32).tolist()
        lattices = build(words, living)
        score_of = np.array([*log_probs, UNK_LOG_PROB], np.float32)
        path, _ = lattices.viterbi(lattices.log_probs(score_of))
        for number, word in enumerate(words):
            lattice = Lattice.build(word, table(log_probs, living))
            own = lattices.edges.uses.piece[path[lattices.words_of(path) == number]][::-1].tolist()
            assert own == trained_path(lattice)
            told_by_node += own != [edge.token_id for edge in lattice.viterbi_path().edges]
    assert told_by_node > 5


def test_the_unknown_edge_is_the_last_of_those_that_begin_at_its_place() -> None:
    """SentencePiece finds it after all pieces there; the order of terms shows in the last bit."""
    lattices = build(["abab"], [False, True, True, False, False, False, True])
    source, _, piece = lattices.edges.uses
    at_start = np.flatnonzero(source == lattices.nodes.first[0])
    assert piece[at_start].tolist() == [PIECES.index("ab"), PIECES.index("abab"), UNKNOWN]


@settings(max_examples=80, deadline=None)
@given(words=WORDS, living=LIVING, times=TIMES)
def test_no_two_edges_of_a_column_end_and_none_of_a_step_begin_at_one_node(
    words: list[str], living: list[bool], times: int
) -> None:
    edges = build(words * times, living).edges
    column, step = np.divmod(turns(edges), edges.num_steps)
    ends = zip(column.tolist(), edges.uses.target.tolist(), strict=True)
    begins = [*zip(column.tolist(), step.tolist(), edges.uses.source.tolist(), strict=True)]
    wide = begins[: edges.narrow.start]
    assert len(set(ends)) == len(begins) == len(edges.uses.source)
    assert len(set(wide)) == len(wide) == (0 if times == 1 else len(begins))
    assert (edges.nodes.column[edges.uses.source] == column).all()
    assert (np.diff(turns(edges)) >= 0).all()


@settings(max_examples=80, deadline=None)
@given(words=WORDS, first=LIVING, then=LIVING, times=TIMES)
def test_pieces_may_die_one_after_the_other(
    words: list[str], first: list[bool], then: list[bool], times: int
) -> None:
    both = [*map(min, first, then)]
    in_turn, at_once = (
        build(words * times, first).keep(np.append(both, True)).edges,
        build(words * times, both).edges,
    )
    rows = [np.array([*edges.uses, turns(edges)]).T.tolist() for edges in (in_turn, at_once)]
    assert sorted(rows[0]) == sorted(rows[1])
    assert (np.diff(turns(in_turn)) >= 0).all()


def test_only_columns_that_many_words_reach_are_arrays() -> None:
    """A word may be the whole text: it would be a column for each of its characters."""
    edges = build([*["ab"] * FEW, "ab" * 50], [True] * len(PIECES)).edges
    firsts = [edges.uses.source[steps[0]] for steps in edges.wide_columns]
    assert [len(nodes) for nodes in firsts] == [FEW + 1, FEW + 1]
    assert edges.narrow.start == edges.wide_columns[-1][-1].stop
    assert edges.narrow.stop == len(edges.uses.source)
