"""The words that a Unigram model has met, and how they fall: they come again and again.

How a word falls may depend on what stands before it, because totals are rounded on the way
(best_path.py). A word's ``floor`` says down to which total it does not.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from tokviz.algorithms.pieces.best_path import (
    NOT_KNOWN,
    BestPath,
    WordPath,
    best_path,
    word_path,
)
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.piece_tokenizer import (
    LONGEST_REMEMBERED,
    MOST_WORDS,
    Encoded,
)
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.algorithms.remembered import Remembered

WORDS_TOGETHER = 1 << 12
"""So many words or fewer are looked up together; nobody else is answered meanwhile."""


class KnownWords:
    """Words by their spelling. ``table`` has the pieces of the vocabulary that make edges."""

    def __init__(self, pieces: PieceVocab, table: PieceTable) -> None:
        self._pieces, self._table = pieces, table
        self._paths = Remembered[WordPath](most=MOST_WORDS, longest=LONGEST_REMEMBERED)

    def encoded(self, path: BestPath) -> Encoded:
        """The edges of a path as tokens; known ones share the spelling in the vocabulary."""
        texts, ids, _ = path
        if self._pieces.unk_id not in ids:
            return Encoded(tuple(map(self._pieces.pieces.__getitem__, ids)), ids)
        return Encoded.of(self._pieces.resolve_unknown(zip(texts, ids, strict=True)))

    def in_text(self, words: Sequence[str]) -> Iterable[Encoded]:
        """Each of the words of a text, which stand there one after the other."""
        if 0 < len(words) <= WORDS_TOGETHER:
            paths = map(self._paths.get, words, repeat(NOT_KNOWN))
            encoded, _, sums, floors = zip(*paths, strict=True)
            if max(floors) <= 2 * sum(sums):  # of few negative numbers rounding doubles no total
                return encoded
        return self._one_by_one(words)

    def _one_by_one(self, words: Iterable[str]) -> Iterator[Encoded]:
        """The same with the total in front of each word, to the last bit."""
        single = array("f", (0.0,))  # rounds to single precision
        total, get = 0.0, self._paths.get
        for word in words:
            path = get(word)
            if path is None or path is NOT_KNOWN:
                path = self._learn(word)
            if path.floor <= total <= 0.0:
                for log_prob in path.log_probs:
                    single[0] = total + log_prob
                    total = single[0]
                yield path.encoded
            else:
                path_here = best_path(word, self._table, total)
                total = path_here.totals[-1]
                yield self.encoded(path_here)

    def _learn(self, word: str) -> WordPath:
        """How a word that comes again falls wherever it stands, to be remembered.

        To find that out takes longer than to cut the word once.
        """
        known = self._paths
        met = word in known
        return known.keep(word, word_path(word, self._table, self.encoded) if met else NOT_KNOWN)
