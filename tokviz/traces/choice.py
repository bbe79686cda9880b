"""How a trainer chose: the rule it was given, and for every step who stood against the winner.

Who wins a tie is an open choice, and libraries differ; ``TIES`` names the rules and their users.
A pair is *tied* at a step if it stood equal to the winner by what the trainer ranks by, and was
allowed to win: the tie rule alone took another. A pair is *barred* if it stood as high or higher,
but a rule of the tokenizer forbade it. So no pair that is neither stood as high. Both are written
down as spans of steps, because a pair that stands level stays so for a while: what training saw at
any step is what the spans over it say.

Where the caller chose the pair, it is *forced*: pairs that stood equal to it are tied, unless a
rule forbade them, and those that stood higher are barred, because another was forced.
Sources of the rules: the trainers of minbpe (``max`` over an ordered dict), of tiktoken's teaching
module, of Hugging Face's tokenizers and rustbpe (a heap, ascending pairs), of SentencePiece, of
subword-nmt (``max`` over count and pair).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.arrays.frozen import ReadOnlyArrays
from tokviz.arrays.sorting import find, stable_order, with_end

Pair: TypeAlias = tuple[int, int]
RankedBy: TypeAlias = Literal["count", "pair score"]
Ties: TypeAlias = Literal[
    "first seen",
    "lower ids",
    "shorter token",
    "reverse code point order",
    "code point order",
    "higher ids",
    "last seen",
]
Ints: TypeAlias = npt.NDArray[np.int32]
Rows: TypeAlias = npt.NDArray[np.int64]
"""(n, 5): left id, right id, first step, last step, number of the rule."""


@dataclass(frozen=True, slots=True)
class ChoiceRule:
    """What a trainer ranks pairs by, and how ties fall. It is given to the engine that chooses.

    ``ranked_by`` names the number of which the highest wins, ``ties`` says in words who wins among
    equals, ``bars`` are the rules that may forbid a pair, in words. ``tie_rule`` is the name that
    ``TIES`` has for the rule of ties, None where it has none.
    """

    ranked_by: RankedBy
    ties: str
    bars: tuple[str, ...] = ()
    tie_rule: Ties | None = None

    @property
    def words(self) -> str:
        """The whole rule as one sentence."""
        return f"Of the pairs with the highest {self.ranked_by}, {self.ties} wins."

    @property
    def in_text_order(self) -> bool:
        """Whether of equals the one that comes first in the text wins."""
        return self.by_place == 1

    @property
    def by_place(self) -> int:
        """1 where of equals the first in the text wins, -1 where the last does, otherwise 0."""
        return (self.tie_rule == "first seen") - (self.tie_rule == "last seen")

    @property
    def lower_score(self) -> str | None:
        """The bar of what stands more often and scored lower: the first, where a score ranks."""
        return self.bars[0] if self.ranked_by == "pair score" else None

    @property
    def overruled(self) -> str | None:
        """The bar of what stood higher than a forced pair: the last, as ``with_force`` adds it.

        None of a rule without bars.
        """
        return self.bars[-1] if self.bars else None

    @property
    def fill_up(self) -> str:
        """The rule of a step with the count 0, as one sentence."""
        return (
            "Nothing is left to join: the vocabulary is filled up with pairs that once stood in "
            f"the text. Of these, {self.ties} wins."
        )


@dataclass(frozen=True, slots=True)
class TieRule:
    """Who wins among equals, in words, and whose trainers decide so; nobody's, where that is ""."""

    words: str
    users: str = ""


TIES: Mapping[Ties, TieRule] = {
    "first seen": TieRule(
        "the one that comes first in the text", "minbpe and tiktoken's teaching module"
    ),
    "lower ids": TieRule(
        "the one with the lower id on the left, then on the right,",
        "Hugging Face's tokenizers and rustbpe",
    ),
    "shorter token": TieRule(
        "the one that makes the shortest token, then the first in code point order,",
        "SentencePiece",
    ),
    "reverse code point order": TieRule(
        "the one whose left, then right token is last by code points", "subword-nmt"
    ),
    "code point order": TieRule("the one whose left, then right token is first by code points"),
    "higher ids": TieRule("the one with the higher id on the left, then on the right,"),
    "last seen": TieRule("the one whose first place is the last in the text"),
}
LOWER_SCORE = "more frequent, but its score is lower"
OVERRULED = "another pair was forced"
FORCED = "Forced: the caller chose this pair."


