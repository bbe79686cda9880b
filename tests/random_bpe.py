"""A lesson that only the tests have: join any pair, drawn with a seed. Words end in a marker, ¶.

It is written as a newcomer would write one, an algorithm module and a row of the table, and shows
that nothing else in the app has to know of it. An unseen letter becomes the unknown token.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from tokviz.algorithms.merging.apply_merges import EncodeRecord, apply_merges
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.algorithms.whitespace import words_and_gaps
from tokviz.files.tokviz_json import write_json
from tokviz.lessons import Lesson, Training, Variant
from tokviz.text.characters import byte_offsets
from tokviz.text.markers import Markers, word_ends
from tokviz.text.pre_tokens import count_pre_tokens
from tokviz.traces.choice import ChoiceRule, Pair
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeTrace

END = "¶"
BY_LOT = ChoiceRule("count", "the one drawn by lot", ("the lot passed it over",))
UNKNOWN = "?"


@dataclass(frozen=True, eq=False)
class RandomBPE:
    """``tokens`` in id order: unknown, end of word, letters, merges."""

    tokens: tuple[str, ...]
    merges: tuple[Pair, ...]
    trace: MergeTrace | None = None
    markers: ClassVar[Markers] = word_ends(END)
    special_ids: ClassVar[frozenset[int]] = frozenset((0,))
    unk_id: ClassVar[int] = 0
    formats: ClassVar[tuple[str, ...]] = (".json",)

    @classmethod
    def train(
        cls,
        text: str,
        *,
        num_merges: int,
        seed: int = 7,
        on_merge: Callable[[int], None] | None = None,
    ) -> "RandomBPE":
        rng = random.Random(seed)
        words, gaps = words_and_gaps(text)
        pre_tokens = count_pre_tokens(words)
        tokens = [UNKNOWN, END, *sorted(set("".join(words)))]
        spelled = [[*map(tokens[2:].index, word), -1] for word in pre_tokens.distinct]
        symbols = np.fromiter(chain.from_iterable(spelled), np.int64) + 2
        starts = np.cumsum([0, *map(len, spelled)])
        pairs = PairIndex(symbols, starts, pre_tokens.weights, rule=BY_LOT, on_merge=on_merge)
        merges: list[Pair] = []
        while len(merges) < num_merges and (left := sorted(pairs.counts())):
            pair = rng.choice(left)
            tokens.append(tokens[pair[0]] + tokens[pair[1]])
            pairs.merge(pair, len(tokens) - 1)
            merges.append(pair)
        reason = f"{len(merges)} pairs were drawn."
        trace = pairs.trace(dict(enumerate(tokens)), pre_tokens.occurrences, reason, gaps=gaps)
        trace = replace(trace, markers=cls.markers, special_ids=cls.special_ids)
        return cls(tuple(tokens), tuple(merges), trace)

    @cached_property
    def vocab(self) -> Mapping[int, str]:
        return dict(enumerate(self.tokens))

    def encode(self, text: str) -> list[int]:
        return self.encode_trace(text).ids

    def encode_batch(self, texts: Iterable[str]) -> list[list[int]]:
        """Each text as ``encode`` has it."""
        return [self.encode(text) for text in texts]

    def encode_trace(self, text: str) -> EncodeTrace:
        words, gaps = words_and_gaps(text)
        record = EncodeRecord()
        for word in words:
            symbols = [*(self._letters.get(letter, 0) for letter in word), 1]
            record.begin(symbols)
            apply_merges(symbols, lambda left, right: self._ranks.get((left, right)), record)
        return record.trace(self.vocab, gaps=gaps, markers=self.markers)

    @cached_property
    def _letters(self) -> dict[str, int]:
        base = len(self.tokens) - len(self.merges)
        return {self.tokens[token_id]: token_id for token_id in range(2, base)}

    @cached_property
    def _ranks(self) -> dict[Pair, tuple[int, int]]:
        base = len(self.tokens) - len(self.merges)
        return {pair: (rank, base + rank) for rank, pair in enumerate(self.merges)}

    def tokenize(self, text: str) -> list[str]:
        return [self.vocab[token_id] for token_id in self.encode(text)]

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        offsets, at, spans = byte_offsets(text), 0, []
        for word, gap in zip(*words_and_gaps(text), strict=False):
            at += len(gap)
            for token_id in self.encode(word):
                end = at + len(self.vocab[token_id].removesuffix(END))
                spans.append((offsets[at], offsets[end]))
                at = end
        return spans

    def decode(self, ids: Iterable[int]) -> str:
        return "".join(self.vocab[i] for i in ids).replace(END, " ").removesuffix(" ")

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "RandomBPE":
        """What ``save`` wrote, made a tokenizer again."""
        return cls(tuple(content["tokens"]), tuple((a, b) for a, b in content["merges"]))

    def save(self, path: str | Path) -> None:
        write_json(path, "random_bpe", {"tokens": list(self.tokens), "merges": list(self.merges)})


def _variant(text: str) -> RandomBPE:
    return RandomBPE.train(text, num_merges=50)


ROW = Lesson(
    "random_bpe",
    "Random merges",
    "🎰",
    "Join any two neighbours, drawn by lot.",
    "How much of BPE is the counting? This one does not count.",
    (Variant("Random merges", _variant),),
    choice=BY_LOT,
    training=Training(RandomBPE.train, default=30),
    from_json=RandomBPE.from_json,
)
