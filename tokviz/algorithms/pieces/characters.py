"""The distinct words of the training text as arrays of characters, and what follows each word.

SentencePiece's suffix array is over bytes, so of what follows only the first byte matters.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.corpus import PieceCorpus
from tokviz.algorithms.pieces.rules import PieceRules
from tokviz.arrays.ragged import row_indices
from tokviz.arrays.sorting import distinct
from tokviz.text.code_points import character_kinds

Ints = npt.NDArray[np.int64]

END_OF_TEXT = 256
"""Stands where a first byte would, after the last line."""


@dataclass(frozen=True, eq=False)
class Leads:
    """For each word the different first bytes of what follows it. w: words."""

    opens: Ints  # (w + 1,) those of word i are leads[opens[i]:opens[i + 1]]
    leads: Ints

    @classmethod
    def of(cls, words: Ints, leads: Ints, num_words: int) -> "Leads":
        """From pairs of a word and a first byte."""
        pairs = distinct(words * 512 + leads)
        return cls(np.searchsorted(pairs // 512, np.arange(num_words + 1)), pairs % 512)

    def after(self, numbers: Ints, words: Ints) -> tuple[Ints, Ints]:
        """The number of a substring for each byte after it, and that byte; some come repeatedly.

        The substring ``numbers[i]`` ends with the word ``words[i]``.
        """
        sizes = self.opens[words + 1] - self.opens[words]
        return np.repeat(numbers, sizes), self.leads[row_indices(self.opens, words)]


@dataclass(frozen=True, eq=False)
class Characters:
    """The characters of all distinct words, one after the other. c: characters, k: kinds."""

    text: str
    word_starts: Ints  # (w + 1,)
    kinds: Ints  # (c,) which distinct character each is
    word_ends: Ints  # (c,) where the word of each ends
    weights: Ints  # (c,) how often its word occurs
    line_ends: Ints  # (c,) how often its word closes a line
    word: Ints  # (c,) the word of each
    next_words: Leads  # what follows each word within its line
    next_lines: Leads  # what the lines begin with that follow where a word closes a line
    distinct: str  # (k,) each kind of character, ascending
    lead_bytes: Ints  # (k,) the first byte of its UTF-8
    scripts: Ints  # (k,)
    alone: npt.NDArray[np.bool_]  # (k,) whether it may not be part of a longer piece

    @classmethod
    def of(cls, corpus: PieceCorpus, rules: PieceRules) -> "Characters":
        text = "".join(corpus.words)
        lengths = np.array([len(word) for word in corpus.words], np.int64)
        word_starts = np.concatenate([[0], np.cumsum(lengths)])
        alphabet, kinds = character_kinds(text)
        closing = corpus.occurrences[corpus.line_ends]
        line_ends = np.bincount(closing, minlength=len(lengths))
        inner = np.delete(np.arange(len(corpus.occurrences)), corpus.line_ends)
        lead_bytes = np.array([character.encode()[0] for character in alphabet], np.int64)
        leads = lead_bytes[kinds[word_starts[:-1]]]
        order = np.array(corpus.line_order, np.int64)
        opening = np.append(leads[corpus.occurrences[corpus.line_starts[order]]], END_OF_TEXT)
        num_words = len(lengths)
        return cls(
            text=text,
            word_starts=word_starts,
            kinds=kinds,
            word_ends=np.repeat(word_starts[1:], lengths),
            weights=np.repeat(corpus.counts, lengths),
            line_ends=np.repeat(line_ends, lengths),
            word=np.repeat(np.arange(len(lengths)), lengths),
            next_words=Leads.of(
                corpus.occurrences[inner], leads[corpus.occurrences[inner + 1]], num_words
            ),
            next_lines=Leads.of(closing[order], opening[1:], num_words),
            distinct=alphabet,
            lead_bytes=lead_bytes,
            scripts=np.array([rules.script(character) for character in alphabet], np.int64),
            alone=np.array([rules.stands_alone(character) for character in alphabet], bool),
        )
