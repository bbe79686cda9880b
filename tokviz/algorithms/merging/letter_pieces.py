"""WordPiece's smallest pieces: a word's first letter as it is, every other letter behind ``##``.

The same letter is two symbols, one that begins a word and one that continues it. A merge keeps
the prefix of its left part and drops that of its right part.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from tokviz.text.markers import CONTINUING_PREFIX


def alphabet_of(words: Iterable[str]) -> list[str]:
    """First letters as they are, all others with ##, sorted. ["hug", "us"] -> ##g ##s ##u h u"""
    letters = set()
    for word in set(words):
        letters.update(pieces_of_letters(word))
    return sorted(letters)


def pieces_of_letters(word: str) -> list[str]:
    """One piece a letter. "hug" -> ["h", "##u", "##g"]"""
    return [word[0], *(CONTINUING_PREFIX + letter for letter in word[1:])] if word else []


def join_pieces(left: str, right: str) -> str:
    """What two neighbouring pieces spell. "##u", "##gs" -> "##ugs" """
    return left + right.removeprefix(CONTINUING_PREFIX)


def letter_symbols(
    words: Sequence[str], vocab: Sequence[str]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The letter pieces of all words in one array of ids, and where each word begins."""
    token_to_id = {token: token_id for token_id, token in enumerate(vocab)}
    ids = [token_to_id[piece] for word in words for piece in pieces_of_letters(word)]
    return np.array(ids, np.int64), np.cumsum([0, *map(len, words)])
