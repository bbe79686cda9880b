"""Lesson: SentencePiece's BPE as a textbook writes it. Count, see what is barred, join, repeat.

As in plain_bpe.py, but in distinct words with their counts, and a pair is joined only if no rule
bars the piece that it spells. No pair is forgotten: where none is left, pairs that once stood in
the words fill the vocabulary up, among them those that stood for a moment while a word was joined
from left to right ("ab a" in "abab").

Ties: the shorter piece, then the one that comes first in code point order. A spelling is learned
once; of two pairs with one spelling ``min`` would keep the one that stood first.
Sources: Sennrich et al. 2016; Kudo and Richardson 2018 (arXiv:1808.06226) and its trainer.
Not here: speed, and how a text becomes words. sentencepiece_bpe.py learns the same merges, and its
tests hold it to this module. Its page shows it beside the replay.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

Pair: TypeAlias = tuple[str, str]
DIGITS = "0123456789０１２３４５６７８９"


def train(
    words: Mapping[str, int],
    script_of: Mapping[str, str],
    num_merges: int,
    min_count: int = 0,
    **rules: Any,
) -> tuple[dict[str, Pair], dict[str, int]]:
    """The merges, each by what it spells, fewer than asked for if no pair is left; and all scores.

    Arguments:
        words: each with its count; ▁ stands for a space.
        script_of: the alphabet, the most frequent first, with scripts as ``barred`` takes them.
        num_merges: what the vocabulary has room for beside the alphabet.
        min_count: training ends when no pair that may be joined stands so often; with 0 it goes on
            with pairs that once stood.
        rules: the other arguments of ``barred``.

    {"aab": 2}, {"a": "Latin", "b": "Latin"}, 1 -> {"aa": ("a", "a")}, {"aa": 0, "a": -1, "b": -2}
    """
    text = [(list(word), count) for word, count in words.items()]
    counts: dict[Pair, int] = {}
    merges: dict[str, Pair] = {}
    while len(merges) < num_merges:
        counts = count_pairs(text, counts)
        free = free_pairs(counts, merges, script_of, **rules)
        pair = min(free, key=lambda p: (-counts[p], len(free[p]), free[p]), default=None)
        if pair is None or counts[pair] < min_count:
            break
        text = [(join_pair(pieces, pair, counts), n) for pieces, n in text]
        merges[free[pair]] = pair
    pieces = [*merges, *script_of]
    return merges, {piece: -place for place, piece in enumerate(pieces)}


def count_pairs(
    text: Iterable[tuple[Sequence[str], int]], before: Iterable[Pair]
) -> dict[Pair, int]:
    """How often each pair stands; one that was known ``before`` and stands no longer, 0 times.

    [(["aa", "b"], 2)], [("a", "a")] -> {("a", "a"): 0, ("aa", "b"): 2}
    """
    counts = dict.fromkeys(before, 0)
    for pieces, count in text:
        for pair in pairwise(pieces):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def free_pairs(
    counts: Iterable[Pair], merges: Collection[str], script_of: Mapping[str, str], **rules: Any
) -> dict[Pair, str]:
    """The pairs that may be joined, each with the piece that it spells: a new one, not barred.

    [("a", "b"), ("b", "▁")], [], {"a": "Latin", "b": "Latin", "▁": ""} -> {("a", "b"): "ab"}
    """
    spelled = {pair: "".join(pair) for pair in counts}
    new = {pair: piece for pair, piece in spelled.items() if piece not in merges}
    return {pair: piece for pair, piece in new.items() if not barred(piece, script_of, **rules)}


def join_pair(pieces: Iterable[str], pair: Pair, counts: dict[Pair, int]) -> list[str]:
    """Join the pair from left to right; the pairs that come of it are known to ``counts``.

    ["a", "b", "a", "b"], ("a", "b") -> ["ab", "ab"]; known are ("ab", "a"), then ("ab", "ab")
    """
    joined, place = list(pieces), 0
    while place < len(joined):
        if tuple(joined[place : place + 2]) == pair:
            joined[place : place + 2] = ["".join(pair)]
            for new in pairwise(joined[max(place - 1, 0) : place + 2]):
                counts.setdefault(new, 0)
        place += 1
    return joined


def barred(
    piece: str,
    script_of: Mapping[str, str],
    *,
    max_piece_length: int = 16,
    split_by_whitespace: bool = True,
    split_by_number: bool = True,
    split_digits: bool = False,
    treat_whitespace_as_suffix: bool = False,
) -> bool:
    """Whether a rule forbids it: too long, ▁ at a wrong place, a digit, two scripts, no script.

    ``script_of`` has the script of a character, "" for one that goes with any.

    "the▁" -> True, "▁the" -> False, "a1" -> True
    """
    inside = piece[:-1] if treat_whitespace_as_suffix else piece[1:]
    if not split_by_whitespace:  # ▁ may stand inside a piece, but not at its other end
        inside = piece[0] if treat_whitespace_as_suffix else piece[-1]
    if len(piece) > max_piece_length or "▁" in inside:
        return True
    if split_digits and any(digit in piece for digit in DIGITS):
        return True
    if any(character not in script_of for character in piece):
        return True
    # without split_by_number a digit goes with any script, before it another than after it
    parts = [piece] if split_by_number else re.split(f"[{DIGITS}]", piece)
    return any(len({script_of[character] for character in part} - {""}) > 1 for part in parts)
