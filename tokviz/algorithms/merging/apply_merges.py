"""Encoding by learned merges: the earliest-learned pair in the pre-token goes first.

Of all adjacent pairs that were ever merged in training, the one of lowest rank is joined, the
leftmost first where it stands twice, and so on until no learned pair is left. It is not longest
match: with the merges bc, ab the text abc becomes a|bc.

With dropout, each merge whose turn has come is left out with a given probability, so that the same
text is cut in many ways; what was left out is offered again only if a neighbour changes.

A heap holds the mergeable pairs by (rank, place); entries whose tokens have changed are skipped.
Sources: Sennrich et al. 2016; the order of merges is tiktoken's; dropout: Provilkov et al. 2020,
"BPE-Dropout" (arXiv:1910.13267), as sentencepiece draws it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from tokviz.text.errors import TokvizError
from tokviz.text.markers import Markers
from tokviz.traces.encoding import EncodeStep, EncodeTrace, SkippedMerge
from tokviz.traces.merges import NEVER, Pair, Token

MergeOf: TypeAlias = Callable[[int, int], tuple[int, int] | None]
"""(left id, right id) -> (rank, token id) of the learned merge, or None where none was learned."""

ABSORBED = -1


def apply_merges(
    symbols: Sequence[int],
    merge_of: MergeOf,
    record: EncodeRecord | None = None,
    skip: Callable[[], bool] | None = None,
) -> list[int]:
    """The token ids of one pre-token, given as base symbols; ``skip`` draws what is left out."""
    tokens = list(symbols)
    following = list(range(1, len(tokens) + 1))
    previous = list(range(-1, len(tokens) - 1))
    heap: list[tuple[int, int, int, int, int]] = []  # rank, place, left, right, token id

    def look(place: int) -> None:
        left, right = tokens[place], tokens[following[place]]
        found = merge_of(left, right)
        if found is not None:
            heappush(heap, (found[0], place, left, right, found[1]))
            if record is not None:
                record.mergeable[left, right] = found

    for place in range(len(tokens) - 1):
        look(place)
    while heap:
        rank, place, left, right, token_id = heappop(heap)
        other = following[place]
        if tokens[place] != left or other == len(tokens) or tokens[other] != right:
            continue
        left_out = skip is not None and skip()
        if record is not None:
            (record.skip if left_out else record.merge)(rank, (left, right), token_id, other)
        if left_out:
            continue
        tokens[place], tokens[other] = token_id, ABSORBED
        before, after = previous[place], following[other]
        following[place] = after
        if after < len(tokens):
            previous[after] = place
            look(place)
        if before >= 0:
            look(before)
    return [token for token in tokens if token != ABSORBED]


def merge_dropout(probability: float, seed: int | None) -> Callable[[], bool] | None:
    """Draws, with a seed, whether a merge is left out; None where none ever is."""
    if not 0 <= probability <= 1:
        raise TokvizError(
            f"dropout is {probability}, but a probability is from 0 to 1. Try 0.1, as in the paper."
        )
    rng = random.Random(seed)
    return (lambda: rng.random() < probability) if probability else None


class EncodeRecord:
    """Collects what encoding does, one pre-token after another, into an EncodeTrace."""

    def __init__(self) -> None:
        self.mergeable: dict[Pair, tuple[int, int]] = {}
        self._symbols: list[int] = []
        self._starts = [0]
        self._merges: list[tuple[int, Pair, int, int, int]] = []
        self._skipped: list[tuple[int, int, Pair, int, int, int]] = []

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
        self, vocab: Mapping[int, Token], *, gaps: Sequence[str] = (), markers: Markers = ()
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
            skipped=tuple(
                SkippedMerge(before, rank, pair, token_id, vocab[token_id], position, pre_token)
                for before, rank, pair, token_id, position, pre_token in self._skipped
            ),
            markers=markers,
        )
