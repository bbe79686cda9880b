"""The words that a SentencePiece BPE model has met, and how they fall: they come again."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from tokviz.algorithms.pieces.meeting import Meeting
from tokviz.algorithms.pieces.piece_tokenizer import MOST_WORDS, Encoded
from tokviz.algorithms.pieces.word_merges import WordMerges
from tokviz.algorithms.pieces.word_parts import LONGEST_REMEMBERED
from tokviz.text.remembered import Remembered


class MergedWords:
    """Words by their spelling. ``encode`` says how one falls.

    Those of ``spelled_alone`` letters fall by the tokens' ``ranks`` and nothing else.
    """

    def __init__(
        self,
        token_ids: Mapping[str, int],
        ranks: Mapping[str, int],
        spelled_alone: Collection[str],
        encode: Callable[[str], Encoded],
    ) -> None:
        self._encode = encode
        self._words = Remembered[Encoded](most=MOST_WORDS, longest=LONGEST_REMEMBERED)
        self._merges = WordMerges(token_ids, ranks, LONGEST_REMEMBERED)
        suits = frozenset(spelled_alone).issuperset
        self._meeting = Meeting(self._words, token_ids, self._together, suits)

    def _together(self, words: Sequence[str]) -> Iterator[Encoded]:
        return (Encoded((), ids) for ids in self._merges.of_each(words))

    def meet(self, texts: Iterable[Sequence[str]]) -> None:
        """Learn the new words of these texts together."""
        self._meeting.meet(texts)

    def in_text(self, words: Sequence[str]) -> Iterator[Encoded]:
        """Each of the words of a text."""
        known, get, encode = self._words, self._words.get, self._encode
        for some in self._meeting.some_at_a_time(words):
            for word in some:
                encoded = get(word)
                if encoded is None:
                    encoded = known.keep(word, encode(word))
                yield encoded
