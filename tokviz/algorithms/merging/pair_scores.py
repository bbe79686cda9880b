"""How WordPiece chooses: the pair that occurs together more often than by chance.

``pair_score = count(ab) / (count(a) * count(b))``. BPE asks which pair is frequent; this asks
which pair is frequent for how common its two tokens are. Scores are compared as exact fractions,
so that 3/(5*3) and 1/5 are a tie and nothing else is.

Ties: the pair seen first in the text as it now stands, unless the caller wants another rule.
A score can rise, because the count of a token falls when a neighbouring merge uses it up, so no
queue can keep the order. The best pair is found anew each time over arrays of all counts: floats
narrow the choice to the few that could be equal, fractions decide.
Sources: Schuster and Nakajima 2012; the score as the Hugging Face course writes it.
Not here: the loop that asks for the best pair, and the encoding (wordpiece.py).
"""

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.merging.contests import tied_spans, turn
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.traces.choice import NO_SPANS, Pair, Spans
from tokviz.traces.merges import IntArray

SLACK = 1e-9
"""Far above the rounding of three float operations, far below the gap between most scores."""
LARGEST = 2**63 - 1
"""What an array of whole numbers holds."""


def token_counts(
    symbols: IntArray, starts: IntArray, weights: IntArray, vocab_size: int
) -> npt.NDArray[np.int64]:
    """(vocab_size,) how often each token stands in the text before any merge."""
    weight_of_symbol = np.repeat(weights, np.diff(starts))
    counts = np.zeros(vocab_size, np.int64)
    np.add.at(counts, symbols, weight_of_symbol)
    return counts


