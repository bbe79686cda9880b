"""The one merge engine: the text, its adjacent pairs, and the record of what happened to them.

A textbook BPE counts every pair again for every merge. Here each pair knows where it stands, so
a merge visits only its own places and corrects only the counts of the neighbours there.

Three facts make that exact:

- Two tokens stay apart for ever where splitting put a border, so a separator node stands there.
- A pair's places only ever shrink once the step that created it is over. So pairs wait in buckets
  by the count they once had, and only the highest bucket needs looking at: a pair that has lost
  places since moves down to the bucket of its true count.
- The distinct pre-tokens stand in the order in which the text first has them, so the first place
  among them is the first place in the text: ties go to the pair seen first without a scan.

Not here: WordPiece's choice by score (pair_scores.py).
Sources: Sennrich et al. 2016; ties as ``max(counts, key=counts.get)`` over counts from the left.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.merging.contests import Bars, CountSpans, TieKey, contests, recorded
from tokviz.algorithms.merging.forced import NOTHING_FORCED, ForcedPairs
from tokviz.algorithms.merging.places import SEPARATOR, group_places, lay_nodes
from tokviz.traces.choice import FIRST_SEEN, ChoiceRule, Spans, with_force
from tokviz.traces.merges import NEVER, IntArray, MergeTrace, Pair, Score, Token

GONE = -2
"""A symbol that merge k absorbed is GONE - k: the rank at which its left boundary vanished."""
STRIDE = 1 << 24
"""A pair travels as one integer, left * STRIDE + right: half the cost of hashing a tuple."""


class PairIndex:
    """Adjacent pairs of base symbols, with their counts and places, under merging.

    Arguments:
        symbols: (n,) token ids of the base symbols of the distinct pre-tokens, concatenated.
        starts: (d + 1,) pre-token i is ``symbols[starts[i]:starts[i + 1]]``.
        weights: (d,) how often pre-token i occurs in the text.
        rule: how the trainer chooses, for the trace.
        tie_key: what decides between equal counts, lowest first; by default the first place.
        bars: the rules that forbid a pair; asked when a pair's turn comes.
        forced: the pairs that the caller chose for some steps.
        on_merge: called with the rank before each merge; what it raises ends the training.
    """

    def __init__(
        self,
        symbols: IntArray,
        starts: IntArray,
        weights: IntArray,
        *,
        rule: ChoiceRule = FIRST_SEEN,
        tie_key: TieKey | None = None,
        bars: Bars | None = None,
        forced: ForcedPairs = NOTHING_FORCED,
        on_merge: Callable[[int], None] | None = None,
    ) -> None:
        self._base = (symbols, starts, weights)
        self.rule = with_force(rule) if forced else rule
        self.forced = forced
        self.tie_key = tie_key or self.first_place
        self.bars = bars
        self._on_merge = on_merge
        self._barred: set[int] = set()
        self._open: list[tuple[Any, int]] = []  # a heap: the pairs of the highest count
        self._open_count = 0
        self._buckets: dict[int, list[int]] = {}
        self._bucket_counts: list[int] = []  # a heap of their negated counts
        self._merges: list[tuple[int, int, int, int]] = []  # left, right, token id, count

        nodes, node_weights, self._node_of_symbol = lay_nodes(symbols, starts, weights)
        self._symbol: list[int] = nodes.tolist()
        self._weight: list[int] = node_weights.tolist()
        self._ends_as: list[int] = nodes.tolist()  # the token that ends at this symbol
        self._width = dict.fromkeys([SEPARATOR, *symbols.tolist()], 1)  # a token's base symbols
        self._index_pairs(nodes, node_weights)

    def _index_pairs(self, nodes: npt.NDArray[np.int64], weights: npt.NDArray[np.int64]) -> None:
        pairs, opens, places = group_places(nodes)
        codes = pairs[:, 0] * STRIDE + pairs[:, 1]
        totals = np.add.reduceat(weights[places], opens) if len(opens) else np.empty(0, np.int64)
        keys = codes.tolist()
        place_list = places.tolist()
        edges = pairwise([*opens.tolist(), len(places)])
        self._places: defaultdict[int, list[int]] = defaultdict(list)
        for code, (start, end) in zip(keys, edges, strict=True):
            self._places[code] = place_list[start:end]
        self._counts: dict[int, int] = dict(zip(keys, totals.tolist(), strict=True))
        self._changed = list(keys)
        self._changed_by = list(self._counts.values())
        self._change_starts = [0, len(keys)]
        for code, count in self._counts.items():
            self._put(code, count)

    # ---- asking ---------------------------------------------------------------------------

    def choose(self, at_least: int = 1) -> Pair | None:
        """The pair that this step joins: the most frequent, or the one that is forced."""
        return self.forced.instead_of(self.most_frequent(at_least), len(self._merges), self)

    def most_frequent(self, at_least: int = 1) -> Pair | None:
        """The most frequent pair no rule bars, ties by ``tie_key``; None under ``at_least``."""
        while True:
            while self._open:
                code = self._open[0][1]
                count = self._counts.get(code, 0)
                if count == self._open_count and self._may_merge(code):
                    return divmod(code, STRIDE) if count >= at_least else None
                heapq.heappop(self._open)
                self._put(code, count)
            if not self._open_next_bucket():
                return None

    def used_up(self) -> list[Pair]:
        """The pairs that once stood in the text and no longer do, those merged aside."""
        return [divmod(code, STRIDE) for code in self._places if not self._counts.get(code)]

    def any_left(self) -> bool:
        """Whether any pair stands in the text now."""
        return bool(self._counts)

    def count(self, pair: Pair) -> int:
        """How often the pair stands in the text now."""
        return self._counts.get(pair[0] * STRIDE + pair[1], 0)

    def counts(self) -> dict[Pair, int]:
        """Every pair in the text now, with its count."""
        return {divmod(code, STRIDE): count for code, count in self._counts.items()}

    def last_changes(self) -> dict[Pair, int]:
        """The pairs whose count the last merge changed, and by how much."""
        start, end = self._change_starts[-2:]
        codes, changes = self._changed[start:end], self._changed_by[start:end]
        return {divmod(code, STRIDE): by for code, by in zip(codes, changes, strict=True)}

    def first_place(self, pair: Pair) -> int:
        """Where the pair stands first; comparable between pairs, in text order."""
        left, right = pair
        symbol, width = self._symbol, self._width[left]
        places = self._places[left * STRIDE + right]
        for index, place in enumerate(places):
            if symbol[place] == left and symbol[place + width] == right:
                del places[:index]
                return place
        raise KeyError(f"the pair {pair} stands nowhere in the text")

    def _may_merge(self, code: int) -> bool:
        """Whether no rule bars the pair. One that is barred is never offered again."""
        if self.bars is None or self.bars(divmod(code, STRIDE)) is None:
            return True
        self._barred.add(code)
        return False

    # ---- the queue: one bucket per count, the highest one open ------------------------------

    def _put(self, code: int, count: int) -> None:
        if not count or code in self._barred:
            return
        if count == self._open_count:
            heapq.heappush(self._open, (self.tie_key(divmod(code, STRIDE)), code))
        elif count in self._buckets:
            self._buckets[count].append(code)
        else:
            self._buckets[count] = [code]
            heapq.heappush(self._bucket_counts, -count)

    def _open_next_bucket(self) -> bool:
        """Rank the pairs of the highest count by the tie rule; False when no bucket is left."""
        if not self._bucket_counts:
            return False
        self._open_count = -heapq.heappop(self._bucket_counts)
        for code in self._buckets.pop(self._open_count):
            self._put(code, self._counts.get(code, 0))
        return True

    # ---- merging --------------------------------------------------------------------------

    def merge(self, pair: Pair, token_id: int) -> None:
        """Replace the pair by the token everywhere, from left to right, and record the step."""
        left, right = pair
        code = left * STRIDE + right
        count = self._counts.get(code, 0)
        if self._on_merge is not None:
            self._on_merge(len(self._merges))
        befores, afters = self._replace(left, right, token_id)
        self._merges.append((left, right, token_id, count))

        changes: defaultdict[int, int] = defaultdict(int)
        weight_of = self._weight.__getitem__
        for neighbour, places in befores.items():
            weight = sum(map(weight_of, places))
            changes[neighbour * STRIDE + left] -= weight
            changes[neighbour * STRIDE + token_id] += weight
            self._places[neighbour * STRIDE + token_id] = places
        for neighbour, places in afters.items():
            weight = sum(map(weight_of, places))
            changes[right * STRIDE + neighbour] -= weight
            changes[token_id * STRIDE + neighbour] += weight
            self._places[token_id * STRIDE + neighbour] = places
        changes[code] = -count  # "aaa" holds the pair twice and merges once
        self._record(changes)

    def _replace(
        self, left: int, right: int, token_id: int
    ) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """Merge at every place; return the places of the new pairs by their other token.

        Where two merges touch ("abab"), the first one's right neighbour is itself merged a moment
        later. Its entry goes stale, and the loss noted for the second one cancels it.
        """
        symbol, ends_as, width_of = self._symbol, self._ends_as, self._width
        befores: defaultdict[int, list[int]] = defaultdict(list)
        afters: defaultdict[int, list[int]] = defaultdict(list)
        gone = GONE - len(self._merges)
        to_right = width_of[left]
        width = width_of[token_id] = to_right + width_of[right]
        for i in self._places.pop(left * STRIDE + right):
            if symbol[i] != left or symbol[j := i + to_right] != right:
                continue
            before, end = ends_as[i - 1], i + width
            befores[before].append(i - width_of[before])
            afters[symbol[end]].append(i)
            symbol[i] = token_id
            symbol[j] = gone
            ends_as[end - 1] = token_id
        befores.pop(SEPARATOR, None)
        afters.pop(SEPARATOR, None)
        return befores, afters

    def _record(self, changes: Mapping[int, int]) -> None:
        counts, buckets = self._counts, self._buckets
        net = {code: change for code, change in changes.items() if change}
        for code, change in net.items():
            if change > 0:  # a pair with the new token, which stood nowhere before
                counts[code] = change
                if change in buckets:  # so often the case that it saves a tenth of all calls
                    buckets[change].append(code)
                else:
                    self._put(code, change)
            elif change + counts[code]:
                counts[code] += change
            else:
                del counts[code]
        self._changed.extend(net)
        self._changed_by.extend(net.values())
        self._change_starts.append(len(self._changed))

    # ---- the record -----------------------------------------------------------------------

    def trace(
        self,
        vocab: Mapping[int, Token],
        occurrences: IntArray,
        stop_reason: str,
        *,
        gaps: Sequence[str] = (),
        scores: Sequence[Score] | None = None,
        ties: tuple[Spans, Spans] | None = None,  # and who was barred
        num_barred: Sequence[int] = (),
    ) -> MergeTrace:
        """What happened, frozen; ``scores``, ``ties``, ``num_barred`` if not ranked by counts."""
        symbols, starts, weights = self._base
        merges = np.array(self._merges, np.int64).reshape(-1, 4)
        nodes = np.array(self._symbol, np.int64)[self._node_of_symbol]
        boundary_rank = np.where(nodes <= GONE, GONE - nodes, NEVER)
        changes = recorded(self._changed, self._changed_by, self._change_starts)
        if ties is None:
            ties = contests(CountSpans.of(**changes), merges, self)
            num_barred = ties[1].per_step(len(merges)).tolist()
        return MergeTrace(
            vocab=vocab,
            symbols=symbols.astype(np.int32),
            starts=starts.astype(np.int64),
            weights=weights.astype(np.int64),
            occurrences=occurrences.astype(np.int32),
            gaps=tuple(gaps),
            boundary_rank=boundary_rank.astype(np.int32),
            pairs=merges[:, :2].astype(np.int32),
            merged_ids=merges[:, 2].astype(np.int32),
            counts=merges[:, 3].copy(),
            scores=tuple(merges[:, 3].tolist()) if scores is None else tuple(scores),
            rule=self.rule,
            tied=ties[0],
            barred=ties[1],
            num_barred=np.array(num_barred, np.int64),
            stop_reason=stop_reason,
            forced=self.forced.overruled(len(merges)),
            **changes,
        )
