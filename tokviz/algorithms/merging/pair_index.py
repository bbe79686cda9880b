"""The one merge engine: the text, its adjacent pairs, and the record of what happened to them.

A textbook BPE counts every pair again for every merge. Here each pair knows where it stands, so
a merge visits only its own places and corrects only the counts of the neighbours there.

A place is the border between the two tokens, named by the base symbol after it. Pairs are numbered
as they come up; ``pair_at[place]`` is the one that stands there. Three facts make that exact:

- Where splitting put a border no pair ever stands.
- A pair's places only ever shrink once the step that created it is over, and its count with them,
  so a lazy queue (count_queue.py) finds the most frequent without looking at all.
- The distinct pre-tokens stand in the order in which the text first has them, so the first place
  among them is the first place in the text: ties go to the pair seen first without a scan.

Not here: WordPiece's choice by score (pair_scores.py).
Sources: Sennrich et al. 2016; ties as ``max(counts, key=counts.get)`` over counts from the left.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, count
from typing import Any, TypeAlias

import numpy as np

from tokviz.algorithms.merging.changes import Noted, recorded
from tokviz.algorithms.merging.contests import Bars, contests
from tokviz.algorithms.merging.count_queue import CountQueue
from tokviz.algorithms.merging.forced import NOTHING_FORCED, ForcedPairs
from tokviz.algorithms.merging.places import (
    GONE,
    MANY,
    STRIDE,
    Ints,
    as_array,
    boundary_ranks,
    check_ids,
    count_pairs,
    leave_out_overlaps,
)
from tokviz.arrays.sorting import distinct
from tokviz.traces.choice import FIRST_SEEN, ChoiceRule, Pair, Spans, with_force
from tokviz.traces.merges import IntArray, MergeTrace, Score, Token

Places: TypeAlias = list[int] | Ints
OwnKey: TypeAlias = "Callable[[PairIndex, Pair], Any]"
"""What decides between equal counts, lowest first: it may ask the index where a pair stands."""


class PairIndex:
    """Adjacent pairs of base symbols, with their counts and places, under merging.

    Arguments:
        symbols: (n,) token ids of the base symbols of the distinct pre-tokens, concatenated; under
            ``STRIDE``, or TokvizError is raised, as by ``merge``.
        starts: (d + 1,) pre-token i is ``symbols[starts[i]:starts[i + 1]]``.
        weights: (d,) how often pre-token i occurs in the text.
        whole: what such a pre-token is, as a "word": no pair crosses its ends.
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
        whole: str = "pre-token",
        rule: ChoiceRule = FIRST_SEEN,
        tie_key: OwnKey | None = None,
        bars: Bars | None = None,
        forced: ForcedPairs = NOTHING_FORCED,
        on_merge: Callable[[int], None] | None = None,
    ) -> None:
        self._base, self.whole = (symbols, starts, weights), whole
        self.rule = with_force(rule) if forced else rule
        self.forced, self._is_led = forced, bool(forced)
        self.own_key = tie_key
        self.bars = bars
        self.barred: dict[Pair, tuple[int, int]] = {}
        """What ``bars`` said of those whose turn came: one that is barred stays so."""
        self._on_merge = on_merge
        self._top: tuple[Pair | None, int] = (None, 0)  # the last most frequent, and its number
        self._merges: list[tuple[int, int, int, int]] = []  # left, right, token id, count
        self._merged: list[int] = []  # their numbers

        self._width = dict.fromkeys(distinct(symbols.astype(np.int64)).tolist(), 1)
        """How many base symbols a token has."""
        self._standing = count_pairs(symbols, starts, weights)
        self._codes, self._counts = self._standing.codes, self._standing.counts
        self._queue = CountQueue(self._counts)
        self._number_of: dict[int, int] = {}
        self._first_new = array("q", [0])  # of each step, the first that comes up in it
        self._counts_at_first = array("q")
        self._record(0)

    # ---- asking ---------------------------------------------------------------------------

    def choose(self, at_least: int = 1) -> Pair | None:
        """The pair that this step joins: the most frequent, or the one that is forced."""
        best = self.most_frequent(at_least)
        return self.forced.instead_of(best, len(self._merges), self) if self._is_led else best

    def most_frequent(self, at_least: int = 1) -> Pair | None:
        """The most frequent pair no rule bars, ties by ``tie_key``; None under ``at_least``."""
        while (number := self._queue.first(self._turn)) is not None:
            pair = divmod(self._codes[number], STRIDE)
            bar = None if self.bars is None else self.bars(pair)
            if bar is None:
                self._top = pair, number
                return pair if self._counts[number] >= at_least else None
            self.barred[pair] = bar
            self._queue.drop_first()
        return None

    def used_up(self) -> list[Pair]:
        """The pairs that once stood in the text and no longer do, those merged aside."""
        merged = {left * STRIDE + right for left, right, *_ in self._merges}
        counted = zip(self._codes, self._counts, strict=True)
        return [divmod(code, STRIDE) for code, n in counted if not n and code not in merged]

    @property
    def num_symbols(self) -> int:
        """Base symbols of the text."""
        return len(self._base[0])

    @property
    def num_idle(self) -> int:
        """How many merges joined nothing."""
        return [count for _, _, _, count in self._merges].count(0)

    def highest_count(self) -> int:
        """How often the pair that is most frequent now stands, whatever bars it; 0 without one."""
        return max(self._counts, default=0)

    def count(self, pair: Pair) -> int:
        """How often the pair stands in the text now."""
        number = self._number(pair)
        return 0 if number is None else self._counts[number]

    def counts(self) -> dict[Pair, int]:
        """Every pair in the text now, with its count."""
        counted = zip(self._codes, self._counts, strict=True)
        return {divmod(code, STRIDE): count for code, count in counted if count}

    def last_changes(self) -> dict[Pair, int]:
        """The pairs whose count the last merge changed, and by how much."""
        changes = self._last_losses()
        first = self._first_new[-2]
        changes.update((n, count) for n, count in enumerate(self._counts[first:], first) if count)
        return {divmod(self._codes[number], STRIDE): change for number, change in changes.items()}

    def last_used_up(self) -> set[Pair]:
        """The pairs that stood in the text before the last merge, but not after it."""
        lost = self._last_losses()
        return {divmod(self._codes[number], STRIDE) for number in lost if not self._counts[number]}

    def _last_losses(self) -> dict[int, int]:
        """How much less often pairs stand since the last merge, by their numbers."""
        lost: dict[int, int] = {}
        if self._merges:
            for number in range(self._first_new[-2], len(self._counts)):
                old = self._standing.came_of[number]
                lost[old] = lost.get(old, 0) - self._counts[number]
            lost[self._merged[-1]] = -self._merges[-1][3]
        return lost

    def tie_key(self, pair: Pair) -> Any:
        """What decides between equal counts, lowest first."""
        return self.first_place(pair) if self.own_key is None else self.own_key(self, pair)

    def first_place(self, pair: Pair) -> int:
        """Where the pair stands first; comparable between pairs, in text order."""
        number = self._number(pair)
        if number is None or not self._counts[number]:
            raise KeyError(f"the pair {pair} stands nowhere in the text")
        return self._standing.first(number)

    def _number(self, pair: Pair) -> int | None:
        """The number of a pair; None where it never stood in the text."""
        if pair == self._top[0]:
            return self._top[1]
        code = pair[0] * STRIDE + pair[1]
        if code not in (known := self._number_of):
            known.update(zip(self._codes[len(known) :], count(len(known)), strict=False))
        return known.get(code)

    def _turn(self, number: int) -> Any:
        """The pair's place among those of one count."""
        if self.own_key is None:
            return self._standing.first(number)
        return self.own_key(self, divmod(self._codes[number], STRIDE))

    # ---- merging --------------------------------------------------------------------------

    def merge(self, pair: Pair, token_id: int) -> None:
        """Replace the pair by the token everywhere, from left to right, and record the step."""
        if self._on_merge is not None:
            self._on_merge(len(self._merges))
        check_ids(token_id)
        (left, right), number = pair, self._number(pair)
        assert number is not None
        first, often = len(self._codes), self._counts[number]
        widths = self._width[left], self._width[right]
        self._width[token_id] = widths[0] + widths[1]
        places, gone = self._standing.places(number), GONE - len(self._merges)
        if left == right:
            if len(places) < MANY:  # at some of those it may stand no more
                at = self._standing.pair_at
                places = [place for place in places if at[place] == number]
            places = leave_out_overlaps(places, widths[0])
        # (x, left) becomes (x, token), and (right, x) becomes (token, x)
        shifts = token_id - left, (token_id - right) * STRIDE
        if len(places) < MANY:
            touching = self._standing.merge_few(number, places, gone, widths, shifts)
        else:
            touching = self._standing.merge_many(np.asarray(places), gone, widths, shifts)
        if touching:
            passing = self._codes.index(token_id * STRIDE + left, first)
            self._standing.add({passing: touching}, token_id - left)
            self._standing.came_of[-1] = self._standing.came_of[passing]
        self._merges.append((left, right, token_id, often))
        self._merged.append(number)
        self._counts[number] = 0  # "aaa" holds it twice and merges once
        self._record(first)

    def _record(self, first: int) -> None:
        """Pairs from number ``first`` on are new: note how often they stand."""
        fresh = self._counts[first:]
        if self._queue.open_count in fresh:
            self._queue.take_in(self._turn)
        self._counts_at_first.fromlist(fresh)
        self._first_new.append(len(self._counts))

    # ---- the record -----------------------------------------------------------------------

    def _changes(self, often: Ints) -> dict[str, Any]:
        noted = Noted(
            codes=np.array(self._codes),
            came_of=np.array(self._standing.came_of),
            counts=np.array(self._counts_at_first),
            first_new=self._first_new,
            merged=as_array(self._merged),
            often=often,
        )
        return recorded(noted)

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
        merges = np.fromiter(chain.from_iterable(self._merges), np.int64).reshape(-1, 4)
        changes = self._changes(merges[:, 3])
        if ties is None:
            ties = contests(changes, merges, self)
            num_barred = ties[1].per_step(len(merges)).tolist()
        return MergeTrace(
            vocab=vocab,
            symbols=symbols.astype(np.int32),
            starts=starts.astype(np.int64),
            weights=weights.astype(np.int64),
            occurrences=occurrences.astype(np.int32),
            gaps=tuple(gaps),
            boundary_rank=boundary_ranks(self._standing.pairs_at[:-1]),
            pairs=merges[:, :2].astype(np.int32),
            merged_ids=merges[:, 2].astype(np.int32),
            counts=merges[:, 3].copy(),
            scores=tuple(merges[:, 3].tolist()) if scores is None else tuple(scores),
            rule=self.rule,
            tied=ties[0],
            barred=ties[1],
            num_barred=np.array(num_barred, np.int64),
            stop_reason=stop_reason,
            whole=self.whole,
            forced=self.forced.overruled(int(np.count_nonzero(merges[:, 3])), len(merges)),
            **changes,
        )
