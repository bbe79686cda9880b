"""Words, long ones in parts that no token and no run of unknown characters crosses.

Where no spaces are written a word is a sentence, which hardly ever comes again; its parts do. It is
cut between two characters that stand side by side in no token, if one of them is a token. Many long
words are cut together, by comparing arrays.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from operator import add

import numpy as np

from tokviz.arrays.sorting import CODE_BITS, Ints, find, with_end
from tokviz.text.code_points import code_points

LONGEST_REMEMBERED = 24
"""Longer words, in characters, hardly ever come again."""
TOGETHER = 1 << 9
"""From so many characters of long words on, arrays are faster."""
_AT_ONCE = 1 << 18
"""Characters cut together at most, so that the arrays stay small."""


class WordParts:
    """Cuts words for a vocabulary of these tokens."""

    def __init__(self, tokens: Collection[str]) -> None:
        self._known = frozenset(token for token in tokens if len(token) == 1)
        self._joined = frozenset(pair for token in tokens for pair in map(add, token, token[1:]))

    def of_each(self, texts: Iterable[Sequence[str]]) -> Iterator[list[str]]:
        """The parts of each text's words."""
        texts = list(texts)
        parts = self._of_long([w for words in texts for w in words if len(w) > LONGEST_REMEMBERED])
        for words in texts:
            cut: list[str] = []
            for word in words:
                if len(word) > LONGEST_REMEMBERED:
                    cut += next(parts)
                else:
                    cut.append(word)
            yield cut

    def _of_long(self, words: Sequence[str]) -> Iterator[Iterable[str]]:
        waiting: list[str] = []
        size = 0
        for word in words:
            if waiting and size + len(word) > _AT_ONCE:
                yield from self._cut_each(waiting, size)
                waiting, size = [], 0
            waiting.append(word)
            size += len(word)
        yield from self._cut_each(waiting, size)

    def _cut_each(self, words: Sequence[str], size: int) -> Iterable[Iterable[str]]:
        if TOGETHER <= size <= _AT_ONCE:
            return self._cut_together(words)
        return map(self._cut, words)

    def _cut(self, word: str) -> Iterator[str]:
        known, joined = self._known, self._joined
        pairs = enumerate(map(add, word, word[1:]), 1)
        begin = 0
        for at in [at for at, pair in pairs if pair not in joined]:
            if word[at] in known or word[at - 1] in known:
                yield word[begin:at]
                begin = at
        yield word[begin:]

    def _cut_together(self, words: Sequence[str]) -> Iterator[list[str]]:
        """The parts of each word, found in all of them at once."""
        text = "".join(words)
        codes = code_points(text).astype(np.int64)
        known_keys, joined_keys = self._keys
        _, is_known = find(known_keys, codes)
        is_edge = np.ones(len(text) + 1, bool)
        is_edge[1:-1] = ~find(joined_keys, codes[:-1] << CODE_BITS | codes[1:])[1]
        is_edge[1:-1] &= is_known[:-1] | is_known[1:]
        ends = np.cumsum([0, *map(len, words)])
        is_edge[ends] = True
        edges = np.flatnonzero(is_edge)
        parts = [text[begin:end] for begin, end in pairwise(edges.tolist())]
        for first, last in pairwise(np.searchsorted(edges, ends).tolist()):
            yield parts[first:last]

    @cached_property
    def _keys(self) -> tuple[Ints, Ints]:
        """The known characters, and the joined pairs, as numbers that are looked up."""
        known = code_points("".join(self._known)).astype(np.int64)
        pairs = code_points("".join(self._joined)).astype(np.int64)
        joined = pairs[::2] << CODE_BITS | pairs[1::2]
        return with_end(np.sort(known)), with_end(np.sort(joined))
