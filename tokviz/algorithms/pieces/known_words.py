"""The words that a Unigram model has met, and how they fall: they come again and again.

How a word falls may depend on what stands before it, because totals are rounded on the way
(word_path.py). A word's ``floor`` says down to which total it does not.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, islice, pairwise

from tokviz.algorithms.pieces.best_path import BestPath, best_path
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.piece_tokenizer import MOST_WORDS, Encoded
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.algorithms.pieces.word_parts import LONGEST_REMEMBERED
from tokviz.algorithms.pieces.word_path import NOT_KNOWN, WordPath, word_path
from tokviz.algorithms.pieces.word_paths import WordPaths
from tokviz.algorithms.remembered import Remembered

WORDS_TOGETHER = 1 << 12
"""So many words or fewer are looked up together; nobody else is answered meanwhile."""
LONGEST_LEARNED = 128
"""In characters; of a longer word, rounding can turn a choice nearly wherever it stands."""
FEW = 1 << 10
"""Characters of new words; from so many on they are learned together faster than one by one."""
MOST_LETTERS = 1 << 21
"""Of a vocabulary whose pieces stand in arrays, too: some 30 MB."""


class KnownWords:
    """Words by their spelling. ``table`` has the pieces of the vocabulary that make edges."""

    def __init__(self, pieces: PieceVocab, table: PieceTable) -> None:
        self._pieces, self._table = pieces, table
        self._paths = Remembered[WordPath](most=MOST_WORDS, longest=LONGEST_REMEMBERED)
        self._together = WordPaths(table, LONGEST_REMEMBERED)
        self._new_letters = 0

    def encoded(self, path: BestPath) -> Encoded:
        """The edges of a path as tokens."""
        return self._tokens("".join(path.pieces), path.token_ids)

    def _tokens(self, word: str, ids: tuple[int, ...]) -> Encoded:
        if self._pieces.unk_id not in ids:
            return Encoded((), ids)
        ends = accumulate(map(self._table.sizes.__getitem__, ids), initial=0)
        pieces = (word[start:end] for start, end in pairwise(ends))
        return Encoded.of(self._pieces.resolve_unknown(zip(pieces, ids, strict=True)))

    def meet(self, texts: Iterable[Sequence[str]]) -> None:
        """Learn the new words of texts together; those of a long text it learns by itself."""
        self._meet(chain.from_iterable(words for words in texts if len(words) <= WORDS_TOGETHER))

    def _meet(self, words: Iterable[str]) -> None:
        """What is kept of the vocabulary for that is worth it once as many letters were new."""
        all_new = (word for word in set(words).difference(self._paths) if _is_short(word))
        new = list(islice(all_new, MOST_WORDS))
        letters = sum(map(len, new))
        self._new_letters += letters
        if letters >= FEW and len(self._table.token_ids) <= self._new_letters and self._is_small:
            for word, path in zip(new, self._together.of_each(new, self._tokens), strict=True):
                self._paths.keep(word, path)

    @cached_property
    def _is_small(self) -> bool:
        return sum(map(len, filter(_is_short, self._table.token_ids))) <= MOST_LETTERS

    def in_text(self, words: Sequence[str]) -> Iterable[Encoded]:
        """Each of the words of a text, which stand there one after the other."""
        get, learn = self._paths.get, self._learn
        if 0 < len(words) <= WORDS_TOGETHER:
            paths = [get(word) or learn(word) for word in words]
            encoded, _, sums, floors = zip(*paths, strict=True)
            if max(floors) <= 2 * sum(sums):  # of few negative numbers rounding doubles no total
                return encoded
            return self._one_by_one(words, paths)
        return self._one_by_one(words, self._paths_of_many(words))

    def _paths_of_many(self, words: Sequence[str]) -> Iterator[WordPath]:
        get, learn = self._paths.get, self._learn
        for first in range(0, len(words), WORDS_TOGETHER):
            some = words[first : first + WORDS_TOGETHER]
            self._meet(some)
            yield from [get(word) or learn(word) for word in some]

    def _one_by_one(self, words: Iterable[str], paths: Iterable[WordPath]) -> Iterator[Encoded]:
        """The same with the total in front of each word, to the last bit."""
        single = array("f", (0.0,))  # rounds to single precision
        total, log_prob_of = 0.0, self._table.edge_log_probs
        for word, path in zip(words, paths, strict=True):
            if path.floor <= total <= 0.0:
                for token_id in path.token_ids:
                    single[0] = total + log_prob_of[token_id]
                    total = single[0]
                yield path.encoded
            else:
                path_here = best_path(word, self._table, total)
                total = path_here.totals[-1]
                yield self.encoded(path_here)

    def _learn(self, word: str) -> WordPath:
        """How a word falls wherever it stands, to be remembered."""
        if len(word) > LONGEST_LEARNED:
            return NOT_KNOWN
        return self._paths.keep(word, word_path(word, self._table, self._tokens))


def _is_short(word: str) -> bool:
    return len(word) <= LONGEST_REMEMBERED