def rule_of(ranked_by: RankedBy, ties: Ties) -> ChoiceRule:
    """The rule of a trainer that ranks by this and breaks ties so."""
    bars = (LOWER_SCORE,) if ranked_by == "pair score" else ()
    return ChoiceRule(ranked_by, TIES[ties].words, bars, ties)


def named(ties: str) -> Ties | None:
    """The name of the rule that is written so, None where none is."""
    return next((name for name, rule in TIES.items() if rule.words == ties), None)


def with_force(rule: ChoiceRule) -> ChoiceRule:
    """The rule where a caller may overrule it."""
    return replace(rule, bars=(*rule.bars, OVERRULED))


FIRST_SEEN = rule_of("count", "first seen")
HIGHEST_SCORE = rule_of("pair score", "first seen")


@dataclass(frozen=True, eq=False)
class Spans(ReadOnlyArrays):
    """n pairs, each with the steps ``first <= k < last`` over which it stood as it did.

    Rows come in the order in which their pairs were merged later, then in the order in which
    training would have gone on. ``rule`` is the number of the bar that held a pair back, 0 where
    none did. Arrays are read-only.
    """

    pairs: Ints  # (n, 2)
    first: Ints  # (n,)
    last: Ints  # (n,)
    rule: Ints  # (n,)

    @classmethod
    def of(cls, rows: Rows, merged: npt.ArrayLike, turns: npt.ArrayLike = 0) -> "Spans":
        """From rows in any order and the merges (s, 2) in theirs.

        ``turns`` (n,) orders the rows whose pairs were not merged.
        """
        at, codes = merged_at(rows[:, :2], np.reshape(merged, (-1, 2))), pair_codes(rows)
        turns = np.broadcast_to(turns, len(rows))
        table = rows[np.lexsort((rows[:, 2], codes, turns, at))].astype(np.int32)
        return cls(*(column.copy() for column in (table[:, :2], *table[:, 2:].T)))

    def renamed(self, ids: npt.NDArray[np.int64]) -> "Spans":
        """The same spans, token ``i`` called ``ids[i]``."""
        return Spans(ids[self.pairs].astype(np.int32), self.first, self.last, self.rule)

    def at(self, k: int) -> npt.NDArray[np.int64]:
        """The rows that hold at step ``k``, in order."""
        return np.flatnonzero((self.first <= k) & (k < self.last))

    def per_step(self, steps: int) -> npt.NDArray[np.int64]:
        """(steps,) how many rows hold at each step."""
        edges = np.bincount(self.first, minlength=steps + 1).astype(np.int64)
        edges -= np.bincount(self.last, minlength=steps + 1)
        return np.cumsum(edges)[:steps]


def merged_at(pairs: npt.NDArray[np.int64], merges: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(n,) which of the merges (s, 2) joined each of the pairs (n, 2); s where none did."""
    codes = pair_codes(merges)
    by_code = stable_order(codes)
    place, merged = find(with_end(codes[by_code]), pair_codes(pairs))
    return np.where(merged, np.append(by_code, len(merges)).take(place), len(merges))


def pair_codes(pairs: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.int64]:
    """(n,) one integer for each of the pairs (n, 2): the left id above 32 bits, the right below."""
    left, right = (pairs[:, side].astype(np.int64, copy=False) for side in (0, 1))
    return left << 32 | right


def pairs_of(codes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(n, 2) the pairs of these codes."""
    return np.stack([codes >> 32, codes & 0xFFFFFFFF], axis=1)


NO_SPANS = Spans.of(np.empty((0, 5), np.int64), ())


@dataclass(frozen=True, slots=True)
class Choice:
    """How one step was decided.

    ``tied`` stood equal to the winner and may win a later step; ``barred`` stood as high or higher,
    each with the rule that forbade it, in words. ``rule`` says how ties fall, in words.
    ``overruled`` is the pair that would have won a step that was forced; None where none was.
    """

    winner: Pair
    tied: tuple[Pair, ...]
    barred: tuple[tuple[Pair, str], ...]
    rule: str
    overruled: Pair | None = None
