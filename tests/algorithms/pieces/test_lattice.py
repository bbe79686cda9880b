"""The lattice: best, n best and random paths, and sums over all of them, against brute force."""

import math
import random
from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.checks.errors import TokvizError

PIECES = ["a", "b", "c", "ab", "bc", "abc", "ca", "aa", "aab"]
LOG_PROBS = st.lists(st.floats(-9, -0.125, width=32), min_size=len(PIECES), max_size=len(PIECES))
TEXTS = st.text("abcx", max_size=9)


def table(log_probs: list[float]) -> PieceTable:
    pieces = {
        piece: (n + 1, lp) for n, (piece, lp) in enumerate(zip(PIECES, log_probs, strict=True))
    }
    return PieceTable.of(pieces, 0, min(log_probs) - 10)


def all_segmentations(text: str, pieces: PieceTable) -> dict[tuple[str, ...], float]:
    """Every segmentation with its log-probability, by recursion: the slow twin."""
    if not text:
        return {(): 0.0}
    found = {}
    for end in range(1, len(text) + 1):
        piece = text[:end]
        if (log_prob := pieces.log_prob(piece)) == float("-inf"):
            continue
        for rest, total in all_segmentations(text[end:], pieces).items():
            found[(piece, *rest)] = log_prob + total
    return found


@settings(max_examples=100, deadline=None)
@given(text=TEXTS, log_probs=LOG_PROBS)
def test_viterbi_finds_the_most_probable_segmentation(text: str, log_probs: list[float]) -> None:
    pieces = table(log_probs)
    path = Lattice.build(text, pieces).viterbi_path()
    expected = all_segmentations(text, pieces)
    assert path.log_prob == pytest.approx(max(expected.values()), rel=1e-5)
    assert expected[path.pieces] == pytest.approx(max(expected.values()), rel=1e-5)


@settings(max_examples=100, deadline=None)
@given(text=TEXTS, log_probs=LOG_PROBS)
def test_nbest_lists_all_segmentations_in_order(text: str, log_probs: list[float]) -> None:
    pieces = table(log_probs)
    expected = all_segmentations(text, pieces)
    paths = Lattice.build(text, pieces).nbest(len(expected) + 5)
    assert {path.pieces for path in paths} == expected.keys()
    assert len(paths) == len(expected)
    assert [path.log_prob for path in paths] == pytest.approx(
        sorted(expected.values(), reverse=True), rel=1e-5
    )


@settings(max_examples=50, deadline=None)
@given(text=TEXTS, log_probs=LOG_PROBS)
def test_the_first_of_nbest_is_as_good_as_viterbi(text: str, log_probs: list[float]) -> None:
    lattice = Lattice.build(text, table(log_probs))
    assert lattice.nbest(1)[0].log_prob == pytest.approx(lattice.viterbi_path().log_prob, rel=1e-5)


def test_marginals_as_algebra() -> None:
    """ "ab" is a|b or ab: each edge's share is its path's probability over the sum of both."""
    pieces = PieceTable.of({"a": (1, -1.0), "b": (2, -2.0), "ab": (3, -2.5)}, 0, -20.0)
    apart, joined = math.exp(-1.0 - 2.0), math.exp(-2.5)
    z = apart + joined
    lattice = Lattice.build("ab", pieces)
    assert [edge.piece for edge in lattice.edges] == ["a", "ab", "b"]
    assert lattice.marginals() == pytest.approx([apart / z, joined / z, apart / z])
    assert lattice.log_partition() == pytest.approx(math.log(z))


@settings(max_examples=100, deadline=None)
@given(text=TEXTS, log_probs=LOG_PROBS, alpha=st.sampled_from([0.3, 1.0, 2.0]))
def test_marginals_equal_brute_force(text: str, log_probs: list[float], alpha: float) -> None:
    pieces = table(log_probs)
    lattice = Lattice.build(text, pieces)
    shares: defaultdict[tuple[int, str], float] = defaultdict(float)
    weights = {s: math.exp(alpha * lp) for s, lp in all_segmentations(text, pieces).items()}
    for segmentation, weight in weights.items():
        start = 0
        for piece in segmentation:
            shares[start, piece] += weight / sum(weights.values())
            start += len(piece)
    got = zip(lattice.edges, lattice.marginals(alpha), strict=True)
    assert {(e.start, e.piece): share for e, share in got} == pytest.approx(dict(shares), abs=1e-9)


@settings(max_examples=50, deadline=None)
@given(text=TEXTS, log_probs=LOG_PROBS)
def test_forward_and_backward_meet(text: str, log_probs: list[float]) -> None:
    lattice = Lattice.build(text, table(log_probs))
    assert lattice.forward()[-1] == pytest.approx(lattice.backward()[0])


@settings(max_examples=50, deadline=None)
@given(text=TEXTS, log_probs=LOG_PROBS)
def test_expected_counts_cover_the_text(text: str, log_probs: list[float]) -> None:
    lattice = Lattice.build(text, table(log_probs))
    lengths = {edge.token_id: edge.end - edge.start for edge in lattice.edges}
    covered = sum(lengths[token_id] * n for token_id, n in lattice.expected_counts().items())
    assert covered == pytest.approx(len(text))


@pytest.mark.parametrize("alpha", [0.5, 1.0])
def test_samples_follow_the_exact_distribution(alpha: float) -> None:
    pieces = table([-2.0, -2.1, -2.2, -3.0, -3.1, -4.5, -3.3, -3.6, -5.0])
    lattice = Lattice.build("aabca", pieces)
    drawn = Counter(p.pieces for p in lattice.sample(random.Random(5), alpha=alpha, n=4000))
    for path in lattice.nbest(1000):
        exact = math.exp(lattice.log_probability(path, alpha))
        assert drawn[path.pieces] / 4000 == pytest.approx(exact, abs=4 * math.sqrt(exact / 4000))


def test_steps_show_how_each_position_was_won() -> None:
    pieces = PieceTable.of({"a": (1, -1.0), "b": (2, -2.0), "ab": (3, -2.5)}, 0, -20.0)
    first, second = Lattice.build("ab", pieces).viterbi_steps()
    assert (first.position, first.best.piece, first.totals) == (1, "a", (-1.0,))
    assert [edge.piece for edge in second.arriving] == ["ab", "b"]
    assert (second.best.piece, second.totals) == ("ab", (-2.5, -3.0))


def test_of_equal_paths_the_last_piece_that_starts_earlier_wins() -> None:
    pieces = PieceTable.of({"a": (1, -1.0), "aa": (2, -1.5)}, 0, -20.0)
    assert Lattice.build("aaa", pieces).viterbi_path().pieces == ("a", "aa")


def test_a_character_without_a_piece_becomes_an_unknown_edge() -> None:
    pieces = PieceTable.of({"ab": (1, -1.0)}, 0, -11.0)
    edges = Lattice.build("ab", pieces).edges
    assert [(edge.piece, edge.token_id) for edge in edges] == [("a", 0), ("ab", 1), ("b", 0)]


def test_an_empty_text_has_the_empty_segmentation() -> None:
    lattice = Lattice.build("", table([-1.0] * len(PIECES)))
    assert lattice.viterbi_path().edges == ()
    assert [path.edges for path in lattice.nbest(3)] == [()]


def test_asking_for_no_segmentation_is_refused() -> None:
    with pytest.raises(ValueError, match="n is 0"):
        Lattice.build("a", table([-1.0] * len(PIECES))).nbest(0)
    with pytest.raises(TokvizError, match="whole number, but 'a'"):
        Lattice.build("a", table([-1.0] * len(PIECES))).nbest("a")  # type: ignore[arg-type]
