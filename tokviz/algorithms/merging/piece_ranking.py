"""The two ways to rank WordPiece's pairs, behind one face: by pair score, and by plain count.

The score is the one of the Hugging Face course (pair_scores.py). Their library ``tokenizers`` ranks
by count, as BPE does; of pairs that stand equally often it takes the one whose left token has the
lower id, then the one whose right token has. That is the tie rule here, too, where pairs are ranked
by count and the caller asks for no other; by pair score it is the pair seen first.
Source: the trainer of ``tokenizers``, which makes a WordPiece of a BPE that it trained.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, Required, TypedDict

from tokviz.algorithms.merging.choosing import index_of
from tokviz.algorithms.merging.forced import Forced
from tokviz.algorithms.merging.letter_pieces import join_pieces
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.algorithms.merging.pair_scores import PairScores, token_counts
from tokviz.checks.errors import TokvizError
from tokviz.text.markers import continuations
from tokviz.traces.choice import Pair, RankedBy, Ties
from tokviz.traces.merges import IntArray


class Ranking(Protocol):
    """Chooses the next pair, merges it, and remembers how each choice stood."""

    def best(self, at_least: int = 1) -> Pair | None:
        """The pair to merge; None where no pair stands ``at_least`` times."""

    def merge(self, pair: Pair, token_id: int) -> None:
        """Merge this pair, which ``best`` gave, everywhere."""

    def record(self) -> dict[str, Any]:
        """What ``PairIndex.trace`` takes besides."""


class PairCounts:
    """Pairs ranked by how often they stand together."""

    def __init__(self, pairs: PairIndex) -> None:
        self._pairs = pairs

    def best(self, at_least: int = 1) -> Pair | None:
        """The most frequent pair, or the one that is forced."""
        return self._pairs.choose(at_least)

    def merge(self, pair: Pair, token_id: int) -> None:
        """Merge the pair everywhere."""
        self._pairs.merge(pair, token_id)

    def record(self) -> dict[str, Any]:
        """Nothing: the index records counts and ties itself."""
        return {}


class PieceMergeSettings(TypedDict, total=False):
    """What ``WordPiece.train`` may be told beside its words."""

    vocab_size: Required[int]
    lowercase: bool
    strip_accents: bool | None
    special_tokens: Sequence[str]
    unk_token: str
    continuing_prefix: str
    max_chars_per_word: int
    ranked_by: RankedBy
    ties: Ties | None
    forced: Forced | None
    min_count: int
    on_merge: Callable[[int], None] | None


def check_ranking(ranked_by: str) -> None:
    """TokvizError where pairs cannot be ranked so."""
    if ranked_by not in ("pair score", "count"):
        raise TokvizError(
            f"ranked_by is {ranked_by!r}, but pairs are ranked by 'pair score', as in the Hugging "
            "Face course, or by 'count', as in its library. Say one of the two."
        )


def ranking(
    ranked_by: RankedBy,
    text: tuple[IntArray, IntArray, IntArray],
    vocab: Sequence[str],
    ties: Ties | None,
    prefix: str,
    *,
    size: int,
    **settings: Any,
) -> tuple[PairIndex, Ranking]:
    """The index of all pairs, and what chooses among them.

    Arguments:
        text: token ids of the letters of the distinct words, where each word begins, and how often
            each occurs.
        ties: None for that of the library, or of the course.
        prefix: stands before each piece inside a word.
        size: how many tokens to end with.
        settings: others of ``index_of``.
    """
    ties = ties or ("lower ids" if ranked_by == "count" else "first seen")
    settings |= {"joins": partial(join_pieces, prefix=prefix), "markers": continuations(prefix)}
    pairs = index_of(text, vocab, whole="word", ties=ties, ranked_by=ranked_by, **settings)
    if ranked_by == "count":
        return pairs, PairCounts(pairs)
    most = len(vocab) + len(text[0])  # each merge leaves a symbol less
    return pairs, PairScores(pairs, token_counts(*text, min(size, most)))
