"""Lesson: byte pair encoding as a textbook writes it. Count the pairs, join the best, repeat.

Start from bytes. Count every two neighbours, take the pair that is most frequent, give it the next
id, put that id in its place everywhere, and count again from the beginning.

Ties: ``max`` keeps the first of equals and the counts are collected from left to right, so the
pair seen first in the text wins. Overlaps count ("aaa" holds two pairs), replacing uses each token
once.
Sources: Gage 1994; Sennrich et al. 2016.
Not here: speed. byte_bpe.py, regex_bpe.py and char_bpe.py learn the same merges without counting
twice, and their tests hold them to this module. Their pages show it beside the replay.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from tokviz.traces.choice import Pair


def train(
    pre_tokens: Iterable[Sequence[int]], num_merges: int, min_count: int = 1, base_size: int = 256
) -> list[Pair]:
    """The merges learned within the pre-tokens, fewer than asked for if no pair is left.

    Arguments:
        pre_tokens: bytes, or other symbols by their numbers, of which there are ``base_size``.
        min_count: training ends when no pair stands so often, 1 or more.

    [b"abab"], 2 -> [(97, 98), (256, 256)]
    """
    text = [list(pre_token) for pre_token in pre_tokens]
    merges: list[Pair] = []
    while len(merges) < num_merges:
        counts = count_pairs(text)
        if max(counts.values(), default=0) < min_count:
            break
        pair = max(counts, key=lambda pair: counts[pair])
        token_id = base_size + len(merges)
        text = [replace_pair(ids, pair, token_id) for ids in text]
        merges.append(pair)
    return merges


def encode(ids: Sequence[int], merges: Sequence[Pair], base_size: int = 256) -> list[int]:
    """Bytes as token ids: every merge, in the order in which it was learned."""
    encoded = list(ids)
    for token_id, pair in enumerate(merges, base_size):
        encoded = replace_pair(encoded, pair, token_id)
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
