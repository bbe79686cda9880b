"""What training by merges recorded: frozen data that answers every question a replay asks.

A merge trace never stores the text once per step. It keeps three things:

1. ``boundary_rank``: for each boundary between two base symbols, the rank of the merge that
   removed it. The tokens before merge ``k`` lie between boundaries of rank ``k`` and above.
2. the changes of the pair counts, step by step; the counts that step ``k`` saw are their sum.
3. the merges themselves.

The text is held as its distinct pre-tokens and the order in which they occur, so a merge that
happens in "the" is stored once, however often "the" stands in the text.
What encoding by these merges records is in encoding.py.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.arrays.frozen import read_only
from tokviz.arrays.ragged import row_indices
from tokviz.checks.arguments import checked
from tokviz.text.markers import Markers
from tokviz.traces.choice import FORCED, Choice, ChoiceRule, Pair, Spans, pair_codes, pairs_of
from tokviz.traces.saving.saved import Cell, SavedTrace, cell, pair_cells
from tokviz.traces.step_numbers import check_chosen, check_step
from tokviz.traces.turns import by_count, in_turn, neighbours

Token: TypeAlias = str | bytes
Score: TypeAlias = int | Fraction
IntArray: TypeAlias = npt.NDArray[np.int32] | npt.NDArray[np.int64]

NEVER = 2**31 - 1
"""The boundary rank of a boundary that no merge removed."""


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One merge of training.

    ``rank`` is its 0-based priority, ``pair`` the two token ids it joined, ``token_id`` and
    ``token`` what they became, ``count`` how often the pair stood in the text just before
    (overlaps included; 0 where SentencePiece only filled the vocabulary up with it), ``score``
    what the trainer compared: the count for BPE, the exact ``count(ab) / (count(a) * count(b))``
    for WordPiece.
    """

    rank: int
    pair: Pair
    token_id: int
    token: Token
    count: int
    score: Score


