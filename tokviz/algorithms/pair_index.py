"""The one merge engine: the text, its adjacent pairs, and the record of what happened to them.

A textbook BPE counts every pair again for every merge. Here each pair knows where it stands, so
a merge visits only its own places and corrects only the counts of the neighbours there.

Three facts make that exact:

- Two tokens stay apart for ever where splitting put a border, so a separator node stands there.
- A pair's places only ever shrink once the step that created it is over. So a heap whose entries
  may be stale still finds the true best pair: pop the best, recompute it, push it back if it lost.
- The distinct pre-tokens stand in the order in which the text first has them, so the first place
  among them is the first place in the text: ties go to the pair seen first without a scan.

Not here: which pair wins under WordPiece, whose score can rise when a token's count falls.
Sources: Sennrich et al. 2016 for the idea of indexing pairs; the tie rule is that of
``max(counts, key=counts.get)`` over counts collected from left to right.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tokviz.trace import NEVER, IntArray, MergeTrace, Pair, Score, TieRule, Token

SEPARATOR = -1
GONE = -2
STRIDE = 1 << 24
"""A pair travels as one integer, left * STRIDE + right: half the cost of hashing a tuple."""


class PairIndex:
    """Adjacent pairs of base symbols, with their counts and places, under merging.

    Arguments:
        symbols: (n,) token ids of the base symbols of the distinct pre-tokens, concatenated.
        starts: (d + 1,) pre-token i is ``symbols[starts[i]:starts[i + 1]]``.
        weights: (d,) how often pre-token i occurs in the text.
        tie_key: what decides between equal counts, lowest first; by default the first place.
        on_merge: called with the rank before each merge; what it raises ends the training.
    """

    def __init__(
        self,
        symbols: IntArray,
        starts: IntArray,
        weights: IntArray,
        *,
        tie_key: Callable[[Pair], Any] | None = None,
        on_merge: Callable[[int], None] | None = None,
    ) -> None:
        self._base = (symbols, starts, weights)
        self._tie_key = tie_key
        self._on_merge = on_merge
        self._discarded: set[int] = set()
        self._merges: list[tuple[int, int, int, int]] = []  # left, right, token id, count

        lengths = np.diff(starts)
        nodes = np.full(len(symbols) + len(lengths) + 1, SEPARATOR, np.int64)
        self._node_of_symbol = np.arange(len(symbols)) + np.repeat(np.arange(len(lengths)), lengths) + 1
        nodes[self._node_of_symbol] = symbols
        node_weights = np.zeros(len(nodes), np.int64)
        node_weights[self._node_of_symbol] = np.repeat(weights, lengths)

        self._symbol: list[int] = nodes.tolist()
        self._weight: list[int] = node_weights.tolist()
        self._next = list(range(1, len(nodes) + 1))
        self._previous = list(range(-1, len(nodes) - 1))
        self._boundary_rank = [NEVER] * len(nodes)
        self._index_pairs(nodes, node_weights)

    def _index_pairs(self, nodes: npt.NDArray[np.int64], weights: npt.NDArray[np.int64]) -> None:
        """Group the places of every pair, in text order, by one stable sort."""
        places = np.flatnonzero((nodes[:-1] >= 0) & (nodes[1:] >= 0))
        codes = nodes[places] * STRIDE + nodes[places + 1]
        order = np.argsort(codes, kind="stable")
        codes, places = codes[order], places[order]
        opens = np.flatnonzero(np.diff(codes, prepend=-1))
        totals = np.add.reduceat(weights[places], opens) if len(opens) else np.empty(0, np.int64)
        firsts = places[opens]

        keys = codes[opens].tolist()
        place_list = places.tolist()
        ends = [*opens.tolist()[1:], len(places)]
        self._places: defaultdict[int, list[int]] = defaultdict(list)
        for code, start, end in zip(keys, opens.tolist(), ends, strict=True):
            self._places[code] = place_list[start:end]
        self._counts: dict[int, int] = dict(zip(keys, totals.tolist(), strict=True))
        self._changed = list(keys)
        self._changed_by = list(self._counts.values())
        self._change_starts = [0, len(keys)]
        ties: Sequence[Any] = firsts.tolist()
        if self._tie_key is not None:
            ties = [self._tie_key(divmod(code, STRIDE)) for code in keys]
        self._heap: list[tuple[int, Any, int]] = [
            (-count, tie, code)
            for count, tie, code in zip(self._counts.values(), ties, keys, strict=True)
        ]
        heapq.heapify(self._heap)

    # ---- asking ---------------------------------------------------------------------------

    def most_frequent(self) -> Pair | None:
        """The pair with the highest count, ties as ``tie_key`` says; None when none is left."""
        heap, counts = self._heap, self._counts
        while heap:
            minus_count, _, code = heap[0]
            count = counts.get(code, 0)
            if not count or code in self._discarded:
                heapq.heappop(heap)
            elif count == -minus_count:  # places only shrink, so its first place stands as well
                return divmod(code, STRIDE)
            else:
                heapq.heapreplace(heap, (-count, self._tie(code), code))
        return None

    def count(self, pair: Pair) -> int:
        """How often the pair stands in the text now, overlaps included."""
        return self._counts.get(pair[0] * STRIDE + pair[1], 0)

    def counts(self) -> dict[Pair, int]:
        """Every pair that stands in the text now, with its count."""
        return {divmod(code, STRIDE): count for code, count in self._counts.items()}

    def first_place(self, pair: Pair) -> int:
        """Where the pair stands first; comparable between pairs, in text order."""
        return self._first_place(pair[0] * STRIDE + pair[1])

    def discard(self, pair: Pair) -> None:
        """Never offer this pair again; its count is kept and recorded as before."""
        self._discarded.add(pair[0] * STRIDE + pair[1])

    def _tie(self, code: int) -> Any:
        if self._tie_key is not None:
            return self._tie_key(divmod(code, STRIDE))
        return self._first_place(code)

    def _first_place(self, code: int) -> int:
        left, right = divmod(code, STRIDE)
        symbol, following = self._symbol, self._next
        places = self._places[code]
        for index, place in enumerate(places):
            if symbol[place] == left and symbol[following[place]] == right:
                del places[:index]
                return place
        raise KeyError(f"the pair ({left}, {right}) stands nowhere in the text")

    # ---- merging --------------------------------------------------------------------------

    def merge(self, pair: Pair, token_id: int) -> dict[Pair, int]:
        """Replace the pair by the token everywhere, from left to right, and record the step.

        Returns the pairs whose count changed, and by how much.
        """
        left, right = pair
        code = left * STRIDE + right
        rank = len(self._merges)
        if self._on_merge is not None:
            self._on_merge(rank)
        self._merges.append((left, right, token_id, self._counts[code]))
        changes = self._replace(left, right, token_id, rank)
        changes[code] = -self._counts[code]  # "aaa" holds the pair twice and merges once
        return self._record(changes, token_id)

    def _replace(self, left: int, right: int, token_id: int, rank: int) -> defaultdict[int, int]:
        symbol, following, previous = self._symbol, self._next, self._previous
        weights, ranks, places = self._weight, self._boundary_rank, self._places
        changes: defaultdict[int, int] = defaultdict(int)
        for i in places.pop(left * STRIDE + right):
            if symbol[i] != left or symbol[j := following[i]] != right:
                continue
            before, after, weight = previous[i], following[j], weights[i]
            if (neighbour := symbol[before]) >= 0:
                gained = neighbour * STRIDE + token_id
                changes[neighbour * STRIDE + left] -= weight
                changes[gained] += weight
                places[gained].append(before)
            if (neighbour := symbol[after]) >= 0:
                gained = token_id * STRIDE + neighbour
                changes[right * STRIDE + neighbour] -= weight
                changes[gained] += weight
                places[gained].append(i)
            symbol[i] = token_id
            symbol[j] = GONE
            following[i] = after
            previous[after] = i
            ranks[j] = rank
        return changes

    def _record(self, changes: Mapping[int, int], token_id: int) -> dict[Pair, int]:
        counts, heap = self._counts, self._heap
        net = {code: change for code, change in changes.items() if change}
        for code, change in net.items():
            count = counts.get(code, 0) + change
            if not count:
                del counts[code]
                continue
            counts[code] = count
            if change > 0:  # only pairs with the new token gain
                heapq.heappush(heap, (-count, self._tie(code), code))
        self._changed.extend(net)
        self._changed_by.extend(net.values())
        self._change_starts.append(len(self._changed))
        return {divmod(code, STRIDE): change for code, change in net.items()}

    # ---- the record -----------------------------------------------------------------------

    def trace(
        self,
        vocab: Mapping[int, Token],
        occurrences: IntArray,
        stop_reason: str,
        *,
        gaps: Sequence[str] = (),
        scores: Sequence[Score] | None = None,
        tie_rule: TieRule = "first-seen",
    ) -> MergeTrace:
        """What happened, frozen. ``scores`` are the counts unless given."""
        symbols, starts, weights = self._base
        merges = np.array(self._merges, np.int64).reshape(-1, 4)
        changed = np.array(self._changed, np.int64)
        return MergeTrace(
            vocab=vocab,
            symbols=symbols.astype(np.int32),
            starts=starts.astype(np.int64),
            weights=weights.astype(np.int64),
            occurrences=occurrences.astype(np.int32),
            gaps=tuple(gaps),
            boundary_rank=np.array(self._boundary_rank, np.int32)[self._node_of_symbol],
            pairs=merges[:, :2].astype(np.int32),
            merged_ids=merges[:, 2].astype(np.int32),
            counts=merges[:, 3].copy(),
            scores=tuple(merges[:, 3].tolist()) if scores is None else tuple(scores),
            change_pairs=np.stack([changed // STRIDE, changed % STRIDE], axis=1).astype(np.int32),
            change_counts=np.array(self._changed_by, np.int64),
            change_starts=np.array(self._change_starts, np.int64),
            tie_rule=tie_rule,
            stop_reason=stop_reason,
        )
