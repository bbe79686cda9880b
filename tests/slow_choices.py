"""Each trainer's choice decided from scratch: look at every pair of the text, by the plain rule."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from tokviz.algorithms.pieces.rules import PieceRules
from tokviz.traces.merges import MergeTrace, Pair


@dataclass(frozen=True)
class Decision:
    """What a trainer that looks at every pair finds: the winner, its equals, who stood higher."""

    winner: Pair
    tied: set[Pair]
    barred: set[Pair]


Twin: TypeAlias = Callable[[MergeTrace, int], Decision]


def counted(trace: MergeTrace, k: int) -> dict[Pair, int]:
    """The pairs of the text as step k saw it, counted from left to right."""
    ids, starts = (array.tolist() for array in trace.distinct_tokens(k))
    counts: dict[Pair, int] = {}
    for (start, end), weight in zip(pairwise(starts), trace.weights.tolist(), strict=True):
        for pair in pairwise(ids[start:end]):
            counts[pair] = counts.get(pair, 0) + weight
    return counts


def by_count(trace: MergeTrace, k: int) -> Decision:
    """The highest count; of equals the first in the text."""
    counts = counted(trace, k)
    winner = max(counts, key=counts.__getitem__)
    equal = {pair for pair in counts if counts[pair] == counts[winner]}
    return Decision(winner, equal - {winner}, set())


def by_score(trace: MergeTrace, k: int) -> Decision:
    """The highest exact score; of equals the first in the text. More frequent ones stood higher."""
    counts, alone = counted(trace, k), Counter[int]()
    ids, starts = (array.tolist() for array in trace.distinct_tokens(k))
    for (start, end), weight in zip(pairwise(starts), trace.weights.tolist(), strict=True):
        for token_id in ids[start:end]:
            alone[token_id] += weight
    scores = {(a, b): Fraction(n, alone[a] * alone[b]) for (a, b), n in counts.items()}
    winner = max(scores, key=scores.__getitem__)
    equal = {pair for pair in scores if scores[pair] == scores[winner]}
    return Decision(winner, equal - {winner}, {p for p in counts if counts[p] > counts[winner]})


def by_piece(trace: MergeTrace, k: int) -> Decision:
    """The highest count of what may become a piece; of equals the shorter, then code points.

    Where nothing may, what fills up is taken as given: all that still stands must be barred.
    """
    known = {step.token for step in trace.steps[:k]}
    counts = counted(trace, k)
    spelled = {pair: "".join(str(trace.vocab[i]) for i in pair) for pair in counts}
    spelled = {pair: text.replace("<unk>", "▅") for pair, text in spelled.items()}
    order = {pair: (-counts[pair], len(spelled[pair]), spelled[pair]) for pair in counts}
    free = {p for p in order if spelled[p] not in known and PieceRules().allows(spelled[p])}
    if not free:
        assert trace.counts[k] == 0
        return Decision(trace.steps[k].pair, set(), set(order))
    winner = min(free, key=order.__getitem__)
    equal = {pair for pair in free if counts[pair] == counts[winner]}
    return Decision(winner, equal - {winner}, {p for p in order if order[p] < order[winner]})


def twin_of(trace: MergeTrace) -> Twin:
    """The twin that decides by this trace's rule."""
    if trace.rule.ranked_by == "pair score":
        return by_score
    return by_piece if trace.rule.bars else by_count
