"""The textbook's Unigram against sums and cuts worked by hand: what the fast trainer is held to."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from tokviz.algorithms.plain_unigram import (
    best_cut,
    digamma,
    expect,
    finalize,
    lattice,
    log_sum,
    maximize,
    prune,
    prune_losses,
    train,
)

HUG = {"h": 0.2, "u": 0.2, "g": 0.1, "hu": 0.1, "ug": 0.3, "hug": 0.1}
LOGS = {piece: math.log(probability) for piece, probability in HUG.items()}


def cuts(word: str, pieces: Mapping[str, float]) -> Iterator[list[str]]:
    """Every way to cut the word, one by one."""
    if not word:
        yield []
    for end in range(1, len(word) + 1):
        if word[:end] in pieces:
            yield from ([word[:end], *rest] for rest in cuts(word[end:], pieces))


def log_prob(cut: list[str], log_probs: Mapping[str, float]) -> float:
    return sum(log_probs[piece] for piece in cut)


def test_a_word_is_counted_over_all_ways_to_cut_it() -> None:
    """hug 0.1, h ug 0.2 * 0.3 = 0.06, hu g 0.1 * 0.1 = 0.01, h u g 0.2 * 0.2 * 0.1 = 0.004."""
    counts, objective = expect({"hug": 10}, LOGS)
    expected = {"h": 0.64, "u": 0.04, "g": 0.14, "hu": 0.1, "ug": 0.6, "hug": 1}
    assert counts == pytest.approx({piece: n / 0.174 for piece, n in expected.items()})
    assert objective == pytest.approx(-math.log(0.174))


def random_pieces(rng: random.Random) -> dict[str, float]:
    found = {"".join(rng.choices("abc", k=rng.randint(2, 4))) for _ in range(12)}
    return {piece: -5 * rng.random() for piece in ["a", "b", "c", *sorted(found)]}


@pytest.mark.parametrize("seed", range(10))
def test_counts_and_best_cuts_are_those_of_all_ways_tried_one_by_one(seed: int) -> None:
    rng = random.Random(seed)
    pieces = random_pieces(rng)
    words = Counter("".join(rng.choices("abc", k=rng.randint(1, 8))) for _ in range(9))
    counts, total = dict.fromkeys(pieces, 0.0), 0.0
    for word, times in words.items():
        ways = [*cuts(word, pieces)]
        all_ways = sum(math.exp(log_prob(way, pieces)) for way in ways)
        for way in ways:
            for piece in way:
                counts[piece] += times * math.exp(log_prob(way, pieces)) / all_ways
        total -= times * math.log(all_ways)
        best = max(ways, key=lambda way: log_prob(way, pieces))
        cut, total_of_cut = best_cut(word, pieces)
        assert cut == best
        assert total_of_cut == pytest.approx(log_prob(best, pieces))
        if others := [way for way in ways if len(way) > 1]:
            split = max(others, key=lambda way: log_prob(way, pieces))
            found, _ = best_cut(word, pieces, whole=False)
            assert log_prob(found, pieces) == pytest.approx(log_prob(split, pieces))
    found_counts, objective = expect(words, pieces)
    assert found_counts == pytest.approx(counts)
    assert objective == pytest.approx(total / sum(words.values()))


def test_of_equal_cuts_the_one_whose_last_piece_starts_further_left_is_the_best() -> None:
    assert best_cut("aaa", {"a": -1.0, "aa": -1.0})[0] == ["a", "aa"]


def test_a_character_that_is_no_piece_counts_for_the_first() -> None:
    """As in SentencePiece, ten below the least log-probability."""
    pieces = {"a": -1.0, "b": -2.0}
    assert lattice("ax", pieces) == [(0, 1, "a", -1.0), (1, 2, "a", -12.0)]
    assert expect({"ax": 1}, pieces) == ({"a": 2.0, "b": 0.0}, 13.0)


def test_a_character_alone_cannot_be_cut() -> None:
    assert best_cut("a", {"a": -1.0}, whole=False) == ([], -math.inf)


def test_what_is_used_less_than_half_a_time_goes() -> None:
    kept = maximize({"a": 3.0, "b": 0.5, "c": 0.49})
    assert kept == pytest.approx({"a": digamma(3) - digamma(3.5), "b": digamma(0.5) - digamma(3.5)})


@pytest.mark.parametrize(("x", "value"), [(1, -0.5772156649), (0.5, -1.9635100260)])
def test_digamma_at_known_points(x: float, value: float) -> None:
    assert digamma(x) == pytest.approx(value, abs=1e-8)


def test_digamma_grows_by_one_over_x() -> None:
    """Which is how it is defined, for all x."""
    for x in (0.5, 3.0, 6.5, 7.0, 40.0):
        assert digamma(x + 1) == pytest.approx(digamma(x) + 1 / x, abs=1e-8)


def test_sums_in_logarithms_hold_where_numbers_are_too_small() -> None:
    assert log_sum(math.log(3), math.log(4)) == pytest.approx(math.log(7))
    assert log_sum(-math.inf, -2000.0) == -2000
    assert log_sum(-2000.0, -2000.0) == pytest.approx(-2000 + math.log(2))


def test_a_loss_is_what_the_parts_cannot_make_up_for() -> None:
    """hug 8 times, ug 3, h 1: 12 pieces. Without hug, h ug: 20 pieces, of them 9 h and 11 ug.

    It is 8 of 12 words, each of which falls from 8/12 to 9/20 * 11/20.
    """
    pieces = {"h": -3.0, "u": -3.0, "g": -3.0, "hug": -2.0, "ug": -2.0, "hu": -9.0}
    losses = prune_losses({"hug": 8, "ug": 3, "h": 1}, pieces)
    assert losses["hug"] == pytest.approx(8 / 12 * math.log((8 / 12) / (9 / 20 * 11 / 20)))
    assert losses["ug"] == pytest.approx(3 / 12 * math.log((3 / 12) / (3 / 15 * 3 / 15)))
    assert losses["h"] == math.inf
    assert {*losses} == {"h", "ug", "hug"}


def test_of_equal_losses_the_first_in_the_list_stays() -> None:
    pieces = {"a": -4.0, "b": -4.0, "c": -4.0, "bc": -3.0, "ab": -3.0}
    words = {"ab": 2, "bc": 2, "a": 1, "b": 1, "c": 1}
    assert [*prune(words, pieces, 4)] == ["a", "b", "c", "bc"]


def test_a_character_comes_back_and_what_splits_better_goes() -> None:
    pieces = {"a": -1.0, "b": -2.0, "ab": -3.5, "ba": -2.5, "aa": -1.5}
    assert finalize(pieces, ["a", "b", "c", "d"], 5) == {
        **{"a": -1.0, "aa": -1.5, "b": -2.0},
        **{"d": -3.5 + 0.0001, "c": -3.5},
    }
    assert [*finalize(pieces, ["a", "b"], 9)] == ["a", "aa", "b", "ba"]


def test_at_the_end_equals_go_by_code_points() -> None:
    pieces = {"b": -1.0, "bb": -1.0, "ba": -1.0, "a": -1.0}
    assert [*finalize(pieces, ["b", "a"], 3)] == ["a", "b", "ba"]


def test_training_keeps_what_the_words_share() -> None:
    words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    seeds = {"u": 36, "g": 20, "n": 16, "p": 17, "h": 15, "s": 5, "b": 4, "ug": 40, "un": 32}
    seeds |= {"hug": 45, "pu": 34}
    pieces, objectives = train(words, seeds, [*"ugnphsb"], num_pieces=9, surplus_size=9)
    assert len(pieces) == 9
    assert {*"ugnphsb"} < {*pieces}
    assert len(objectives) % 2 == 0