@dataclass(frozen=True, eq=False, repr=False)
class MergeTrace(SavedTrace):
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
    rule: ChoiceRule
    tied: Spans  # who stood equal to the winner, and over which steps
    barred: Spans  # who stood as high or higher but was forbidden, by which rule
    num_barred: IntArray  # (s,) how many those were
    stop_reason: str
    whole: str = ""  # what a pre-token is, as a "word": no pair crosses its ends
    markers: Markers = ()  # what the tokenizer writes into its tokens
    special_ids: frozenset[int] = frozenset()  # tokens that are no text: unknown, special
    unk_id: int | None = None  # the unknown one, where it may stand in the text
    forced: Mapping[int, Pair] = field(default_factory=dict)  # step -> what would have won it

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "forced", MappingProxyType(dict(self.forced)))

    @cached_property
    def steps(self) -> tuple[MergeStep, ...]:
        """The merges in order."""
        columns = (self.pairs.tolist(), self.merged_ids.tolist(), self.counts.tolist(), self.scores)
        return tuple(
            MergeStep(rank, (left, right), token_id, self.vocab[token_id], count, score)
            for rank, ((left, right), token_id, count, score) in enumerate(
                zip(*columns, strict=True)
            )
        )

    def __len__(self) -> int:
        return len(self.merged_ids)

    @checked
    def step_rows(self) -> Iterator[dict[str, Cell]]:
        """A row for each merge: what it joined, into what, and what it won against."""
        for step, tied in zip(self.steps, self.num_tied.tolist(), strict=True):
            yield {
                "step": step.rank + 1,
                "rank": step.rank,
                **pair_cells(self.vocab, step.pair),
                "token_id": step.token_id,
                "token": cell(step.token),
                "count": step.count,
                "score": cell(step.score),
                "tied": tied,
                "barred": int(self.num_barred[step.rank]),
                "tokens_before": self.num_tokens(step.rank),
                "tokens_after": self.num_tokens(step.rank + 1),
            }

    # ---- the text -------------------------------------------------------------------------

    @checked
    def token_ids(self, k: int) -> list[int]:
        """The text, or the ``occurrences`` kept of it, as token ids after ``k`` merges."""
        ids, starts = self.distinct_tokens(k)
        token_ids: list[int] = ids[row_indices(starts, self.occurrences)].tolist()
        return token_ids

    @checked
    def distinct_tokens(self, k: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """The distinct pre-tokens after ``k`` merges, as ``(ids, starts)``.

        Pre-token i is ``ids[starts[i]:starts[i + 1]]``.
        """
        check_step(k, len(self))
        ids, opens = tokens_after(k, self.symbols, self.boundary_rank, self.merged_ids)
        return ids, np.searchsorted(opens, self.starts)

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
        return read_only(total - np.concatenate([[0], np.cumsum(per_step)]))

    @property
    def is_sample(self) -> bool:
        """Whether ``occurrences`` is a part of what was counted, or the text of another order."""
        return int(self.weights.sum()) != len(self.occurrences)

    @checked
    def num_tokens(self, k: int) -> int:
        """How many tokens the whole text has after ``k`` merges, without building them."""
        check_step(k, len(self))
        return int(self.tokens_per_step[k])

    @checked
    def token_counts(self, k: int) -> npt.NDArray[np.int64]:
        """(largest id + 1,) how often each token stands in the text after ``k`` merges."""
        return count_tokens(self, k, lambda ids: ids, max(self.vocab, default=-1) + 1)

    # ---- the choice -----------------------------------------------------------------------

    @checked
    def choice(self, k: int) -> Choice:
        """How step ``k`` was decided, ``0 <= k < len(self)``.

        Where pairs are ranked by score, those that stand more often and scored lower are barred,
        too: they are in the counts, so they are not written down again.
        """
        check_chosen(k, len(self))
        left, right = self.pairs[k].tolist()
        tied = in_turn(self, self.tied.pairs[self.tied.at(k)], k)
        barred = self._barred_at(k, {*tied})
        overruled = self.forced.get(k)
        own = self.rule.words if self.counts[k] else self.rule.fill_up
        rule = own if overruled is None else FORCED
        return Choice((left, right), tuple(tied), barred, rule, overruled)

    def _barred_at(self, k: int, tied: Set[Pair]) -> tuple[tuple[Pair, str], ...]:
        """The barred, those that stand most often first, each with its rule."""
        rows = self.barred.at(k)
        named = zip(self.barred.pairs[rows].tolist(), self.barred.rule[rows].tolist(), strict=True)
        barred = {(a, b): self.rule.bars[rule] for (a, b), rule in named}
        lower = self.rule.lower_score
        if lower is not None:
            pairs, counts = self.pair_table(k)
            more = [(a, b) for a, b in pairs[counts > self.counts[k]].tolist()]
            told = barred.keys() | tied
            barred |= {pair: lower for pair in more if pair not in told}
        return tuple((pair, barred[pair]) for pair in by_count(self, [*barred], k))

    @cached_property
    def num_tied(self) -> npt.NDArray[np.int64]:
        """(s,) how many pairs tied with the winner of each step."""
        return read_only(self.tied.per_step(len(self)))

    # ---- the pairs ------------------------------------------------------------------------

    @checked
    def pair_counts(self, k: int) -> dict[Pair, int]:
        """How often each adjacent pair stands in the text as step ``k`` saw it, before its merge.

        In the order of their first places, so that of equal ones ``max`` takes the one seen first,
        and then the step's pair with 0 if it only fills the vocabulary up. ``k == len(self)``
        gives the counts that training left behind.
        """
        pairs, totals = self.pair_table(k)
        codes = pair_codes(pairs)
        standing, first = np.unique(np.append(neighbours(self, k), codes), return_index=True)
        order = np.argsort(first[np.searchsorted(standing, codes)])
        in_order = zip(pairs[order].tolist(), totals[order].tolist(), strict=True)
        counts = {(left, right): total for (left, right), total in in_order}
        fills_up = k < len(self) and not self.counts[k]
        return counts | {self.steps[k].pair: 0} if fills_up else counts

    @cached_property
    def pairs_per_step(self) -> npt.NDArray[np.int64]:
        """(s + 1,) how many different pairs the text has after 0, 1, ... s merges."""
        codes = pair_codes(self.change_pairs)
        order = np.argsort(codes, kind="stable")  # each pair's changes together, in their order
        changes = self.change_counts[order].astype(np.int64)
        begins = np.flatnonzero(np.diff(codes[order], prepend=-1))
        after = np.cumsum(changes)
        after -= np.repeat(after[begins] - changes[begins], np.diff(begins, append=len(order)))
        came = (after > 0).astype(np.int64) - (after > changes)
        steps = np.repeat(np.arange(len(self) + 1), np.diff(self.change_starts))
        per_step = np.bincount(steps[order], came, len(self) + 1).astype(np.int64)
        return read_only(np.cumsum(per_step))

    @checked
    def pair_table(self, k: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """``pair_counts(k)`` as arrays: the pairs (m, 2), ordered by their ids, and counts (m,)."""
        check_step(k, len(self))
        end = int(self.change_starts[k + 1])
        distinct, where = np.unique(pair_codes(self.change_pairs[:end]), return_inverse=True)
        totals = np.bincount(where, self.change_counts[:end], len(distinct)).astype(np.int64)
        codes, totals = distinct[totals != 0], totals[totals != 0]
        return pairs_of(codes), totals


def count_tokens(
    trace: MergeTrace, k: int, numbers: Callable[[IntArray], IntArray], size: int
) -> npt.NDArray[np.int64]:
    """(size,) how often each token stands in the text after ``k`` merges, by its number.

    ``numbers`` gives those of ids, from 0 to below ``size``.
    """
    ids, starts = trace.distinct_tokens(k)
    weights = np.repeat(trace.weights, np.diff(starts))
    return np.bincount(numbers(ids), weights, size).astype(np.int64)


def tokens_after(
    k: int, symbols: IntArray, boundary_rank: IntArray, merged_ids: IntArray
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """The tokens after k merges, and the base symbol at which each begins.

    The id of a span is the one made by the last merge inside it, so one maximum per span finds it.
    """
    opens = np.flatnonzero(boundary_rank >= k)
    if not len(opens):
        return np.empty(0, np.int32), opens
    inner = np.where(boundary_rank >= k, -1, boundary_rank)
    last_merge = np.maximum.reduceat(inner, opens)
    ids = symbols[opens].astype(np.int32)
    merged = last_merge >= 0
    ids[merged] = merged_ids[last_merge[merged]]
    return ids, opens
