"""Equal pairs that a file saved before they were told of has neither as tied nor as barred.

A rule forbade them, else they had tied; which one, such a file does not say. Steps that the caller
forced say nothing of who stood equal, so there such pairs may stay untold.
"""

from dataclasses import replace

import numpy as np

from tokviz.traces.choice import Rows, Spans, pair_codes, pairs_of
from tokviz.traces.count_spans import CountSpans, Ints
from tokviz.traces.merges import MergeTrace

UNTOLD = "by a rule that the file does not name"


def with_untold(trace: MergeTrace) -> MergeTrace:
    """The trace with these pairs as barred; the same one where there are none."""
    if trace.rule.ranked_by != "count" or not trace.rule.bars or not len(trace):
        return trace
    if trace.change_pairs.dtype != np.int32:  # no trainer's record: spans have no room for it
        return trace
    told = [_rows(trace.tied), _rows(trace.barred)]
    found = _without(_level(trace), np.concatenate(told))
    if not len(found):
        return trace
    # What a forced step passed over keeps the last place.
    number = len(trace.rule.bars) - (1 if trace.forced else 0)
    bars = (*trace.rule.bars[:number], UNTOLD, *trace.rule.bars[number:])
    found[:, 4] = number
    before = told[1]
    before[:, 4] += before[:, 4] >= number
    barred = Spans.of(np.concatenate([before, found]), trace.pairs)
    return replace(
        trace,
        rule=replace(trace.rule, bars=bars),
        barred=barred,
        num_barred=barred.per_step(len(trace)),
    )


def _rows(spans: Spans) -> Rows:
    return np.column_stack([spans.pairs, spans.first, spans.last, spans.rule]).astype(np.int64)


def _level(trace: MergeTrace) -> Rows:
    """Over which steps each pair that never won stood as high as the best one."""
    spans = CountSpans.of(trace.change_pairs, trace.change_counts, trace.change_starts)
    best = np.maximum.accumulate(trace.counts[::-1])[::-1].astype(np.int64)  # it never rises
    first = np.maximum(spans.first, np.searchsorted(-best, -spans.counts, "left"))
    last = np.minimum(spans.last, np.searchsorted(-best, -spans.counts, "right"))
    stands = (first < last) & ~np.isin(pair_codes(spans.pairs), pair_codes(trace.pairs))
    return np.column_stack([spans.pairs, first, last, np.zeros_like(first)])[stands]


def _without(rows: Rows, told: Rows) -> Rows:
    """What the rows span and those that are told do not, pair by pair.

    ab from 0 to 9, told of from 2 to 4 -> ab from 0 to 2, ab from 4 to 9
    """
    codes = np.repeat(pair_codes(np.concatenate([rows, told])), 2)
    steps = np.concatenate([rows, told])[:, 2:4].ravel()
    turns = _turns(len(rows), 1), _turns(len(told), -2)
    order = np.lexsort((steps, codes))
    codes, steps = codes[order], steps[order]
    open_now = np.cumsum(np.concatenate(turns)[order])[:-1] == 1
    spans = open_now & (codes[:-1] == codes[1:]) & (steps[:-1] < steps[1:])
    first, last = steps[:-1][spans], steps[1:][spans]
    return np.column_stack([pairs_of(codes[:-1][spans]), first, last, np.zeros_like(first)])


def _turns(rows: int, by: int) -> Ints:
    """What changes at the first and at the last step of each row."""
    return np.tile(np.array([by, -by], np.int64), rows)
