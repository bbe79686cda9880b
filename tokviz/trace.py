"""What training and encoding recorded: frozen data that answers every question a replay asks.

A merge trace never stores the text once per step. It keeps three things:

1. ``boundary_rank``: for each boundary between two base symbols, the rank of the merge that
   removed it. The tokens before merge ``k`` lie between boundaries of rank ``k`` and above.
2. the changes of the pair counts, step by step; the counts that step ``k`` saw are their sum.
3. the merges themselves.

The text is held as its distinct pre-tokens and the order in which they occur, so a merge that
happens in "the" is stored once, however often "the" stands in the text.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Pair: TypeAlias = tuple[int, int]
Token: TypeAlias = str | bytes
Score: TypeAlias = int | Fraction
TieRule: TypeAlias = Literal["first-seen", "shorter-then-code-point", "score-then-first-seen"]
IntArray: TypeAlias = npt.NDArray[np.int32] | npt.NDArray[np.int64]

NEVER = 2**31 - 1
"""The boundary rank of a boundary that no merge removed."""


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One merge of training.

    ``rank`` is its 0-based priority, ``pair`` the two token ids it joined, ``token_id`` and
    ``token`` what they became, ``count`` how often the pair stood in the text just before
    (overlaps included), ``score`` what the trainer compared: the count for BPE, the exact
    ``count(ab) / (count(a) * count(b))`` for WordPiece.
    """

    rank: int
    pair: Pair
    token_id: int
    token: Token
    count: int
    score: Score


@dataclass(frozen=True, eq=False)
class MergeTrace:
    """Everything a merge-based trainer did, in the order in which it did it.

    Arrays are read-only. n: base symbols of the distinct pre-tokens, d: distinct pre-tokens,
    p: pre-tokens in the text, s: steps, c: recorded changes of pair counts.
    """

    vocab: Mapping[int, Token]
    symbols: IntArray  # (n,) token id of each base symbol
    starts: IntArray  # (d + 1,) distinct pre-token i is symbols[starts[i]:starts[i + 1]]
    weights: IntArray  # (d,) how often each distinct pre-token occurs
    occurrences: IntArray  # (p,) the text: numbers of distinct pre-tokens, in order
    gaps: Sequence[str]  # (p + 1,) text that splitting dropped before each, and at the end; or ()
    boundary_rank: IntArray  # (n,) rank at which the boundary before symbol i vanished, or NEVER
    pairs: IntArray  # (s, 2) the merged pair of each step
    merged_ids: IntArray  # (s,) the token id that each step made
    counts: IntArray  # (s,) the pair's count as the step saw it
    scores: Sequence[Score]  # (s,) what the trainer compared
    change_pairs: IntArray  # (c, 2) pairs whose count changed
    change_counts: IntArray  # (c,) by how much
    change_starts: IntArray  # (s + 2,) block 0 holds the counts before any merge, k + 1 step k's
    tie_rule: TieRule
    stop_reason: str

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    @cached_property
    def steps(self) -> tuple[MergeStep, ...]:
        """The merges in order."""
        rows = zip(self.pairs.tolist(), self.merged_ids.tolist(), self.counts.tolist(), self.scores)
        return tuple(
            MergeStep(rank, (left, right), token_id, self.vocab[token_id], count, score)
            for rank, ((left, right), token_id, count, score) in enumerate(rows)
        )

    def __len__(self) -> int:
        return len(self.merged_ids)

    # ---- the text -------------------------------------------------------------------------

    def token_ids(self, k: int) -> list[int]:
        """The whole text as token ids after ``k`` merges, ``0 <= k <= len(self)``."""
        ids, starts = self.distinct_tokens(k)
        return ids[_ranges(starts, self.occurrences)].tolist()

    def distinct_tokens(self, k: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """The distinct pre-tokens after ``k`` merges, as ``(ids, starts)``.

        Pre-token i is ``ids[starts[i]:starts[i + 1]]``. The id of a span is the one made by the
        last merge inside it, so one maximum per span finds it.
        """
        self._check(k)
        if not len(self.symbols):
            return np.empty(0, np.int32), np.zeros(len(self.starts), np.int64)
        opens = np.flatnonzero(self.boundary_rank >= k)
        inner = np.where(self.boundary_rank >= k, -1, self.boundary_rank)
        last_merge = np.maximum.reduceat(inner, opens)
        ids = self.symbols[opens].astype(np.int32)
        merged = last_merge >= 0
        ids[merged] = self.merged_ids[last_merge[merged]]
        return ids, np.searchsorted(opens, self.starts).astype(np.int64)

    @cached_property
    def tokens_per_step(self) -> npt.NDArray[np.int64]:
        """(s + 1,) how many tokens the text has after 0, 1, ... s merges."""
        lengths = np.diff(self.starts)
        total = int((lengths * self.weights).sum())
        weights = np.repeat(self.weights, lengths)
        gone = self.boundary_rank != NEVER
        per_step = np.bincount(
            self.boundary_rank[gone], weights=weights[gone], minlength=len(self)
        ).astype(np.int64)
        tokens = total - np.concatenate([[0], np.cumsum(per_step)])
        tokens.setflags(write=False)
        return tokens

    def num_tokens(self, k: int) -> int:
        """How many tokens the text has after ``k`` merges, without building them."""
        self._check(k)
        return int(self.tokens_per_step[k])

    # ---- the pairs ------------------------------------------------------------------------

    def pair_counts(self, k: int) -> dict[Pair, int]:
        """How often each adjacent pair stands in the text as step ``k`` saw it, before its merge.

        ``k == len(self)`` gives the counts that training left behind.
        """
        self._check(k)
        end = int(self.change_starts[k + 1])
        pairs, where = np.unique(self.change_pairs[:end], axis=0, return_inverse=True)
        totals = np.zeros(len(pairs), np.int64)
        np.add.at(totals, where.reshape(-1), self.change_counts[:end])
        return {
            (left, right): total
            for (left, right), total in zip(pairs.tolist(), totals.tolist())
            if total
        }

    def _check(self, k: int) -> None:
        if not 0 <= k <= len(self):
            raise IndexError(
                f"step {k} is outside this trace, which has {len(self)} merges. "
                f"Ask for a step from 0 to {len(self)}."
            )


def _ranges(starts: npt.NDArray[np.int64], rows: IntArray) -> npt.NDArray[np.int64]:
    """The indices of the given rows of a ragged array, one after the other.

    starts=[0, 2, 5], rows=[1, 0] -> [2, 3, 4, 0, 1]
    """
    lengths = np.diff(starts)[rows]
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts[rows] - (ends - lengths), lengths) + np.arange(total)
