"""What encoding by merges recorded: each merge that one text went through, in order.

Encoding learns nothing: it replays the merges of training on a new text, pre-token by pre-token,
the lowest rank first. As in training, one array replays every step: ``boundary_rank`` says for
each boundary between two base symbols which step removed it (merges.py).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokviz.arrays.frozen import read_only
from tokviz.checks.arguments import checked
from tokviz.text.markers import Markers
from tokviz.traces.choice import Pair
from tokviz.traces.merges import IntArray, Token, tokens_after
from tokviz.traces.saving.saved import Cell, SavedTrace, cell, pair_cells
from tokviz.traces.step_numbers import check_step


@dataclass(frozen=True, slots=True)
class EncodeStep:
    """One merge of encoding: the pair at ``position`` became ``token_id``.

    ``rank`` is the priority of that merge among the learned ones (lower goes first), ``position``
    the base symbol at which the right-hand token began, ``pre_token`` the number of the pre-token.
    """

    rank: int
    pair: Pair
    token_id: int
    token: Token
    position: int
    pre_token: int


@dataclass(frozen=True, slots=True)
class SkippedMerge:
    """A merge whose turn had come and that dropout left out, just before step ``before``.

    The rest is as in ``EncodeStep``: what the pair would have become, and where.
    """

    before: int
    rank: int
    pair: Pair
    token_id: int
    token: Token
    position: int
    pre_token: int


@dataclass(frozen=True, eq=False, repr=False)
class EncodeTrace(SavedTrace):
    """Every merge that encoding one text made, in order: pre-token by pre-token, lowest rank first.

    Arrays are read-only. n: base symbols of the text, p: pre-tokens, s: merges made.
    """

    vocab: Mapping[int, Token]
    symbols: IntArray  # (n,) token id of each base symbol; a special token is one symbol
    starts: IntArray  # (p + 1,) pre-token i is symbols[starts[i]:starts[i + 1]]
    gaps: Sequence[str]  # (p + 1,) text that splitting dropped before each, and at the end; or ()
    boundary_rank: IntArray  # (n,) step at which the boundary before symbol i vanished, or NEVER
    steps: tuple[EncodeStep, ...]
    mergeable: Mapping[Pair, tuple[int, int]]  # pair -> (rank, token id), for all pairs met
    whole: str = "pre-token"  # what a pre-token is, as a "word": no merge crosses its ends
    markers: Markers = ()  # what the tokenizer writes into its tokens
    skipped: tuple[SkippedMerge, ...] = ()  # what dropout left out, in order
    special_ids: frozenset[int] = frozenset()  # special tokens, each a symbol of its own
    unk_id: int | None = None  # the symbol of what is unknown, if there is one

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def ids(self) -> list[int]:
        """What ``encode`` returns; with dropout, what was drawn."""
        return self.token_ids(len(self))

    @checked
    def token_ids(self, k: int) -> list[int]:
        """The text as token ids after ``k`` merges."""
        check_step(k, len(self))
        ids, _ = tokens_after(k, self.symbols, self.boundary_rank, self._merged_ids)
        token_ids: list[int] = ids.tolist()
        return token_ids

    @checked
    def num_tokens(self, k: int) -> int:
        """How many tokens the text has after ``k`` merges."""
        check_step(k, len(self))
        return len(self.symbols) - k

    @checked
    def step_rows(self) -> Iterator[dict[str, Cell]]:
        """A row for each merge: what it joined, into what, and where."""
        for number, step in enumerate(self.steps, 1):
            yield {
                "step": number,
                "rank": step.rank,
                **pair_cells(self.vocab, step.pair),
                "token_id": step.token_id,
                "token": cell(step.token),
                "position": step.position,
                "pre_token": step.pre_token,
            }

    @cached_property
    def _merged_ids(self) -> npt.NDArray[np.int32]:
        """(s,) the token id that each step made."""
        return read_only(np.array([step.token_id for step in self.steps], np.int32))
