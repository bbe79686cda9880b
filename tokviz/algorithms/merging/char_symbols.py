"""Character BPE's symbols, letters and ends of words: their pairs, and how they look."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Any
from unicodedata import category

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.merging.choosing import index_of
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import WORD_END_LENGTH
from tokviz.text.markers import word_ends
from tokviz.text.pre_tokens import PreTokens
from tokviz.traces.choice import Pair

UNK_TOKEN = "<unk>"
BASE = {
    False: "the characters of this text",
    True: "the characters of this text and the unknown token",
}
"""What is there before any merge, in words, by whether the unknown token counts."""


@dataclass(frozen=True, slots=True)
class CharToken:
    """Letters, and whether they close a word. Typed "</w>" is four letters, not the symbol."""

    letters: str
    ends_word: bool

    def __add__(self, other: CharToken) -> CharToken:
        return CharToken(self.letters + other.letters, other.ends_word)


def base_tokens(words: Sequence[str], end_of_word: str | None, joined: bool) -> list[CharToken]:
    """The characters in the order of first sight, then the end of a word if it is its own symbol.

    ``joined``: a word's last character and its end are one symbol.
    """
    check_end(end_of_word, joined)
    letters = dict.fromkeys("".join(words))
    if end_of_word in letters:
        raise TokvizError(
            f"The end of words is spelled as no character of the text, but {end_of_word!r} is. "
            "Pass another end_of_word, such as '</w>'."
        )
    if joined:
        return list(dict.fromkeys(token for word in words for token in joined_letters(word)))
    alphabet = [CharToken(letter, False) for letter in letters]
    return alphabet if end_of_word is None else [*alphabet, CharToken("", True)]


def check_end(end_of_word: str | None, joined: bool) -> None:
    """TokvizError for an end of words that nobody sees, or that no file may have."""
    if (joined and end_of_word is None) or not (end_of_word is None or can_be_seen(end_of_word)):
        raise TokvizError(
            f"end_of_word must be a symbol that can be seen, but it is {end_of_word!r}. "
            "Pass '</w>', or None, unless it is joined, to leave ends unmarked."
        )
    if end_of_word is not None and len(end_of_word) > WORD_END_LENGTH:
        raise TokvizError(
            f"end_of_word has at most {WORD_END_LENGTH} characters, but this one has "
            f"{len(end_of_word):,}. Pass a shorter one, such as '</w>'."
        )


def can_be_seen(end_of_word: str) -> bool:
    """Whether there is something: no white space, control character or lone surrogate in it."""
    return bool(end_of_word) and not any(
        char.isspace() or category(char) in ("Cc", "Cs") for char in end_of_word
    )


def joined_letters(word: str) -> list[CharToken]:
    """One token a letter, of which the last ends the word."""
    return [*(CharToken(letter, False) for letter in word[:-1]), CharToken(word[-1], True)]


def base_symbols(
    words: Sequence[str], tokens: Sequence[CharToken], marked: bool, joined: bool
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The ids of all words in one array, and where each word begins."""
    token_to_id = {token: token_id for token_id, token in enumerate(tokens)}
    spelled = [spell(word, token_to_id, marked, joined) for word in words]
    symbols = np.fromiter(chain.from_iterable(spelled), np.int64)
    return symbols, np.cumsum([0, *map(len, spelled)])


def pairs_of_words(
    words: PreTokens,
    tokens: Sequence[CharToken],
    end_of_word: str | None,
    joined: bool,
    **settings: Any,
) -> PairIndex:
    """The index of all pairs of the words' symbols; ``settings`` are others of ``index_of``."""
    symbols, starts = base_symbols(words.distinct, tokens, end_of_word is not None, joined)
    settings |= {"spelled": partial(shown, end_of_word), "markers": word_ends(end_of_word)}
    return index_of((symbols, starts, words.weights), tokens, whole="word", **settings)


def spell(
    word: str,
    token_to_id: Mapping[CharToken, int],
    marked: bool,
    joined: bool,
    *,
    unk_id: int = -1,
) -> list[int]:
    """One id a character, and the end of the word if it is marked: in the last, or on its own."""
    if marked and joined:
        return [token_to_id.get(token, unk_id) for token in joined_letters(word)]
    ids = [token_to_id.get(CharToken(letter, False), unk_id) for letter in word]
    return [*ids, token_to_id[CharToken("", True)]] if marked else ids


def scanned(
    word: str, token_to_id: Mapping[CharToken, int], merged: Container[Pair]
) -> list[CharToken]:
    """A wrong encoding: from the left, whatever learned pair comes first is joined, and again.

    "abc" -> "ab", "c" where both "ab" and "bc" were learned, in whichever order
    """
    tokens = [CharToken(letter, False) for letter in word]
    place = 0
    while place < len(tokens) - 1:
        left, right = tokens[place : place + 2]
        if (token_to_id.get(left, -1), token_to_id.get(right, -1)) in merged:
            tokens[place : place + 2] = [left + right]
        else:
            place += 1
    return tokens


def shown_vocab(tokens: Sequence[CharToken], end_of_word: str | None) -> Mapping[int, str]:
    return MappingProxyType(
        dict(enumerate((*(shown(end_of_word, token) for token in tokens), UNK_TOKEN)))
    )


def shown(end_of_word: str | None, token: CharToken) -> str:
    """The letters, and the end of a word where the token closes one."""
    return token.letters + (end_of_word or "") * token.ends_word
