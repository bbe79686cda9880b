"""Lesson: byte pair encoding as a textbook writes it. Count the pairs, join the best, repeat.

Start from bytes. Count every two neighbours, take the pair that is most frequent, give it the next
id, put that id in its place everywhere, and count again from the beginning.

Ties: ``max`` keeps the first of equals and the counts are collected from left to right, so the
pair seen first in the text wins. Overlaps count ("aaa" holds two pairs), replacing uses each token
once.
Sources: Gage 1994; Sennrich et al. 2016.
Not here: speed. byte_bpe.py learns the same merges without counting twice, and its tests hold it
to this module.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from tokviz.traces.choice import Pair


def train(pre_tokens: Iterable[Sequence[int]], num_merges: int) -> list[Pair]:
    """The merges learned within the pre-tokens (bytes), fewer than asked for if no pair is left.

    [b"abab"], 2 -> [(97, 98), (256, 256)]
    """
    text = [list(pre_token) for pre_token in pre_tokens]
    merges: list[Pair] = []
    while len(merges) < num_merges and (counts := count_pairs(text)):
        pair = max(counts, key=counts.__getitem__)
        token_id = 256 + len(merges)  # mint the next id
        text = [replace_pair(ids, pair, token_id) for ids in text]
        merges.append(pair)
    return merges


def encode(ids: Sequence[int], merges: Sequence[Pair]) -> list[int]:
    """Bytes as token ids: every merge, in the order in which it was learned."""
    encoded = list(ids)
    for rank, pair in enumerate(merges):
        encoded = replace_pair(encoded, pair, 256 + rank)
    return encoded


def count_pairs(text: Iterable[Sequence[int]]) -> dict[Pair, int]:
    """[[1, 2, 1, 2], [2, 1]] -> {(1, 2): 2, (2, 1): 2}"""
    counts: dict[Pair, int] = {}
    for ids in text:
        for pair in pairwise(ids):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def replace_pair(ids: Sequence[int], pair: Pair, token_id: int) -> list[int]:
    """ids=[1, 1, 1, 2], pair=(1, 1), token_id=9 -> [9, 1, 2]"""
    replaced: list[int] = []
    place = 0
    while place < len(ids):
        found = tuple(ids[place : place + 2]) == pair
        replaced.append(token_id if found else ids[place])
        place += 2 if found else 1
    return replaced
