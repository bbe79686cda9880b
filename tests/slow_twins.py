"""BPE as slow and as plain as it can be said: recount every pair, take the best, replace it.

The engine must agree with these on every text. Counts are collected from left to right, so
``max`` gives a tie to the pair seen first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tokviz.traces.merges import MergeTrace

Pair = tuple[int, int]


@dataclass(frozen=True)
class SlowStep:
    """What one step saw before it merged, and what it merged."""

    pair: Pair
    count: int
    pair_counts: dict[Pair, int]
    token_ids: list[int]


@dataclass(frozen=True)
class SlowTraining:
    """All steps, and the text and counts that training left behind."""

    steps: list[SlowStep]
    pair_counts: dict[Pair, int]
    token_ids: list[int]

    @property
    def merges(self) -> list[Pair]:
        return [step.pair for step in self.steps]

    def counts_at(self, k: int) -> dict[Pair, int]:
        return self.steps[k].pair_counts if k < len(self.steps) else self.pair_counts

    def ids_at(self, k: int) -> list[int]:
        return self.steps[k].token_ids if k < len(self.steps) else self.token_ids


def train_slowly(pre_tokens: Iterable[Sequence[int]], num_merges: int) -> SlowTraining:
    """Merge the most frequent pair within the pre-tokens, given as ids below 256, repeatedly."""
    text = [list(pre_token) for pre_token in pre_tokens]
    steps: list[SlowStep] = []
    counts = count_pairs(text)
    while len(steps) < num_merges and counts:
        pair = max(counts, key=counts.__getitem__)
        steps.append(SlowStep(pair, counts[pair], counts, joined(text)))
        text = [replace_pair(ids, pair, 255 + len(steps)) for ids in text]
        counts = count_pairs(text)
    return SlowTraining(steps, counts, joined(text))


def count_pairs(text: Iterable[Sequence[int]]) -> dict[Pair, int]:
    """[[1, 2, 1, 2], [2, 1]] -> {(1, 2): 2, (2, 1): 2}"""
    counts: dict[Pair, int] = {}
    for ids in text:
        for pair in pairwise(ids):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def replace_pair(ids: Sequence[int], pair: Pair, token_id: int) -> list[int]:
    """ids=[1, 1, 1, 2], pair=(1, 1), token_id=9 -> [9, 1, 2]"""
    replaced: list[int] = []
    for value in ids:
        replaced.append(value)
        if len(replaced) > 1 and tuple(replaced[-2:]) == pair:
            replaced[-2:] = [-1 - token_id]  # marked, so that it joins nothing in this pass
    return [-1 - value if value < 0 else value for value in replaced]


def encode_slowly(ids: Sequence[int], merges: Sequence[Pair]) -> list[int]:
    """Apply every merge in the order in which it was learned."""
    encoded = list(ids)
    for rank, pair in enumerate(merges):
        encoded = replace_pair(encoded, pair, 256 + rank)
    return encoded


def joined(text: Iterable[Sequence[int]]) -> list[int]:
    """[[1, 2], [3]] -> [1, 2, 3]"""
    return [value for ids in text for value in ids]


def pair_scores(trace: MergeTrace, k: int) -> dict[Pair, Fraction]:
    """Every pair's ``count(ab) / (count(a) * count(b))`` as step ``k`` saw it, before its merge."""
    alone = trace.token_counts(k)
    return {
        (left, right): Fraction(count, int(alone[left]) * int(alone[right]))
        for (left, right), count in trace.pair_counts(k).items()
    }
