"""Training until there are so many tokens in all, for lessons whose ``train`` counts otherwise.

All are called as ``f(text, vocab_size=n, on_merge=g)``, so that a comparison can train them alike.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Any, Unpack

from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.pieces.settings import PieceOptions, PieceSettings
from tokviz.algorithms.unigram import Unigram
from tokviz.algorithms.wordpiece import WordPiece, smallest_vocab

UNASKED = 200
"""Merges, or tokens besides those of the start, that are learned where nobody says how many."""

sized_char_bpe = partial(CharBPE.train, unknown_counted=True)
sized_char_bpe_unmarked = partial(sized_char_bpe, end_of_word=None)


def wordpiece_by_count(
    text: str | Sequence[str], *, vocab_size: int | None = None, **settings: Any
) -> WordPiece:
    """WordPiece as Hugging Face's library learns it, the most frequent pair first.

    By default it learns ``UNASKED`` tokens.
    """
    if vocab_size is None:
        vocab_size = smallest_vocab(text, ranked_by="count") + UNASKED
    return WordPiece.train(text, vocab_size=vocab_size, ranked_by="count", **settings)


def smallest_pieces(text: str | Sequence[str], **settings: Unpack[PieceOptions]) -> int:
    """The smallest ``vocab_size`` that ``SentencePieceBPE.train`` and ``Unigram.train`` take.

    It has room for the special tokens and the characters of the text, rare ones left out.
    """
    asked = PieceSettings(**settings)
    return len(asked.special.by_id) + len(asked.corpus(text).alphabet)


def sized_unigram(
    text: str | Sequence[str], *, on_merge: Callable[[int], None] | None = None, **settings: Any
) -> Unigram:
    """``Unigram.train`` with these settings; ``on_merge`` is told the numbers of its steps."""
    numbers = count()
    on_step = None if on_merge is None else lambda _: on_merge(next(numbers))
    return Unigram.train(text, on_step=on_step, **settings)