class PairScores:
    """Every pair's count and score, in arrays that one comparison can scan.

    Each live pair has a slot; ``first`` is a place before which it does not stand.
    """

    def __init__(self, pairs: PairIndex, token_counts: npt.NDArray[np.int64]) -> None:
        self._pairs = pairs
        self._token_counts = np.append(token_counts, 1)  # the last is what a free slot points at
        self._nobody = len(token_counts)
        self._slot_of: dict[Pair, int] = {}
        self._pair_at: list[Pair] = []
        self._free: list[int] = []
        counts = pairs.counts()
        capacity = max(1024, 2 * len(counts))
        self._left = np.full(capacity, self._nobody, np.int64)
        self._right = np.full(capacity, self._nobody, np.int64)
        self._count = np.zeros(capacity, np.int64)
        self._first = np.zeros(capacity, np.int64)
        self._level_since: dict[int, int] = {}  # slots level with the winner, and since which step
        self._level = np.zeros(capacity, np.bool_)
        self._ties: list[tuple[int, int, int, int, int]] = []
        self._merges: list[Pair] = []
        self._score = Fraction(0)  # of the pair that ``best`` found last
        self._scores: list[Fraction] = []
        self._num_outnumbering: list[int] = []  # more frequent than the winner, and scored lower
        self._overruled: list[tuple[int, int, int, int, int]] = []  # above a forced pair
        self._higher: list[int] = []  # their slots at this step
        for pair, count in counts.items():
            self._set(pair, count)

    def _all_ties(self) -> Spans:
        """Which pairs had the winner's score, and over which steps."""
        for slot in list(self._level_since):
            self._end_tie(slot, len(self._merges))
        rows = np.array(self._ties, np.int64).reshape(-1, 5)
        return tied_spans(rows, self._merges, turn(self._pairs))

    def _all_overruled(self) -> Spans:
        rows = np.array(self._overruled, np.int64).reshape(-1, 5)
        return Spans.of(rows, self._merges) if len(rows) else NO_SPANS

    def best(self, at_least: int = 1) -> Pair | None:
        """The pair of the highest score, or the forced one; None when none is left.

        None, too, where no pair of any score stands ``at_least`` times.
        """
        size = len(self._pair_at)
        left = self._token_counts[self._left[:size]]
        right = self._token_counts[self._right[:size]]
        scores = self._count[:size] / (left.astype(np.float64) * right)
        top = scores.max(initial=0.0)
        if not top or (at_least > 1 and self._count[:size].max() < at_least):
            return None
        near = (scores >= top * (1 - SLACK)).nonzero()[0]
        slots, self._score = self._largest(near)
        best = self._pair_at[self._first_of(slots)]
        pair = self._pairs.forced.instead_of(best, len(self._merges), self._pairs)
        self._higher = []
        if pair is not None and pair != best:
            slots, self._score = self._level_with(self._slot_of[pair], scores)
            best = pair
        self._note_ties(slots, size)
        return best

    def _level_with(
        self, slot: int, scores: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.int64], Fraction]:
        """The slots whose score is that of a forced pair; those that score higher are noted."""
        score, step = self._exact(slot), len(self._merges)
        above = np.flatnonzero(scores >= scores[slot] * (1 - SLACK)).tolist()
        exact = {other: self._exact(other) for other in above}
        self._higher = [other for other in above if exact[other] > score]
        barred = len(self._pairs.rule.bars) - 1
        for other in self._higher:
            self._overruled.append((*self._pair_at[other], step, step + 1, barred))
        return np.array([other for other in above if exact[other] == score], np.int64), score

    def _exact(self, slot: int) -> Fraction:
        left, right = self._token_counts[self._left[slot]], self._token_counts[self._right[slot]]
        return Fraction(int(self._count[slot]), int(left) * int(right))

    def record(self) -> dict[str, Any]:
        """What ``PairIndex.trace`` takes of a training that did not rank by counts."""
        return {
            "scores": self._scores,
            "ties": (self._all_ties(), self._all_overruled()),
            "num_barred": self._num_outnumbering,
        }

    def merge(self, pair: Pair, token_id: int) -> None:
        """Merge the pair that ``best`` gave and bring counts and scores up to date."""
        count = self._pairs.count(pair)
        self._scores.append(self._score)
        size = len(self._pair_at)
        outnumbering = (self._count[:size] > count) & ~self._level[:size]
        outnumbering[self._higher] = True
        self._num_outnumbering.append(int(np.count_nonzero(outnumbering)))
        self._end_tie(self._slot_of[pair], len(self._merges))
        self._merges.append(pair)
        self._pairs.merge(pair, token_id)
        changes = self._pairs.last_changes()
        for changed, change in changes.items():
            slot = self._slot_of.get(changed)
            self._set(changed, change + (0 if slot is None else int(self._count[slot])))
        left, right = pair
        replaced = count
        if left == right:  # "aaa" holds the pair twice; a ## piece always ends exactly one pair
            replaced = sum(change for (_, end), change in changes.items() if end == token_id)
        for token, change in ((left, -replaced), (right, -replaced), (token_id, replaced)):
            self._token_counts[token] += change

    def _largest(self, slots: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], Fraction]:
        """Of slots whose scores are nearly equal, those whose exact score is the highest."""
        left, right = self._token_counts[self._left[slots]], self._token_counts[self._right[slots]]
        if int(left.max()) * int(right.max()) > LARGEST:
            scores = [self._exact(slot) for slot in slots.tolist()]
            highest = max(scores)
            return slots[[score == highest for score in scores]], highest
        counts, products = self._count[slots], left * right
        divisors = np.gcd(counts, products)
        over, under = counts // divisors, products // divisors
        if (over == over[0]).all() and (under == under[0]).all():
            return slots, Fraction(int(over[0]), int(under[0]))
        reduced = np.stack([over, under], axis=1)
        kinds, kind_of = np.unique(reduced, axis=0, return_inverse=True)
        fractions = [Fraction(*kind) for kind in kinds.tolist()]
        best = max(range(len(fractions)), key=fractions.__getitem__)
        return slots[kind_of.reshape(-1) == best], fractions[best]

    def _first_of(self, slots: npt.NDArray[np.int64]) -> int:
        """The slot that the tie rule takes."""
        if self._pairs.own_key is None:
            return self._first_seen(slots)
        at: list[int] = slots.tolist()
        return min(at, key=lambda slot: self._pairs.tie_key(self._pair_at[slot]))

    def _first_seen(self, slots: npt.NDArray[np.int64]) -> int:
        """The slot whose pair stands first. Places only vanish, so ``first`` is a lower bound."""
        while True:
            slot = int(slots[self._first[slots].argmin()])
            place = self._pairs.first_place(self._pair_at[slot])
            if place == self._first[slot]:
                return slot
            self._first[slot] = place

    def _note_ties(self, slots: npt.NDArray[np.int64], size: int) -> None:
        """Open and close spans: most pairs that were level stay so."""
        level = np.zeros(len(self._level), np.bool_)
        level[slots] = True
        step = len(self._merges)
        for slot in (level[:size] != self._level[:size]).nonzero()[0].tolist():
            if level[slot]:
                self._level_since[slot] = step
            else:
                self._end_tie(slot, step)
        self._level = level

    def _end_tie(self, slot: int, step: int) -> None:
        since = self._level_since.pop(slot, step)
        self._level[slot] = False
        if since < step:
            self._ties.append((*self._pair_at[slot], since, step, 0))

    def _set(self, pair: Pair, count: int) -> None:
        if not count:
            slot = self._slot_of.pop(pair)
            self._end_tie(slot, len(self._merges))
            self._left[slot] = self._right[slot] = self._nobody
            self._count[slot] = 0
            self._free.append(slot)
            return
        if pair not in self._slot_of:
            self._open_slot(pair)
        self._count[self._slot_of[pair]] = count

    def _open_slot(self, pair: Pair) -> None:
        if self._free:
            slot = self._free.pop()
            self._pair_at[slot] = pair
        else:
            slot = len(self._pair_at)
            self._pair_at.append(pair)
            if slot == len(self._count):
                self._grow()
        self._slot_of[pair] = slot
        self._left[slot], self._right[slot] = pair
        self._first[slot] = self._pairs.first_place(pair)

    def _grow(self) -> None:
        size = len(self._count)
        self._left = np.append(self._left, np.full(size, self._nobody))
        self._right = np.append(self._right, np.full(size, self._nobody))
        self._count = np.append(self._count, np.zeros(size, np.int64))
        self._first = np.append(self._first, np.zeros(size, np.int64))
        self._level = np.append(self._level, np.zeros(size, np.bool_))
