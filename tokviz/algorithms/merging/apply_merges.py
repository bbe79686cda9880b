"""Encoding by learned merges: the earliest-learned pair in the pre-token goes first.

Of all adjacent pairs that were ever merged in training, the one of lowest rank is joined, the
leftmost first where it stands twice, and so on until no learned pair is left. It is not longest
match: with the merges bc, ab the text abc becomes a|bc.

With dropout, each merge whose turn has come is left out with a given probability, so that the same
text is cut in many ways. What was left out is offered again after the next merge, as the paper has
it, or only if a neighbour changes, as sentencepiece does.

A heap holds the mergeable pairs by (rank, place); entries whose tokens have changed are skipped.
Sources: Sennrich et al. 2016; the order of merges is tiktoken's; dropout: Provilkov et al. 2020,
"BPE-Dropout" (arXiv:1910.13267).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.checks.whole_numbers import seeded
from tokviz.text.markers import Markers
from tokviz.traces.choice import Pair
from tokviz.traces.encoding import EncodeStep, EncodeTrace, SkippedMerge
from tokviz.traces.merges import NEVER, Token

MergeOf: TypeAlias = Callable[[int, int], tuple[int, int] | None]
"""(left id, right id) -> (rank, token id) of the learned merge, or None where none was learned."""

Offer: TypeAlias = tuple[int, int, int, int, int]
"""A merge that may be made: rank, place, left id, right id, token id."""

Ranks: TypeAlias = dict[Pair, tuple[int, int]]
"""Pair -> rank and token id."""

ABSORBED = -1
END = -2
UNMADE = 1 << 62


def ranks_of(merges: Sequence[Pair], first_id: int) -> Ranks:
    """The learned merges by their pairs; merge k made the token ``first_id + k``."""
    return {pair: (rank, first_id + rank) for rank, pair in enumerate(merges)}


def apply_merges(
    symbols: Sequence[int],
    merge_of: MergeOf,
    record: EncodeRecord | None = None,
    skip: Callable[[], bool] | None = None,
    *,
    offer_again: bool = False,
) -> list[int]:
    """The ids of one pre-token; ``skip`` draws what is left out, perhaps to be offered again."""
    row = _Row(symbols)
    heap: list[Offer] = []
    skipped: list[Offer] = []

    def look(place: int) -> None:
        left, right = row.pair(place)
        found = merge_of(left, right)
        if found is not None:
            heappush(heap, (found[0], place, left, right, found[1]))
            if record is not None:
                record.mergeable[left, right] = found

    for place in range(len(symbols) - 1):
        look(place)
    while heap:
        rank, place, left, right, token_id = offer = heappop(heap)
        if row.pair(place) != (left, right):
            continue
        left_out = skip is not None and skip()
        if record is not None:
            note = record.skip if left_out else record.merge
            note(rank, (left, right), token_id, row.following[place])
        if left_out:
            skipped.append(offer)
            continue
        for new_pair in row.join(place, token_id):
            look(new_pair)
        while offer_again and skipped:
            heappush(heap, skipped.pop())
    return [token for token in row.tokens if token >= 0]


def merge_few(symbols: Sequence[int], made_of: Callable[[Pair, int], int]) -> list[int]:
    """``apply_merges`` for a short pre-token, where tokens learned later have higher ids.

    ``made_of`` gives the token that a pair makes, or what it is given for a pair that makes none.
    """
    ids = list(symbols)
    made = [made_of(pair, UNMADE) for pair in pairwise(ids)]
    while made and (token_id := min(made)) != UNMADE:
        place = made.index(token_id)
        ids[place : place + 2] = [token_id]
        del made[place]
        if place < len(made):
            made[place] = made_of((token_id, ids[place + 1]), UNMADE)
        if place:
            made[place - 1] = made_of((ids[place - 1], token_id), UNMADE)
    return ids


class _Row:
    """The tokens of a pre-token, each knowing its neighbours."""

    def __init__(self, symbols: Sequence[int]) -> None:
        self.tokens = [*symbols, END]
        self.following = list(range(1, len(symbols) + 2))
        self.previous = list(range(-1, len(symbols)))

    def pair(self, place: int) -> Pair:
        """The token that begins here, and the next."""
        return self.tokens[place], self.tokens[self.following[place]]

    def join(self, place: int, token_id: int) -> list[int]:
        """Make one token of the pair; where its new pairs begin."""
        other = self.following[place]
        self.tokens[place], self.tokens[other] = token_id, ABSORBED
        before, after = self.previous[place], self.following[other]
        self.following[place], self.previous[after] = after, place
        return [begin for begin in (place, before) if begin >= 0 and self.pair(begin)[1] >= 0]


@checked
def merge_dropout(dropout: float, seed: int | None) -> Callable[[], bool] | None:
    """Draws, with a seed, whether a merge is left out; None where none ever is."""
    if not 0 <= dropout <= 1:
        raise TokvizError(
            f"dropout is {dropout}, but a probability is from 0 to 1. Try 0.1, as in the paper."
        )
    rng = seeded(seed)
    return (lambda: rng.random() < dropout) if dropout else None


class EncodeRecord:
    """Collects what encoding does, one pre-token after another, into an EncodeTrace.

    ``whole`` is what a pre-token is, as a "word".
    """

    def __init__(self, whole: str = "pre-token") -> None:
        self._whole = whole
        self.mergeable: dict[Pair, tuple[int, int]] = {}
        self._symbols: list[int] = []
        self._starts = [0]
        self._merges: list[tuple[int, Pair, int, int, int]] = []
        self._skipped: list[tuple[int, int, Pair, int, int, int]] = []

    @classmethod
    def of(cls, symbols: Sequence[int], merge_of: MergeOf) -> EncodeRecord:
        """What merging one pre-token of these base symbols does, without dropout."""
        record = cls()
        record.begin(symbols)
        apply_merges(symbols, merge_of, record)
        return record

    def begin(self, symbols: Sequence[int]) -> None:
        """A new pre-token of these base symbols; merges recorded from now on lie in it."""
        self._starts.append(self._starts[-1] + len(symbols))
        self._symbols.extend(symbols)

    def merge(self, rank: int, pair: Pair, token_id: int, place: int) -> None:
        """The pair whose right-hand token began at ``place`` of this pre-token became one."""
        self._merges.append((rank, pair, token_id, *self._where(place)))

    def skip(self, rank: int, pair: Pair, token_id: int, place: int) -> None:
        """The same merge, had dropout not left it out."""
        self._skipped.append((len(self._merges), rank, pair, token_id, *self._where(place)))

    def _where(self, place: int) -> tuple[int, int]:
        pre_token = len(self._starts) - 2
        return self._starts[pre_token] + place, pre_token

    def trace(
        self,
        vocab: Mapping[int, Token],
        *,
        gaps: Sequence[str] = (),
        markers: Markers = (),
        special_ids: frozenset[int] = frozenset(),
        unk_id: int | None = None,
    ) -> EncodeTrace:
        """What was recorded, frozen."""
        boundary_rank = np.full(len(self._symbols), NEVER, np.int32)
        for step, (_, _, _, position, _) in enumerate(self._merges):
            boundary_rank[position] = step
        return EncodeTrace(
            vocab=vocab,
            symbols=np.array(self._symbols, np.int32),
            starts=np.array(self._starts, np.int64),
            gaps=tuple(gaps),
            boundary_rank=boundary_rank,
            steps=tuple(
                EncodeStep(rank, pair, token_id, vocab[token_id], position, pre_token)
                for rank, pair, token_id, position, pre_token in self._merges
            ),
            mergeable=MappingProxyType(self.mergeable),
            whole=self._whole,
            skipped=tuple(
                SkippedMerge(before, rank, pair, token_id, vocab[token_id], position, pre_token)
                for before, rank, pair, token_id, position, pre_token in self._skipped
            ),
            markers=markers,
            special_ids=special_ids,
            unk_id=unk_id,
        )
