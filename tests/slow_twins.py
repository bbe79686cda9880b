"""What every step of BPE saw and did, told by the textbook loop: the engine must agree.

And what a loop learns that joins pairs by replacing text, as many notebooks do.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

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


@dataclass(frozen=True)
class Notebook:
    """What it learned, and the first merge that also joined inside a symbol, if one did."""

    merges: list[tuple[str, str]]
    fault: int | None


def train_by_replacing_text(text: str, num_merges: int) -> Notebook:
    """Words as letters with spaces between; "e n" becomes "en" wherever it is written.

    "he n" is written so at its end, too: it becomes "hen", though "he" and "n" were not the pair.
    """
    words = Counter(" ".join(word) for word in text.split())
    merges: list[tuple[str, str]] = []
    fault = None
    while len(merges) < num_merges:
        counts = Counter[tuple[str, str]]()
        for word, often in words.items():
            for pair in pairwise(word.split()):
                counts[pair] += often
        if not counts:
            break
        best = max(counts, key=lambda pair: counts[pair])
        replaced = {word: word.replace(" ".join(best), "".join(best)) for word in words}
        if fault is None and any(inside(word, best) for word in words):
            fault = len(merges)
        words = Counter({replaced[word]: often for word, often in words.items()})
        merges.append(best)
    return Notebook(merges, fault)


def inside(word: str, pair: tuple[str, str]) -> bool:
    """Whether the pair is written where it is not: "he n" has e + n inside."""
    edges = [0, *(i + 1 for i, letter in enumerate(word) if letter == " ")]
    ends = {edge - 1 for edge in edges[1:]} | {len(word)}
    written = " ".join(pair)
    at = [i for i in range(len(word)) if word.startswith(written, i)]
    return any(i not in edges or i + len(written) not in ends for i in at)
