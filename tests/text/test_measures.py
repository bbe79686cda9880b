"""Compression, fertility, unknown words and vocabulary growth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.text import measures
from tokviz.text.measures import (
    heaps_curve,
    measure,
    unknown_curve,
)

words_of_few_kinds = st.lists(st.sampled_from("abcde"), max_size=40)


def test_units_are_counted_apart() -> None:
    counts = measure("né 👏🏻", [0, 1, 2])
    assert (counts.num_bytes, counts.num_chars, counts.num_graphemes) == (12, 5, 4)
    assert (counts.num_words, counts.num_tokens) == (2, 3)


def test_ratios() -> None:
    counts = measure("abcd efg", [5, 9, 5, 1], num_unknown=2)
    assert counts.bytes_per_token == 2
    assert counts.fertility == 2
    assert counts.unknown_rate == 0.5


def test_empty_text_measures_zero() -> None:
    counts = measure("", [])
    assert counts.bytes_per_token == counts.fertility == counts.unknown_rate == 0


def test_unknown_tokens_alone_stand_for_no_bytes() -> None:
    """SentencePiece makes one unknown token of any stretch: 669 bytes per token would praise it."""
    assert measure("abcd efg", [0], num_unknown=1).bytes_per_token is None
    assert measure("  ", []).bytes_per_token is None


def test_heaps_curve_of_three_words() -> None:
    curve = heaps_curve(["a", "b", "a"])
    assert curve.words_read.tolist() == [1, 2, 3]
    assert curve.distinct_words.tolist() == [1, 2, 2]


@given(words_of_few_kinds)
def test_heaps_curve_counts_distinct_words(words: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measures, "POINTS", 7)
        curve = heaps_curve(words)
    expected = [len(set(words[:read])) for read in curve.words_read]
    assert curve.distinct_words.tolist() == expected
    assert not words or curve.words_read[-1] == len(words)


def test_only_new_words_grow_with_exponent_one() -> None:
    curve = heaps_curve([str(number) for number in range(500)])
    assert curve.exponent == pytest.approx(1)
    assert curve.scale == pytest.approx(1)


def test_one_word_has_no_fit() -> None:
    assert heaps_curve(["a"]).exponent is None
    assert heaps_curve([]).words_read.tolist() == []


def test_unknown_share_falls_as_words_are_read() -> None:
    curve = unknown_curve(["a", "b"], ["b", "a", "c", "a"])
    assert curve.words_read.tolist() == [0, 1, 2]
    assert curve.unknown_share.tolist() == [1, 0.5, 0.25]


@given(words_of_few_kinds, st.lists(st.sampled_from("abxyz"), min_size=1, max_size=20))
def test_unknown_share_is_a_count_of_missing_words(words: list[str], held_out: list[str]) -> None:
    curve = unknown_curve(words, held_out)
    for read, share in zip(curve.words_read, curve.unknown_share, strict=True):
        missing = sum(word not in words[:read] for word in held_out)
        assert share == pytest.approx(missing / len(held_out))


def test_no_held_out_words_means_no_unknown_ones() -> None:
    assert unknown_curve(["a"], []).unknown_share.tolist() == [0, 0]


def test_curves_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        heaps_curve(["a"]).words_read[0] = 5
