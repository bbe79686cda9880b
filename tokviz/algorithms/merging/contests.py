"""Who stood against the winner of each step, found from what the engine recorded while it chose.

The winner's count never rises: a pair with the new token stands at most as often as the pair that
was merged. So all steps that were won with the same count are neighbours, and a pair with that
count was level with their winners for as long as it kept it: tied, or barred by a rule. A pair with
a higher count stood higher for as long as it kept that, so a rule must have barred it.

A step that the caller forced is told on its own: at all others, forced ones before them or not, the
count of the best pair never rises.

Not here: scores (pair_scores.py), which may rise; there ties are noted while scores are compared.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.merging.forced import ForcedPairs
from tokviz.arrays.ragged import run_opens
from tokviz.traces.choice import (
    NO_SPANS,
    ChoiceRule,
    Pair,
    Rows,
    Spans,
    merged_at,
    pair_codes,
)
from tokviz.traces.count_spans import Changes, CountSpans, Ints
from tokviz.traces.merges import NEVER

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

    rule: ChoiceRule
    bars: Bars | None
    barred: dict[Pair, tuple[int, int]]  # what ``bars`` said already
    forced: ForcedPairs

    def tie_key(self, pair: Pair) -> Any:
        """What decides between equal counts, lowest first."""
        ...

    def last_used_up(self) -> Set[Pair]:
        """The pairs that stood in the text before the last merge, but not after it."""
        ...


def turn(chooser: Chooser) -> TieKey:
    """Sorts pairs that tied to the end as training would go on; what stands nowhere comes last."""
    used_up = chooser.last_used_up()
    return lambda pair: (1, pair) if pair in used_up else (0, chooser.tie_key(pair))


def contests(changes: Mapping[str, Changes], merges: Ints, chooser: Chooser) -> tuple[Spans, Spans]:
    """The ties of all steps, and the barred pairs of all steps.

    ``changes`` are those of a trace, by the names of its fields; ``merges`` (s, 4) the winners:
    left, right, token id, and the count.
    """
    spans = CountSpans.of(**changes)
    winners, forced = merges[:, :2], chooser.forced.led
    best = merges.copy()  # of forced steps the pair that would have won: its count never rises
    for k, ((left, right), count) in forced.items():
        best[k] = (left, right, 0, count)
    tied, barred = _unforced(spans, best, winners, chooser)
    if forced:
        tied, barred = (_without_steps(rows, forced) for rows in (tied, barred))
        told = [_forced_contest(spans, merges[k].tolist(), k, chooser) for k in forced]
        tied = np.concatenate([tied, *(rows for rows, _ in told)])
        barred = np.concatenate([barred, *(rows for _, rows in told)])
    ties = tied_spans(tied, winners, turn(chooser))
    return ties, Spans.of(barred, winners) if len(barred) else NO_SPANS


def _unforced(spans: CountSpans, best: Ints, winners: Ints, chooser: Chooser) -> tuple[Rows, Rows]:
    """The ties and the barred pairs of steps that were won by the best pair."""
    winning = best[:, 3]
    before = np.append(NEVER, winning)  # with which count the step before each was won
    high = (spans.first < spans.last) & (spans.counts >= before[spans.last])
    spans = spans.at(np.flatnonzero(high))
    level = np.searchsorted(-winning, -spans.counts, "left")  # the first step won with this count
    below = np.searchsorted(-winning, -spans.counts, "right")  # and the first won with less
    start, won = np.maximum(spans.first, level), merged_at(spans.pairs, winners)
    middle = np.minimum(np.maximum(start, below), spans.last)
    free = np.column_stack([spans.pairs, start, np.minimum(middle, won), np.zeros_like(start)])
    if chooser.bars is None:
        return free[free[:, 2] < free[:, 3]], _rows(())
    others = np.column_stack([spans.pairs, start, middle, spans.last])[won == len(winners)]
    free = free[(won < len(winners)) & (free[:, 2] < free[:, 3])]  # no rule barred them before
    known, bars = chooser.barred, chooser.bars
    tied, barred = _parted(others, len(winners), lambda pair: known.get(pair) or bars(pair))
    return np.concatenate([free, tied]), barred


def _pairs(rows: Ints) -> Iterator[Pair]:
    """The pairs that the first two columns hold."""
    return zip(rows[:, 0].tolist(), rows[:, 1].tolist(), strict=True)


def _rows(rows: Sequence[tuple[int, int, int, int, int]]) -> Rows:
    return np.fromiter(chain.from_iterable(rows), np.int64, 5 * len(rows)).reshape(-1, 5)


def _without_steps(rows: Rows, steps: Iterable[int]) -> Rows:
    """The same spans with these steps cut out of them."""
    for k in steps:
        over = (rows[:, 2] <= k) & (k < rows[:, 3])
        after = rows[over].copy()
        after[:, 2] = k + 1
        rows[over, 3] = k
        rows = np.concatenate([rows, after])
        rows = rows[rows[:, 2] < rows[:, 3]]
    return rows


def _forced_contest(
    spans: CountSpans, merge: Sequence[int], k: int, chooser: Chooser
) -> tuple[Rows, Rows]:
    """Who tied with the forced pair of step ``k``; who was barred, or stood higher."""
    *winner, _, count = merge
    standing = (spans.first <= k) & (k < spans.last) & (spans.counts >= count)
    standing &= (spans.pairs != winner).any(axis=1)
    tied, barred = [], []
    overruled = len(chooser.rule.bars) - 1
    for (left, right), times in zip(
        spans.pairs[standing].tolist(), spans.counts[standing].tolist(), strict=True
    ):
        bar = chooser.bars((left, right)) if chooser.bars is not None else None
        held = bar is not None and bar[1] <= k
        if times > count or held:
            rule = bar[0] if bar is not None and held else overruled
            barred.append((left, right, k, k + 1, rule))
        else:
            tied.append((left, right, k, k + 1, 0))
    return _rows(tied), _rows(barred)


def tied_spans(rows: Rows, merges: npt.ArrayLike, turn: TieKey) -> Spans:
    """The ties in order: as they were merged later, then as the tie rule would go on."""
    left_over = np.flatnonzero(rows[:, 3] == len(np.reshape(merges, (-1, 2))))
    keys = [turn(pair) for pair in _pairs(rows[left_over])]
    turns = np.full(len(rows), len(rows))
    turns[left_over[sorted(range(len(keys)), key=keys.__getitem__)]] = np.arange(len(keys))
    return Spans.of(rows, merges, turns)


def _parted(others: Rows, steps: int, bars: Bars) -> tuple[Rows, Rows]:
    """Contenders as spans in which they could have won, and spans in which a rule held them back.

    ``others`` are level with the winners of the ``steps`` from their third column up to the fourth,
    and above them up to the fifth. All spans of a pair are neighbours, so each pair is asked about
    once.

    ab level from 0 to 3, above from 3 to 5, barred by rule 1 from 2 on
    -> it ties from 0 to 2; it was barred by rule 1 from 2 to 5
    """
    opens = run_opens(pair_codes(others))
    sizes = np.diff(opens, append=len(others))
    bar_of = [bars(pair) or (0, steps) for pair in _pairs(others[opens])]
    rule, since = np.repeat(np.array(bar_of, np.int64).reshape(-1, 2), sizes, axis=0).T
    start, middle, end = others[:, 2:].T
    tied = _spans(others, start, np.minimum(middle, since), np.zeros_like(rule))
    return tied, _spans(others, np.maximum(start, since), end, rule)


def _spans(pairs: Ints, first: Ints, last: Ints, rule: Ints) -> Rows:
    """Rows of the pairs, those that span no step left out."""
    rows: Rows = np.column_stack([pairs[:, :2], first, last, rule])[first < last]
    return rows
