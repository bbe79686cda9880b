"""The textbook's WordPiece against examples worked by hand: what the fast one is held to."""

import pytest

from tokviz.algorithms.plain_wordpiece import train

LETTERS = ["##g", "##n", "##s", "##u", "b", "h", "p"]


def numbered(*words: str, pieces: list[str] = LETTERS) -> list[list[int]]:
    """hug -> the numbers of h, ##u and ##g."""
    return [[pieces.index(w[0]), *(pieces.index(f"##{letter}") for letter in w[1:])] for w in words]


def test_it_joins_what_stands_together_more_often_than_by_chance() -> None:
    """hug 10 times, pug 5, pun 12, bun 4, hugs 5.

    ##g + ##s has 5 / (20 * 5) = 1/20; the most frequent, ##u + ##g, 20 / (36 * 20) = 1/36. Then
    four pairs have 1/36: of these h + ##u stands first, and makes "hu". At last hu + ##gs has
    5 / (15 * 5) = 1/15, more than the 10 / (15 * 15) of hu + ##g.
    """
    words = ["hug"] * 10 + ["pug"] * 5 + ["pun"] * 12 + ["bun"] * 4 + ["hugs"] * 5
    learned = train(numbered(*words), LETTERS, 10)[len(LETTERS) :]
    assert learned == ["##gs", "hu", "hugs"]


def test_equal_fractions_are_equal() -> None:
    """3/(5*3) and 4/(4*5) are one fifth: ab stands first in the words."""
    pieces = ["##b", "##d", "a", "c", "x"]
    words = numbered(*["ab", "ab", "ab", "a", "a", "cd", "xd", "xd", "xd", "xd"], pieces=pieces)
    assert train(words, pieces, 6)[-1] == "ab"


@pytest.mark.parametrize("words", [[], [[]], [[0]], [[1], [0]]])
def test_nothing_is_joined_across_words(words: list[list[int]]) -> None:
    assert train(words, ["a", "b"], 9) == ["a", "b"]


def test_it_ends_where_no_pair_stands_often_enough() -> None:
    """hu stands twice and hug once: with 2 wanted, hug is not made."""
    words = numbered("hug", "hu")
    assert train(words, LETTERS, 12)[7:] == ["hu", "hug"]
    assert train(words, LETTERS, 12, min_count=2)[7:] == ["hu"]
    assert train(words, LETTERS, 12, min_count=3)[7:] == []


def test_no_more_tokens_are_made_than_asked_for() -> None:
    assert train(numbered("hug"), LETTERS, 7) == LETTERS
    assert train(numbered("hug"), LETTERS, 3) == LETTERS


def test_the_prefix_is_the_callers() -> None:
    assert train([[0, 1, 1]], ["a", "@@b"], 4, prefix="@@") == ["a", "@@b", "ab", "abb"]
