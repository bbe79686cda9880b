"""The words that a Unigram model has met, and how they fall: they come again and again.

How a word falls may depend on what stands before it, because totals are rounded on the way
(word_path.py). A word's ``floor`` says down to which total it does not.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise

from tokviz.algorithms.pieces.best_path import BestPath, best_path
from tokviz.algorithms.pieces.meeting import WORDS_TOGETHER, Meeting
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.piece_tokenizer import MOST_WORDS, Encoded
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.algorithms.pieces.word_parts import LONGEST_REMEMBERED
from tokviz.algorithms.pieces.word_path import NOT_KNOWN, WordPath, word_path
from tokviz.algorithms.pieces.word_paths import WordPaths
from tokviz.text.remembered import Remembered

LONGEST_LEARNED = 128
"""In characters; of a longer word, rounding can turn a choice nearly wherever it stands."""


class KnownWords:
    """Words by their spelling. ``table`` has the pieces of the vocabulary that make edges."""

    def __init__(self, pieces: PieceVocab, table: PieceTable) -> None:
        self._pieces, self._table = pieces, table
        self._paths = Remembered[WordPath](most=MOST_WORDS, longest=LONGEST_REMEMBERED)
        self._word_paths = WordPaths(table, LONGEST_REMEMBERED)
        self._meeting = Meeting(self._paths, table.token_ids, self._learn_together)

    def encoded(self, path: BestPath) -> Encoded:
        """The edges of a path as tokens."""
        return self._tokens("".join(path.pieces), path.token_ids)

    def _tokens(self, word: str, ids: tuple[int, ...]) -> Encoded:
        if self._pieces.unk_id not in ids:
            return Encoded((), ids)
        ends = accumulate(map(self._table.sizes.__getitem__, ids), initial=0)
        pieces = (word[start:end] for start, end in pairwise(ends))
        return Encoded.of(self._pieces.resolve_unknown(zip(pieces, ids, strict=True)))

    def _learn_together(self, words: Sequence[str]) -> list[WordPath]:
        return self._word_paths.of_each(words, self._tokens)

    def meet(self, texts: Iterable[Sequence[str]]) -> None:
        """Learn the new words of these texts together."""
        self._meeting.meet(texts)

    def in_text(self, words: Sequence[str]) -> Iterable[Encoded]:
        """Each of the words of a text, which stand there one after the other."""
        get, learn = self._paths.get, self._learn
        if 0 < len(words) <= WORDS_TOGETHER:
            paths = [get(word) or learn(word) for word in words]
            encoded, _, sums, floors = zip(*paths, strict=True)
            if max(floors) <= 2 * sum(sums):  # of few negative numbers rounding doubles no total
                return encoded
            return self._one_by_one(words, paths)
        each = chain.from_iterable(self._meeting.some_at_a_time(words))
        return self._one_by_one(words, (get(word) or learn(word) for word in each))

    def _one_by_one(self, words: Iterable[str], paths: Iterable[WordPath]) -> Iterator[Encoded]:
        """Each word as the total in front of it has it, to the last bit."""
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
