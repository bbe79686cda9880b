"""Lesson: a fixed list of words, sorted and numbered.

Read the text once, cut it at spaces and punctuation, sort the distinct words, number them. The
list is then closed: a word that is not on it has no number. Version 1 fails there
(``unk_token=None``); version 2 gives every such word one number for "unknown", and what the word
was is gone.

The steps: split, sort, number; then, for each text to encode, look up.
The order is that of the code points ("Z" before "a"), so there are no ties. Special tokens take
the ids after the words, the unknown token last. They are found first, also without spaces around
them, where the teaching example below splits first and needs the spaces.
Loss: ``decode`` joins with spaces and closes them up before ``, . ? " ( ) '`` only.
Source: this split pattern and these closing rules are a widespread teaching example's. Its
``--`` stands after ``-`` in the pattern, so it never matches: "--" becomes two words.
Not here: anything that knows a word's parts.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from tokviz.algorithms.models.batches import Batches
from tokviz.algorithms.models.contents import (
    check_dense,
    check_distinct,
    check_has,
    check_vocab,
    keep_copies,
)
from tokviz.algorithms.models.trained import Trained
from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.checks.whole_numbers import token_of
from tokviz.files.hugging_face.pipeline import write_pipeline
from tokviz.files.hugging_face.words import word_level_content
from tokviz.text.characters import byte_offsets
from tokviz.text.markers import Markers
from tokviz.text.pre_tokens import as_documents, well_formed
from tokviz.text.special_tokens import check_names
from tokviz.traces.words import LookUpStep, LookUpTrace, WordLevelTrace

SPLIT_PATTERN = r"""([,.:;?_!=\-\"<>#\{\}\'$\&/()\[\]+]|--|\s)"""
KIND = "word_level"
CLOSED_UP_PATTERN = r"""\s+([,.?"()\'])"""


class UnknownWordError(TokvizError, KeyError):
    """A word is not on the list, and there is no unknown token to stand for it."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word

    def __str__(self) -> str:
        return (
            f"Every word must be in the vocabulary, but {self.word!r} is not. "
            f"Train on text that has it, or train with an unk_token to stand for unseen words."
        )


@checked
@dataclass(frozen=True, eq=False)
class WordLevel(FieldsAlone, Batches, Trained[WordLevelTrace]):
    """A closed list of words, made by ``train`` or ``tokviz.load``: id -> word, dense from 0."""

    vocab: Mapping[int, str] = field(repr=False)
    unk_token: str | None = None
    special_tokens: tuple[str, ...] = ()
    trace: WordLevelTrace | None = None
    markers: ClassVar[Markers] = ()
    formats: ClassVar[tuple[str, ...]] = (".json",)

    def __post_init__(self) -> None:
        if self.trace is None:
            check_vocab(self.vocab, str)
            check_dense(self.vocab)
            check_distinct(self.vocab)
            keep_copies(self, "vocab")
        for name in (*self.special_tokens, *filter(None, (self.unk_token,))):
            check_has(self.token_to_id, name)

    @classmethod
    @checked
    def train(
        cls,
        text: str | Sequence[str],
        *,
        unk_token: str | None = None,
        special_tokens: Sequence[str] = (),
    ) -> "WordLevel":
        """Split, sort and number the words of a text, or of several documents.

        Arguments:
            unk_token: stands for every unseen word; None makes an unseen word an error.
            special_tokens: never split; they take the ids after the words, in this order, and
                the unknown token takes the last one unless it is among them.

        Raises TokvizError for a special token that is empty or given twice.
        """
        check_names(special_tokens)
        specials = tuple(special_tokens)
        if unk_token is not None and unk_token not in specials:
            specials = (*specials, unk_token)
        check_names(specials)
        _check_special_tokens(specials)
        documents = as_documents(text)

        words = tuple(
            word for document in documents for _, word in _split(document, specials)
        )  # 1. split
        distinct = tuple(sorted(set(words).difference(specials)))  # 2. sort
        vocab = MappingProxyType(dict(enumerate((*distinct, *specials))))  # 3. number
        return cls(vocab, unk_token, specials, WordLevelTrace(words, distinct, vocab))

    @cached_property
    def token_to_id(self) -> Mapping[str, int]:
        """word -> id."""
        return MappingProxyType({token: token_id for token_id, token in self.vocab.items()})

    @property
    def unk_id(self) -> int | None:
        """The unknown token's id, or None."""
        return None if self.unk_token is None else self.token_to_id[self.unk_token]

    @cached_property
    def special_ids(self) -> frozenset[int]:
        """The ids of the special tokens, the unknown one among them."""
        named = (*self.special_tokens, self.unk_token)
        return frozenset(self.token_to_id[token] for token in named if token is not None)

    @checked
    def split(self, text: str) -> list[str]:
        """The words as cut, before any look-up; joined, they lack only white space."""
        return [word for _, word in _split(well_formed(text), self.special_tokens)]

    @checked
    def is_word(self, part: str) -> bool:
        """Of what ``split`` gives: a special token is no word, so it is neither known nor not."""
        return part not in self.special_tokens

    @checked
    def tokenize(self, text: str) -> list[str]:
        """The tokens that ``encode`` gives: words of the list, and the unknown token."""
        return [self.vocab[token_id] for token_id in self.encode(text)]

    @checked
    def encode(self, text: str) -> list[int]:
        """The words' ids; UnknownWordError (a KeyError) where there is no id to give."""
        ids = []
        for word in self.split(text):
            token_id = self._look_up(word)
            if token_id is None:
                raise UnknownWordError(word)
            ids.append(token_id)
        return ids

    @checked
    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """The UTF-8 byte range that each token of ``encode`` stands for; raises what it raises."""
        self.encode(text)
        return [(step.start, step.end) for step in self.encode_trace(text).steps]

    @checked
    def encode_trace(self, text: str) -> LookUpTrace:
        """Each look-up in order. Unknown words are recorded, never raised, so they can be shown."""
        text = well_formed(text)
        offsets = byte_offsets(text)
        steps = tuple(
            LookUpStep(
                start=offsets[start],
                end=offsets[start + len(word)],
                word=word,
                token_id=self._look_up(word),
                known=word in self.token_to_id,
            )
            for start, word in _split(text, self.special_tokens)
        )
        return LookUpTrace(text, steps)

    @checked
    def decode(self, ids: Iterable[int]) -> str:
        """The words with spaces between, closed before some marks; TokvizError for a wrong id."""
        return re.sub(CLOSED_UP_PATTERN, r"\1", " ".join(token_of(self.vocab, i) for i in ids))

    @checked
    def save(self, path: str | Path) -> None:
        """Write Hugging Face's ``.json``; ``tokviz.load`` gives the list of words back."""
        write_pipeline(path, self.pipeline())

    @checked
    def pipeline(self) -> dict[str, Any]:
        """The content of Hugging Face's ``tokenizer.json``."""
        specials = {token: self.token_to_id[token] for token in self.special_tokens}
        return word_level_content(self.vocab, unk_token=self.unk_token, special_tokens=specials)

    def _look_up(self, word: str) -> int | None:
        return self.token_to_id.get(word, self.unk_id)


def _split(text: str, special_tokens: Sequence[str]) -> list[tuple[int, str]]:
    """The words and where each begins, in code points. "a, b" -> [(0, "a"), (1, ","), (3, "b")]"""
    pattern = SPLIT_PATTERN
    if special_tokens:
        longest_first = sorted(special_tokens, key=len, reverse=True)
        pattern = f"({'|'.join(map(re.escape, longest_first))})|{SPLIT_PATTERN}"
    words = []
    start = 0
    for part in re.split(pattern, text):
        if part is None:  # of the two groups, the one that did not match
            continue
        if part.strip():
            words.append((start, part))
        start += len(part)
    return words


def _check_special_tokens(special_tokens: Sequence[str]) -> None:
    for token in special_tokens:
        if not token.strip():
            raise TokvizError(
                f"A special token must have a visible character, but one is {token!r}. "
                f"Give it a name such as '<|endoftext|>'."
            )
