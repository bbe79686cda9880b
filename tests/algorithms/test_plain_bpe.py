"""The textbook loop against examples worked by hand: what every faster one is held to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.algorithms.plain_bpe import count_pairs, encode, replace_pair, train
from tokviz.traces.choice import Pair

few_ids = st.lists(st.integers(0, 3), max_size=30)


def test_the_example_of_the_encyclopedia() -> None:
    """aaabdaaabac: aa becomes Z, then Za (of the pairs that stand twice, the first), then Zab."""
    merges = train([b"aaabdaaabac"], 3)
    assert merges == [(97, 97), (256, 97), (257, 98)]
    assert encode(b"aaabdaaabac", merges) == [258, 100, 258, 97, 99]


@pytest.mark.parametrize(
    ("pre_tokens", "merges"),
    [
        ([], []),
        ([b""], []),
        ([b"a"], []),
        ([b"ab", b"ba"], [(97, 98), (98, 97)]),
        ([b"ab", b"cd", b"cd"], [(99, 100), (97, 98)]),
    ],
)
def test_nothing_merges_across_pre_tokens(pre_tokens: list[bytes], merges: list[Pair]) -> None:
    assert train(pre_tokens, 9) == merges


def test_overlapping_pairs_are_all_counted() -> None:
    assert count_pairs([[1, 1, 1], [1, 2]]) == {(1, 1): 2, (1, 2): 1}


@pytest.mark.parametrize(
    ("ids", "replaced"), [([1, 1, 1], [9, 1]), ([1, 1, 1, 1], [9, 9]), ([2, 1], [2, 1]), ([], [])]
)
def test_each_token_is_used_once_from_the_left(ids: list[int], replaced: list[int]) -> None:
    assert replace_pair(ids, (1, 1), 9) == replaced


@given(few_ids, st.tuples(st.integers(0, 3), st.integers(0, 3)))
def test_replacing_loses_nothing(ids: list[int], pair: Pair) -> None:
    spelled = [part for i in replace_pair(ids, pair, 9) for part in (pair if i == 9 else (i,))]
    assert spelled == ids
