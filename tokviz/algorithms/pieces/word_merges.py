"""Merging in many short words at once: what ``short_words.py`` does in one.

In each round every word that can joins its best pair; those that cannot are done. The few merges
of a short word are the rounds, and each is a handful of array operations over all words.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokviz.arrays.ragged import run_opens
from tokviz.arrays.sorting import find, with_end
from tokviz.text.code_points import character_kinds

Ints = npt.NDArray[np.int64]

NO_RANK = np.iinfo(np.int64).max


class _Pairs(NamedTuple):
    """All pairs of tokens whose joint spelling is a token, ascending by their keys. All are (p,).

    Behind them stands one that no pair has.
    """

    keys: Ints
    ranks: Ints
    joined: Ints


class _Words(NamedTuple):
    """The tokens of words that can still be joined, word by word. All are (t,)."""

    words: Ints
    ids: Ints
    ranks: Ints  # of the pair with the next token; NO_RANK at the end of a word
    joined: Ints  # what that pair becomes

    def take(self, rows: Ints) -> "_Words":
        return _Words(*(each.take(rows) for each in self))


class WordMerges:
    """Joins the characters of words into tokens of at most ``longest`` characters.

    ``ranks`` has every token's: the two whose joint spelling ranks first merge, the leftmost of
    equals. ``token_ids`` has the same tokens.
    """

    def __init__(
        self, token_ids: Mapping[str, int], ranks: Mapping[str, int], longest: int
    ) -> None:
        self._token_ids, self._ranks, self._longest = token_ids, ranks, longest

    def of_each(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        """The ids of each word's tokens; no word is empty, and all its characters are tokens."""
        distinct, kinds = character_kinds("".join(words))
        letters = np.array([self._token_ids[letter] for letter in distinct], np.int64)
        sizes = np.fromiter(map(len, words), np.int64, len(words))
        numbers = np.repeat(np.arange(len(words)), sizes)
        now = self._ranked(_Words(numbers, letters.take(kinds), *np.full((2, len(kinds)), NO_RANK)))
        done: list[_Words] = []
        while len(now.ids):
            opens = run_opens(now.words)
            best = np.minimum.reduceat(now.ranks, opens)
            best_of_each = np.repeat(best, np.diff(opens, append=len(now.ids)))
            goes_on = best_of_each < NO_RANK
            done.append(now.take(np.flatnonzero(~goes_on)))
            at = np.flatnonzero((now.ranks == best_of_each) & goes_on)
            at = at.take(run_opens(now.words.take(at)))  # the leftmost
            now = self._joined(now, at, goes_on)
        return _by_word(done, len(words))

    def _joined(self, now: _Words, at: Ints, goes_on: npt.NDArray[np.bool_]) -> _Words:
        """After the pairs at these places, one in each word that goes on; without the others."""
        now.ids[at] = now.joined.take(at)
        goes_on[at + 1] = False
        places = np.cumsum(goes_on) - 1
        kept, at = now.take(np.flatnonzero(goes_on)), places.take(at)
        kept.ranks[at] = NO_RANK
        return self._ranked(kept, np.concatenate([at, at[at > 0] - 1]))

    def _ranked(self, now: _Words, places: Ints | None = None) -> _Words:
        """With the ranks of the pairs that begin at these places, or at all."""
        places = np.arange(len(now.ids)) if places is None else places
        places = places[places + 1 < len(now.ids)]
        places = places[now.words.take(places) == now.words.take(places + 1)]
        keys = self._keys(now.ids.take(places), now.ids.take(places + 1))
        found, known = find(self._pairs.keys, keys)
        now.ranks[places] = np.where(known, self._pairs.ranks.take(found), NO_RANK)
        now.joined[places] = self._pairs.joined.take(found)
        return now

    def _keys(self, left: Ints, right: Ints) -> Ints:
        return left * self._base + right

    @cached_property
    def _base(self) -> int:
        return max(self._token_ids.values()) + 1

    @cached_property
    def _pairs(self) -> _Pairs:
        get = self._token_ids.get
        pairs = [
            (left, right, self._ranks[token], token_id)
            for token, token_id in self._token_ids.items()
            if len(token) <= self._longest
            for cut in range(1, len(token))
            if (left := get(token[:cut])) is not None and (right := get(token[cut:])) is not None
        ]
        columns: Ints = np.array(pairs, np.int64).reshape(-1, 4).T
        keys = self._keys(columns[0], columns[1])
        order = np.argsort(keys)
        return _Pairs(*(with_end(each.take(order)) for each in (keys, *columns[2:])))


def _by_word(done: Sequence[_Words], count: int) -> list[tuple[int, ...]]:
    """The ids of each word, from words that were done round by round."""
    words = np.concatenate([each.words for each in done])
    order = np.argsort(words, kind="stable")
    ids = np.concatenate([each.ids for each in done]).take(order).tolist()
    ends = np.cumsum(np.bincount(words, minlength=count)).tolist()
    return [tuple(ids[begin:end]) for begin, end in zip([0, *ends], ends, strict=False)]
