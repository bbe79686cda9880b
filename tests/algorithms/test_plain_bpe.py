"""The textbook loop against examples worked by hand: what every faster one is held to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.nasty_text import repetitive
from tokviz import ByteBPE, CharBPE
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


def test_it_ends_where_no_pair_stands_often_enough() -> None:
    """aa stands 4 times, Za twice, Zab twice; then nothing does."""
    assert len(train([b"aaabdaaabac"], 9, min_count=2)) == 3
    assert train([b"aaabdaaabac"], 9, min_count=3) == [(97, 97)]
    assert train([b"aaabdaaabac"], 9, min_count=5) == []


def test_other_symbols_than_bytes_have_their_own_numbers() -> None:
    merges = train([[0, 1, 0, 1, 2]], 2, base_size=3)
    assert merges == [(0, 1), (3, 3)]
    assert encode([0, 1, 0, 1, 2], merges, base_size=3) == [4, 2]


@given(repetitive, st.integers(0, 12), st.integers(1, 4))
def test_byte_bpe_ends_as_it_does(text: str, num_merges: int, min_count: int) -> None:
    model = ByteBPE.train(text, num_merges=num_merges, min_count=min_count)
    assert list(model.merges) == train([text.encode()], num_merges, min_count)


@given(repetitive, st.integers(0, 12), st.integers(1, 4), st.booleans())
def test_character_bpe_learns_what_it_does(
    text: str, num_merges: int, min_count: int, joined: bool
) -> None:
    model = CharBPE.train(
        text, num_merges=num_merges, min_count=min_count, end_of_word_joined=joined
    )
    base_size = len(model.tokens) - len(model.merges)
    words = [encoded(model, word, base_size, joined) for word in text.split()]
    assert list(model.merges) == train(words, num_merges, min_count, base_size)


def encoded(model: CharBPE, word: str, base_size: int, joined: bool) -> list[int]:
    """A word's letters and its end, by the numbers that they have in the model."""
    number = {model.vocab[token_id]: token_id for token_id in range(base_size)}
    last = [word[-1] + "</w>"] if joined else [word[-1], "</w>"]
    return [number[symbol] for symbol in [*word[:-1], *last]]
