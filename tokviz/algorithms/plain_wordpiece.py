"""Lesson: WordPiece's training as a textbook writes it. Count, compare the scores, join, repeat.

As in plain_bpe.py, but not the most frequent pair is joined: the one that stands together most
often for how often its two parts stand alone, ``count(ab) / (count(a) * count(b))``.

Ties: ``max`` keeps the first of equals and the counts are collected from left to right, so the
pair seen first in the words wins. Scores are fractions: 3/15 is 1/5, and no rounding decides.
Sources: Schuster and Nakajima 2012; the score as the Hugging Face course writes it.
Not here: speed. wordpiece.py learns the same pieces, and its tests hold it to this module. Its page
shows it beside the replay.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain

from tokviz.algorithms.plain_bpe import count_pairs, replace_pair


def train(
    words: Iterable[Sequence[int]],
    pieces: Iterable[str],
    vocab_size: int,
    min_count: int = 1,
    prefix: str = "##",
) -> list[str]:
    """The vocabulary, each piece at its id; smaller than asked for if no pair is left.

    Arguments:
        words: their letters, by their numbers in ``pieces``.
        pieces: what training begins with: special tokens and letters.
        min_count: training ends when no pair stands so often, 1 or more.
        prefix: what stands before a piece inside a word.

    [[0, 1, 1]], ["a", "##b"], 4 -> ["a", "##b", "ab", "abb"]
    """
    text = [list(word) for word in words]
    vocab = list(pieces)
    while len(vocab) < vocab_size:
        counts = count_pairs(text)
        if max(counts.values(), default=0) < min_count:
            break
        alone = Counter(chain.from_iterable(text))
        scores = {(a, b): Fraction(n, alone[a] * alone[b]) for (a, b), n in counts.items()}
        left, right = max(scores, key=lambda pair: scores[pair])
        token = vocab[left] + vocab[right].removeprefix(prefix)
        text = [replace_pair(ids, (left, right), len(vocab)) for ids in text]
        vocab.append(token)
    return vocab
