"""The textbook's SentencePiece BPE against examples worked by hand."""

import pytest

from tests.sentencepiece_reference import SMALL, few_letters, pieces_of, scores_of, train_reference
from tokviz.algorithms.pieces.settings import PieceSettings
from tokviz.algorithms.plain_sentencepiece_bpe import (
    barred,
    count_pairs,
    free_pairs,
    join_pair,
    train,
)

SCRIPTS = {"▁": "", "\u0301": "", **dict.fromkeys("abcde", "Latin"), "б": "Cyrillic"}
SCRIPTS |= dict.fromkeys("1２.", "Common")


def learned(words: dict[str, int], num_merges: int, **given: object) -> list[str]:
    """What it joins, "a b" for the two of a merge."""
    merges, _ = train(words, SCRIPTS, num_merges, **given)  # type: ignore[arg-type]
    return [" ".join(pair) for pair in merges.values()]


def test_the_most_frequent_pair_is_joined_and_its_words_are_counted_as_often_as_they_stand() -> (
    None
):
    """▁ab 3 times, ▁cd twice: a b has 3, as ▁ a has; "ab" comes before "▁a". Then ▁ ab, and c d."""
    assert learned({"▁ab": 3, "▁cd": 2}, 3) == ["a b", "▁ ab", "c d"]


def test_of_equals_the_shorter_piece_wins_then_the_first_by_code_points() -> None:
    """In ▁bca once: bc, ca and ▁b, of which bc comes first. Then ▁ bc and bc a, both of three."""
    assert learned({"▁bca": 1}, 3) == ["b c", "bc a", "▁ bca"]
    assert learned({"ab": 2, "abcde": 1, "c": 5}, 2) == ["a b", "c d"]


def test_runs_are_joined_from_the_left_and_no_spelling_comes_twice() -> None:
    """aa in aa a and aa aa a; then aa a, of which one is left over: aa aaa."""
    assert learned({"aaa": 1, "aaaaa": 1}, 9) == ["a a", "aa a", "aa aaa", "aa aa"]


def test_where_no_pair_is_left_pairs_that_once_stood_fill_up() -> None:
    """Joining ab in abab leaves for a moment ab a. ba stood at first, and ▁a did."""
    words = {"▁ab": 1, "▁abab": 1}
    merges = ["a b", "▁ ab", "▁ab ab", "b a", "▁ a", "ab a", "ab ab"]
    assert learned(words, 20) == merges
    assert learned(words, 5) == merges[:5]
    assert learned(words, 20, min_count=1) == merges[:3]
    assert learned(words, 20, min_count=2) == merges[:2]


def test_merges_come_first_then_the_alphabet_and_a_score_is_a_place() -> None:
    _, scores = train({"aab": 2}, {"a": "Latin", "b": "Latin"}, 2)
    assert list(scores.items()) == [("aa", 0), ("aab", -1), ("a", -2), ("b", -3)]
    assert train({"ab": 2}, {"b": "Latin", "a": "Latin"}, 0) == ({}, {"b": 0, "a": -1})
    assert train({}, {}, 5) == ({}, {})


def test_what_is_known_and_stands_no_longer_is_counted_0_times() -> None:
    counts = count_pairs([(["aa", "b"], 2), (["c"], 9)], [("a", "a")])
    assert counts == {("a", "a"): 0, ("aa", "b"): 2}


def test_pairs_are_free_whose_piece_is_new_and_not_barred() -> None:
    counts = [("a", "b"), ("b", "▁"), ("b", "c"), ("▁a", "bc"), ("a", "1")]
    assert free_pairs(counts, ["bc"], SCRIPTS) == {("a", "b"): "ab", ("▁a", "bc"): "▁abc"}
    assert free_pairs(counts, [], SCRIPTS, max_piece_length=2).keys() == {("a", "b"), ("b", "c")}


def test_a_pair_is_joined_from_left_to_right_and_what_comes_of_it_is_known() -> None:
    counts = {("b", "c"): 3}
    assert join_pair("cababc", ("a", "b"), counts) == ["c", "ab", "ab", "c"]
    new = [("c", "ab"), ("ab", "a"), ("ab", "ab"), ("ab", "c")]
    assert [*counts.items()] == [(("b", "c"), 3), *((pair, 0) for pair in new)]
    assert join_pair("aaa", ("a", "a"), {}) == ["aa", "a"]
    assert join_pair("", ("a", "a"), {}) == []


@pytest.mark.parametrize(
    ("piece", "given", "expected"),
    [
        ("▁abc", {}, False),
        ("a▁", {}, True),
        ("a▁b", {}, True),
        ("▁▁", {}, True),
        ("a▁", {"treat_whitespace_as_suffix": True}, False),
        ("▁a", {"treat_whitespace_as_suffix": True}, True),
        ("a▁b", {"split_by_whitespace": False}, False),
        ("ab▁", {"split_by_whitespace": False}, True),
        ("▁ab", {"split_by_whitespace": False, "treat_whitespace_as_suffix": True}, True),
        ("a" * 16, {}, False),
        ("a" * 17, {}, True),
        ("abc", {"max_piece_length": 2}, True),
        ("a1", {}, True),
        ("11", {}, False),
        ("1２", {"split_digits": True}, True),
        ("a1", {"split_by_number": False}, False),
        ("a1б", {"split_by_number": False}, False),
        ("aб1", {"split_by_number": False}, True),
        ("a.", {"split_by_number": False}, True),
        ("aб", {}, True),
        ("a\u0301", {}, False),
        ("1.", {}, False),
        ("a▅", {}, True),
    ],
)
def test_what_no_piece_may_be(piece: str, given: dict[str, bool | int], expected: bool) -> None:
    assert barred(piece, SCRIPTS, **given) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("lines", [SMALL.split("\n"), *map(few_letters, range(4))])
def test_it_learns_what_sentencepiece_learns(lines: list[str]) -> None:
    settings, size = PieceSettings(), 50
    corpus = settings.corpus(lines)
    words = dict(zip(corpus.words, corpus.counts.tolist(), strict=True))
    script_of = settings.rules.scripts_of(corpus.alphabet)
    _, scores = train(words, script_of, size - 3 - len(script_of))
    reference = train_reference(tuple(lines), "bpe", size)
    assert [*scores] == pieces_of(reference)[3:]
    assert [*scores.values()] == scores_of(reference)[3:]
