"""Lesson: a tokenizer in one line, ``text.split()``.

Words stand between spaces, so cut at the spaces. It works on tidy English and shows at once why
it was not enough: "end." and "end" become two words, a language that writes no spaces becomes
one, and every new text brings new words, so the list of words never ends.

Since nothing is learned, there is no list to look a word up in. ``encode`` therefore writes each
new word down when it first meets it: the only vocabulary in this project that grows while it
encodes. Ids follow the order of first meeting, so they belong to one ``Whitespace`` object. Whoever
only looks (``tokenize``, ``token_spans``, ``encode_trace``) leaves it as it is.

Loss: ``decode`` puts one space between words; how many there were, and of which kind, is gone.
Not here: punctuation, unknown words and a vocabulary fixed in advance (see ``word_level``).
"""

from collections.abc import Iterable, Mapping
from copy import copy
from functools import partial
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn

import regex

from tokviz.algorithms.models.batches import Batches
from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.checks.whole_numbers import check_whole
from tokviz.files.errors import refuse_to_save, short
from tokviz.text.characters import byte_offsets
from tokviz.text.labels import plural
from tokviz.text.markers import Markers
from tokviz.text.pre_tokens import check_order, well_formed
from tokviz.text.special_tokens import check_strings
from tokviz.traces.words import WhitespaceTrace, WordStep

# The white space of str.split(): regex's own \s leaves out the four separators U+001C to U+001F.
_WORD = regex.compile(r"[^\s\x1c-\x1f]+")


def words_and_gaps(text: str) -> tuple[list[str], list[str]]:
    """The words, and what stood before each and at the end. " a b" -> ["a", "b"], [" ", " ", ""]"""
    words: list[str] = []
    gaps: list[str] = []
    end = 0
    for match in _WORD.finditer(text):
        gaps.append(text[end : match.start()])
        words.append(match.group())
        end = match.end()
    return words, [*gaps, text[end:]]


class Whitespace(Batches):
    """Words between white space, numbered as they are met; ``words`` were met before."""

    trace = None
    markers: ClassVar[Markers] = ()
    special_ids: ClassVar[frozenset[int]] = frozenset()
    unk_id: ClassVar[None] = None
    formats: ClassVar[tuple[str, ...]] = ()

    @checked
    def __init__(self, words: Iterable[str] = (), *, grows: bool = True) -> None:
        check_order("Words", words)
        self._grows = grows
        self._words = list(dict.fromkeys(check_strings(list(words), "words")))
        self._token_to_id = {word: token_id for token_id, word in enumerate(self._words)}
        self._lock = Lock()  # two readers may share one object, and ids must stay dense

    def __repr__(self) -> str:
        return f"<Whitespace: {plural(len(self._words), 'word')}>"

    @property
    def vocab(self) -> Mapping[int, str]:
        """id -> word, for the words met so far."""
        return MappingProxyType(dict(enumerate(self._words)))

    @checked
    def tokenize(self, text: str) -> list[str]:
        """The words, as ``str.split`` finds them; the vocabulary does not grow."""
        return well_formed(text).split()

    @checked
    def encode(self, text: str) -> list[int]:
        """The words' ids; a word not met before takes the next one. "a b a" -> [0, 1, 0]"""
        return [self._number(word)[0] for word in self.tokenize(text)]

    @checked
    def decode(self, ids: Iterable[int]) -> str:
        """The words with one space between them; TokvizError for an id no word has taken."""
        return " ".join(map(self._word, ids))

    @checked
    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """The UTF-8 byte range that each token of ``encode`` stands for."""
        return [(step.start, step.end) for step in self.encode_trace(text).steps]

    @checked
    def encode_trace(self, text: str) -> WhitespaceTrace:
        """Each word, where it stands, the id that ``encode`` gives it, and whether it is new.

        The vocabulary does not grow, so the same words are new again next time.
        """
        text, reader = well_formed(text), copy(self)
        offsets = byte_offsets(text)
        steps = []
        for match in _WORD.finditer(text):
            token_id, is_new = reader._number(match.group())
            start, end = offsets[match.start()], offsets[match.end()]
            steps.append(WordStep(start, end, match.group(), token_id, is_new))
        return WhitespaceTrace(text, tuple(steps))

    @checked
    def closed(self) -> "Whitespace":
        """The words met so far, and no others: encoding a new one is a TokvizError."""
        return Whitespace(self._words, grows=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and sent to another process without its lock."""
        return partial(Whitespace, grows=self._grows), (tuple(self._words),)

    @checked
    def save(self, path: str | Path) -> NoReturn:
        """There is nothing to save: FormatError."""
        refuse_to_save(path)

    def _number(self, word: str) -> tuple[int, bool]:
        with self._lock:
            if word in self._token_to_id:
                return self._token_to_id[word], False
            token_id = len(self._words)
            if not self._grows:
                raise TokvizError(
                    f"Every word must be on the closed list of {token_id:,}, but {short(word)} is "
                    "not. Whitespace itself would write it down as the next one."
                )
            self._words.append(word)
            self._token_to_id[word] = token_id
            return token_id, True

    def _word(self, token_id: int) -> str:
        check_whole("An id", token_id, such_as=0)
        if not 0 <= token_id < len(self._words):
            raise TokvizError(
                f"An id must belong to a word met so far, and there are {len(self._words)}, but "
                f"this id is {token_id}. Decode with the same Whitespace object that encoded."
            )
        return self._words[token_id]
