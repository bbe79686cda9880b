"""The words of a training text in the order in which SentencePiece's Unigram trainer counts them.

It lists the words by falling count, then by spelling, and lines as they come. Each of 16 threads
takes every 16th word of that list. Sums are rounded as they grow, so this order is a matter of
their last digits. (Its suffix array does not depend on it.)

Source: SentencePiece's trainer.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.corpus import PieceCorpus
from tokviz.arrays.sorting import by_falling, stable_order

Ints = npt.NDArray[np.int64]

NUM_THREADS = 16


@dataclass(frozen=True, eq=False)
class InTurn:
    """The w words of a corpus, thread by thread."""

    corpus: PieceCorpus  # with its words in this order
    words: Ints  # (w,) their numbers in the corpus as it was read
    threads: Ints  # (w,) which thread takes each


def in_turn(corpus: PieceCorpus) -> InTurn:
    """The corpus thread by thread: its words, or its lines where each counts for itself."""
    if corpus.lines_apart:
        corpus = corpus.line_by_line()
        listed = np.array(corpus.line_order, np.int64)
    else:
        by_spelling = sorted(range(len(corpus.words)), key=corpus.words.__getitem__)
        listed = by_falling(corpus.counts, np.array(by_spelling, np.int64))
    threads = np.arange(len(listed)) % NUM_THREADS
    order = stable_order(threads)
    words = listed[order]
    number = np.empty_like(words)
    number[words] = np.arange(len(words))
    reordered = replace(
        corpus,
        words=[*map(corpus.words.__getitem__, words.tolist())],
        counts=corpus.counts[words],
        occurrences=number[corpus.occurrences],
    )
    return InTurn(reordered, words, threads[order])
