"""Which words of a text are new to a model, and whether to look them up together.

Arrays look many words up together, in a fraction of the time. But they hold the vocabulary once
more, and to make them takes a while, so they are made where as many letters were new as the
vocabulary has pieces.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, filterfalse, islice
from typing import Generic

from tokviz.algorithms.pieces.piece_tokenizer import MOST_WORDS
from tokviz.algorithms.pieces.word_parts import LONGEST_REMEMBERED
from tokviz.text.remembered import Kept, Remembered

WORDS_TOGETHER = 1 << 12
"""So many words or fewer are looked up together; nobody else is answered meanwhile."""
FEW = 1 << 10
"""Characters of new words; from so many on they are learned together faster than one by one."""
MOST_LETTERS = 1 << 21
"""Of a vocabulary whose pieces stand in arrays, too: some 50 MB."""


class Meeting(Generic[Kept]):
    """What ``known`` holds of words, and how it comes to hold more of them.

    ``learn`` says of many words what each of them became; those that ``suits`` declines, and words
    too long to be remembered, it is not asked about.
    """

    def __init__(
        self,
        known: Remembered[Kept],
        pieces: Collection[str],
        learn: Callable[[Sequence[str]], Iterable[Kept]],
        suits: Callable[[str], bool] = bool,
    ) -> None:
        self._known, self._pieces, self._learn, self._suits = known, pieces, learn, suits
        self._new_letters = 0

    def meet(self, texts: Iterable[Sequence[str]]) -> None:
        """Learn the new words of texts; those of a long text are met in ``some_at_a_time``."""
        self._meet(chain.from_iterable(words for words in texts if len(words) <= WORDS_TOGETHER))

    def some_at_a_time(self, words: Sequence[str]) -> Iterator[Sequence[str]]:
        """The words of a text, met when they come. A short one is met beforehand, if at all."""
        if len(words) <= WORDS_TOGETHER:
            yield words
            return
        for first in range(0, len(words), WORDS_TOGETHER):
            some = words[first : first + WORDS_TOGETHER]
            self._meet(some)
            yield some

    def _meet(self, words: Iterable[str]) -> None:
        # Asked word by word: ``set.difference`` walks all that is known, if it is no plain dict.
        strange = filter(_is_short, filterfalse(self._known.__contains__, set(words)))
        new = list(islice(filter(self._suits, strange), MOST_WORDS))
        letters = sum(map(len, new))
        self._new_letters += letters
        if letters >= FEW and len(self._pieces) <= self._new_letters and self._are_few:
            for word, became in zip(new, self._learn(new), strict=True):
                self._known.keep(word, became)

    @cached_property
    def _are_few(self) -> bool:
        return sum(map(len, filter(_is_short, self._pieces))) <= MOST_LETTERS


def _is_short(word: str) -> bool:
    return len(word) <= LONGEST_REMEMBERED
