"""Each trainer's choice decided from scratch: look at every pair of the text, by the plain rule."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

from tokviz.algorithms.pieces.rules import PieceRules
from tokviz.traces.choice import OVERRULED, Pair, Ties
from tokviz.traces.merges import MergeTrace

_RULES = PieceRules()


@dataclass(frozen=True)
class Decision:
    """What a trainer that looks at every pair finds: the winner, its equals, who was forbidden."""

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


@cache
def ever_stood(trace: MergeTrace) -> set[Pair]:
    """Every pair that the text had at any step, or for a moment while a step went through it."""
    stood = set(counted(trace, 0))
    for k, step in enumerate(trace.steps):
        ids, starts = (array.tolist() for array in trace.distinct_tokens(k))
        for start, end in pairwise(starts):
            row, at = ids[start:end], 0
            while at < len(row) - 1:
                if (row[at], row[at + 1]) == step.pair:
                    row[at : at + 2] = [step.token_id]
                    stood |= set(pairwise(row))
                at += 1
    return stood


def made_of(trace: MergeTrace, pair: Pair) -> tuple[int, Any]:
    """The length of the token that a pair becomes, without its markers, and how it is written."""
    left, right = (trace.vocab[token_id] for token_id in pair)
    marks = [marker for marker in trace.markers if not marker.spells]
    prefix = "".join(marker.text for marker in marks if marker.place == "front")
    end = "".join(marker.text for marker in marks if marker.place == "end")
    if isinstance(left, bytes) or isinstance(right, bytes):
        token = bytes(left) + bytes(right)  # type: ignore[arg-type]
        return len(token), token
    if trace.unk_id is not None:
        left, right = (token.replace("<unk>", "▅") for token in (left, right))
    word = left + right.removeprefix(prefix)
    letters = word.removeprefix(prefix) if prefix else word
    return len(letters.removesuffix(end) if end else letters), word


def by_ties(ties: Ties, trace: MergeTrace, equal: Sequence[Pair]) -> Pair:
    """Which of the equal pairs wins, given in the order of their first places in the text."""
    spelled = {pair: tuple(trace.vocab[token_id] for token_id in pair) for pair in equal}
    made = {pair: made_of(trace, pair) for pair in equal}
    wins: dict[Ties, Callable[[], Pair]] = {
        "first seen": lambda: equal[0],
        "last seen": lambda: equal[-1],
        "lower ids": lambda: min(equal),
        "higher ids": lambda: max(equal),
        "shorter token": lambda: min(equal, key=made.__getitem__),
        "code point order": lambda: min(equal, key=spelled.__getitem__),
        "reverse code point order": lambda: max(equal, key=spelled.__getitem__),
    }
    return wins[ties]()


def taken_in_turn(ties: Ties, trace: MergeTrace, pairs: Sequence[Pair]) -> list[Pair]:
    """All of these pairs as the rule would take them, given in the order of their first places."""
    left, taken = [*pairs], []
    while left:
        taken.append(by_ties(ties, trace, left))
        left.remove(taken[-1])
    return taken


def highest(ranks: Mapping[Pair, int] | Mapping[Pair, Fraction]) -> list[Pair]:
    """The pairs of the highest rank, in the order in which all are given."""
    most = max(ranks.values())
    return [pair for pair, rank in ranks.items() if rank == most]


def by_count(trace: MergeTrace, k: int, ties: Ties = "first seen") -> Decision:
    """The highest count; of equals the first in the text, or by another tie rule."""
    counts = counted(trace, k)
    equal = highest(counts)
    winner = by_ties(ties, trace, equal)
    return Decision(winner, {*equal} - {winner}, set())


def pair_scores(trace: MergeTrace, k: int) -> dict[Pair, Fraction]:
    """count(ab) / (count(a) * count(b)) of every pair, in the order of first places."""
    counts, alone = counted(trace, k), Counter[int]()
    ids, starts = (array.tolist() for array in trace.distinct_tokens(k))
    for (start, end), weight in zip(pairwise(starts), trace.weights.tolist(), strict=True):
        for token_id in ids[start:end]:
            alone[token_id] += weight
    return {(a, b): Fraction(n, alone[a] * alone[b]) for (a, b), n in counts.items()}


def by_score(trace: MergeTrace, k: int, ties: Ties = "first seen") -> Decision:
    """The highest exact score; of equals as ``by_count``. What is more frequent is barred."""
    counts, scores = counted(trace, k), pair_scores(trace, k)
    equal = highest(scores)
    winner = by_ties(ties, trace, equal)
    more = {pair for pair in counts if counts[pair] > counts[winner]} - {*equal}
    return Decision(winner, {*equal} - {winner}, more)


def by_force(trace: MergeTrace, k: int, winner: Pair) -> Decision:
    """The pair that the caller took: who stood equal to it, and who stood higher."""
    ranks = counts = counted(trace, k)
    if trace.rule.ranked_by == "pair score":
        ranks = pair_scores(trace, k)  # type: ignore[assignment]
    equal = {pair for pair in ranks if ranks[pair] == ranks[winner]}
    higher = {pair for pair in ranks if ranks[pair] > ranks[winner]}
    if trace.rule.ranked_by == "pair score":
        higher |= {pair for pair in counts if counts[pair] > counts[winner]} - equal
    return Decision(winner, equal - {winner}, higher)


def by_piece(trace: MergeTrace, k: int) -> Decision:
    """The highest count of what may become a piece; of equals the shorter, then code points.

    Where nothing may, all that still stands is barred, and what once stood fills up by that order.
    """
    known = {step.token for step in trace.steps[:k]}
    counts = counted(trace, k)
    spelled = {pair: "".join(str(trace.vocab[i]) for i in pair) for pair in counts}
    spelled = {pair: text.replace("<unk>", "▅") for pair, text in spelled.items()}
    order = {pair: (-counts[pair], len(spelled[pair]), spelled[pair]) for pair in counts}
    free = {p for p in order if spelled[p] not in known and _RULES.bar(spelled[p]) is None}
    if not free:
        assert trace.counts[k] == 0
        texts = {p: "".join(str(trace.vocab[i]) for i in p) for p in ever_stood(trace) - set(order)}
        left = {p for p in texts if texts[p] not in known and _RULES.bar(texts[p]) is None}
        chosen = trace.steps[k].pair  # of those that spell the same, either
        assert texts[chosen] == min((texts[p] for p in left), key=lambda text: (len(text), text))
        return Decision(chosen, left - {chosen}, set(order))
    winner = min(free, key=order.__getitem__)
    equal = {pair for pair in free if counts[pair] == counts[winner]}
    high = {pair for pair in order if counts[pair] >= counts[winner]}
    return Decision(winner, equal - {winner}, high - free)


def twin_of(trace: MergeTrace) -> Twin:
    """The twin that decides by this trace's rule."""
    if trace.rule.ranked_by == "pair score":
        return by_score
    return by_piece if {*trace.rule.bars} - {OVERRULED} else by_count
