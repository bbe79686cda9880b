"""Who stood against the winner of each step, found from what the engine recorded while it chose.

The winner's count never rises: a pair with the new token stands at most as often as the pair that
was merged. So all steps that were won with the same count are neighbours, and a pair with that
count was level with their winners for as long as it kept it. A pair with a higher count stood
higher for as long as it kept that, so a rule must have barred it.

Not here: scores (pair_scores.py), which may rise; there ties are noted while scores are compared.
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.traces.choice import NO_SPANS, Pair, Rows, Spans
from tokviz.traces.merges import IntArray

Ints: TypeAlias = npt.NDArray[np.int64]
TieKey: TypeAlias = Callable[[Pair], Any]


class Bars(Protocol):
    """The rules of a tokenizer that forbid pairs."""

    def __call__(self, pair: Pair) -> tuple[int, int] | None:
        """(number of the rule, first step at which it holds), or None where nothing forbids it.

        A bar that holds at a step holds at all later ones.
        """
        ...


class Chooser(Protocol):
    """What the engine chose by."""

    tie_key: TieKey
    bars: Bars | None

    def turn(self, pair: Pair) -> Any:
        """Sorts pairs of one count as training would go on."""
        ...


@dataclass(frozen=True, eq=False)
class CountSpans:
    """Over which steps each pair had which count: ``first <= k < last``; all are (n,)."""

    pairs: Ints  # (n, 2)
    counts: Ints
    first: Ints
    last: Ints

    @classmethod
    def of(
        cls, change_pairs: IntArray, change_counts: IntArray, change_starts: IntArray
    ) -> "CountSpans":
        """From the engine's changes, block by block; block 0 is what stood before any merge."""
        pairs = change_pairs.astype(np.int64)
        block = np.repeat(np.arange(len(change_starts) - 1), np.diff(change_starts))
        order = np.argsort(pairs[:, 0] << 32 | pairs[:, 1], kind="stable")  # blocks are in order
        pairs, block = pairs[order], block[order]
        running = np.cumsum(change_counts[order])
        opens = np.flatnonzero((np.diff(pairs, axis=0, prepend=-1) != 0).any(axis=1))
        before = np.concatenate([[0], running])[opens]
        counts = running - np.repeat(before, np.diff(opens, append=len(pairs)))
        last = np.append(block[1:], 0)[: len(block)]
        last[np.append(opens[1:], len(pairs))[: len(opens)] - 1] = len(change_starts) - 2
        standing = counts > 0
        return cls(pairs[standing], counts[standing], block[standing], last[standing])


def contests(spans: CountSpans, merges: Ints, chooser: Chooser) -> tuple[Spans, Spans]:
    """The ties of all steps, and the barred pairs of all steps.

    ``merges`` (s, 4) are the winners: left, right, token id, and the count, which never rises.
    """
    winners, winning = merges[:, :2], merges[:, 3]
    level = np.searchsorted(-winning, -spans.counts, "left")  # the first step won with this count
    below = np.searchsorted(-winning, -spans.counts, "right")  # and the first won with less
    start = np.maximum(spans.first, level)
    contending = np.flatnonzero(start < spans.last)
    columns = (spans.pairs, start, np.maximum(start, below), spans.last)
    pairs, start, middle, end = (column[contending] for column in columns)
    if chooser.bars is None:
        middle = np.minimum(middle, end)
        rows = np.column_stack([pairs, start, middle, np.zeros_like(start)])
        return tied_spans(_without_winners(rows, winners), winners, chooser.turn), NO_SPANS
    held = _Held(winners, chooser.tie_key, chooser.bars)
    for left, right, *steps in np.column_stack([pairs, start, middle, end]).tolist():
        held.add((left, right), *steps)
    tied = np.array(held.tied, np.int64).reshape(-1, 5)
    barred = np.array(held.barred, np.int64).reshape(-1, 5)
    ties = tied_spans(_without_winners(tied, winners), winners, chooser.turn)
    return ties, Spans.of(barred, winners)


def tied_spans(rows: Rows, merges: npt.ArrayLike, turn: TieKey) -> Spans:
    """The ties in order: as they were merged later, then as the tie rule would go on."""
    left_over = np.flatnonzero(rows[:, 3] == len(np.reshape(merges, (-1, 2))))
    keys = [turn((left, right)) for left, right in rows[left_over, :2].tolist()]
    turns = np.full(len(rows), len(rows))
    turns[left_over[sorted(range(len(keys)), key=keys.__getitem__)]] = np.arange(len(keys))
    return Spans.of(rows, merges, turns)


def _without_winners(rows: Rows, merges: Ints) -> Rows:
    """A pair does not tie with itself: its span ends where it wins."""
    codes = rows[:, 0] << 32 | rows[:, 1]
    won = merges[:, 0] << 32 | merges[:, 1]
    by_code = np.argsort(won)
    place = np.searchsorted(won[by_code], codes)
    wins = np.append(won[by_code], -1)[place] == codes
    rows[wins, 3] = np.minimum(rows[wins, 3], by_code[place[wins]])
    return rows[rows[:, 2] < rows[:, 3]]


class _Held:
    """Sorts contenders into those that could have won and those that a rule held back."""

    def __init__(self, merges: Ints, tie_key: TieKey, bars: Bars) -> None:
        self.tied: list[tuple[int, int, int, int, int]] = []
        self.barred: list[tuple[int, int, int, int, int]] = []
        self._bars, self._tie_key = bars, tie_key
        keys = [tie_key((left, right)) for left, right in merges.tolist()]
        self._keys = sorted(keys)
        self._places = np.array([bisect_left(self._keys, key) for key in keys], np.int64)

    def add(self, pair: Pair, start: int, middle: int, end: int) -> None:
        """A pair that is level with the winners up to ``middle`` and above them up to ``end``."""
        middle = min(middle, end)
        bar = self._bars(pair)
        rule, since = bar if bar is not None else (0, end)
        if start < (free := min(middle, since)):
            self.tied.append((*pair, start, free, 0))
        for first, last in self._ahead(pair, max(start, since), middle):
            self.barred.append((*pair, first, last, rule))
        if max(middle, since) < end:
            self.barred.append((*pair, max(middle, since), end, rule))

    def _ahead(self, pair: Pair, start: int, end: int) -> list[list[int]]:
        """The spans within ``start:end`` in which the tie rule puts the pair before the winner."""
        if start >= end:
            return []
        place = bisect_left(self._keys, self._tie_key(pair))
        ahead = np.concatenate([[False], self._places[start:end] >= place, [False]])
        spans: list[list[int]] = (
            np.flatnonzero(ahead[1:] != ahead[:-1]).reshape(-1, 2) + start
        ).tolist()
        return spans
