"""What every step of BPE saw and did, told by the textbook loop: the engine must agree."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tokviz.algorithms.plain_bpe import count_pairs, replace_pair, train
from tokviz.traces.choice import Pair


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
    for rank, pair in enumerate(train(text, num_merges)):
        counts = count_pairs(text)
        steps.append(SlowStep(pair, counts[pair], counts, joined(text)))
        text = [replace_pair(ids, pair, 256 + rank) for ids in text]
    return SlowTraining(steps, count_pairs(text), joined(text))


def joined(text: Iterable[Sequence[int]]) -> list[int]:
    """[[1, 2], [3]] -> [1, 2, 3]"""
    return [value for ids in text for value in ids]
