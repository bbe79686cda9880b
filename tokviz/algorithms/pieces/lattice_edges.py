"""The nodes and edges of many words' lattices as arrays, in an order in which they can advance.

Nodes are the positions between characters, numbered column by column: first the fronts of words,
then what lies one character behind them, and so on; in each column the longest word comes first.
So a column is a stretch of numbers. Edges are in columns by where they begin. No two of a column
end at one node, since those of one word differ in length; steps part those that begin at one node.

Not here: the sums and best paths over them (word_lattices.py).
"""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.single_precision import FEW
from tokviz.arrays.ragged import run_opens, span_indices
from tokviz.arrays.sorting import stable_order

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

UNKNOWN = -1
"""The piece of an edge over a character that no piece stands for."""


@dataclass(frozen=True, eq=False)
class Nodes:
    """The nodes of w words of c characters."""

    first: Ints  # (w,) where each word begins
    last: Ints  # (w,) where it ends
    word: Ints  # (nodes,)
    column: Ints  # (nodes,) the characters in front of each in its word
    opens: Ints  # (columns,) the first node of each column
    before: Ints  # (c,) the node before each character, those of all words numbered through
    behind: Ints  # (c,) the node behind it
    num_wide: int  # the columns, the first ones, from which many words go on

    @classmethod
    def of(cls, lengths: Ints) -> "Nodes":
        """Those of words of so many characters."""
        longest_first = stable_order(lengths.max(initial=0) - lengths)
        first = np.empty_like(longest_first)
        first[longest_first] = np.arange(len(lengths))
        sizes = np.cumsum(np.bincount(lengths)[::-1])[::-1]  # of the columns
        opens = np.cumsum(sizes) - sizes
        characters = span_indices(np.zeros_like(lengths), lengths)
        first_of_each = np.repeat(first, lengths)
        return cls(
            first=first,
            last=opens[lengths] + first,
            word=longest_first[span_indices(np.zeros_like(sizes), sizes)],
            column=np.repeat(np.arange(len(sizes)), sizes),
            opens=opens,
            before=opens.take(characters) + first_of_each,
            behind=opens.take(characters + 1) + first_of_each,
            num_wide=int(np.count_nonzero(sizes[1:] >= FEW)),
        )

    @property
    def longest(self) -> int:
        """The characters of the longest word."""
        return len(self.opens) - 1

    def uses(self, starts: Ints, ends: Ints, pieces: Ints) -> "Uses":
        """Of pieces over characters ``starts:ends``."""
        return Uses(self.before.take(starts), self.behind.take(ends - 1), pieces)

    def following(self, nodes: Ints) -> Ints:
        """The nodes one character further on in the same words."""
        column = self.column.take(nodes)
        further: Ints = nodes - self.opens.take(column) + self.opens.take(column + 1)
        return further


class Uses(NamedTuple):
    """Where pieces stand: the nodes where each use of a piece begins and ends. All are (u,)."""

    source: Ints
    target: Ints
    piece: Ints

    def take(self, rows: Ints) -> "Uses":
        """These of them, in this order."""
        return Uses(self.source.take(rows), self.target.take(rows), self.piece.take(rows))

    def join(self, others: "Uses") -> "Uses":
        """These, and the others behind them."""
        return Uses(*map(np.concatenate, zip(self, others, strict=True)))


@dataclass(frozen=True, eq=False)
class Edges:
    """The edges of w words, column by column, and there step by step.

    A column's first step has the shortest edge of each of its nodes, the second step the next one,
    and so on, and its last step those that are unknown: so SentencePiece finds them. No two edges
    of a step begin at one node.
    """

    nodes: Nodes
    uses: Uses  # (e,)
    num_steps: int  # in every column; some have no edges
    columns: Ints  # (longest + 1,) where the edges of each column begin, and the last ones end
    steps: Ints  # (num_wide * num_steps + 1,) the same of each step of the wide columns
    letters: Ints  # the pieces of one character

    @classmethod
    def of(cls, nodes: Nodes, uses: Uses) -> tuple["Edges", Ints]:
        """The uses of pieces, and an unknown edge over each character that no piece stands for.

        Uses come word by word as they begin, of those with one source the shorter first. Beside
        them which use each edge is; unknown ones are numbered behind the last.
        """
        opens = run_opens(uses.source)
        step = span_indices(np.zeros_like(opens), np.diff(opens, append=len(uses.source)))
        num_steps = int(step.max(initial=0)) + 2
        column = nodes.column.take(uses.source)
        turn = column * num_steps + step
        shortest = nodes.column.take(uses.target.take(opens))
        single = opens.compress(shortest == column.take(opens) + 1)
        bare = np.ones(len(nodes.word), bool)
        bare[nodes.last] = bare[uses.source.take(single)] = False
        letters = np.flatnonzero(np.bincount(uses.piece.take(single)))
        unknown = np.flatnonzero(bare)
        if len(unknown):
            pieces = np.full(len(unknown), UNKNOWN)
            uses = uses.join(Uses(unknown, nodes.following(unknown), pieces))
            turn = np.append(turn, (nodes.column[unknown] + 1) * num_steps - 1)
        order = stable_order(turn)
        turn = turn.take(order)
        columns = np.searchsorted(turn, np.arange(nodes.longest + 1) * num_steps)
        steps = np.searchsorted(turn, np.arange(nodes.num_wide * num_steps + 1))
        return cls(nodes, uses.take(order), num_steps, columns, steps, letters), order

    def keep(self, living: Bools) -> tuple["Edges", Ints]:
        """Without the edges of dead pieces; ``living[n]`` says whether piece n lives.

        Those over one character stay as unknown ones. The last entry of ``living`` is that of the
        unknown, which lives. Beside them which of them each of these is; -1 where its piece died.
        """
        kept, unknown = np.flatnonzero(living.take(self.uses.piece)), self._turned(living)
        columns, steps = (np.searchsorted(kept, opens) for opens in (self.columns, self.steps))
        rows, places, at = kept, np.arange(len(kept)), unknown
        if len(unknown):
            column = self.nodes.column.take(self.uses.source.take(unknown))
            at = columns.take(column + 1) + np.arange(len(unknown))
            is_kept = np.ones(len(kept) + len(unknown), bool)
            is_kept[at] = False
            rows, places = np.empty(len(is_kept), np.int64), np.flatnonzero(is_kept)
            rows[places], rows[at] = kept, unknown
            in_front = np.searchsorted(column, np.arange(len(columns)))  # of each column
            columns += in_front
            steps += np.repeat(in_front, self.num_steps)[: len(steps)]
        uses, number = self.uses.take(rows), np.full(len(self.uses.piece), -1)
        uses.piece[at] = UNKNOWN
        number[kept] = places
        letters = self.letters.compress(living.take(self.letters))
        return replace(self, uses=uses, columns=columns, steps=steps, letters=letters), number

    def _turned(self, living: Bools) -> Ints:
        """The edges that go on as unknown ones: over one character, of dead pieces."""
        dead = self.letters.compress(~living.take(self.letters))
        if not len(dead):
            return dead
        turns = np.zeros(len(living), bool)
        turns[dead] = True
        return np.flatnonzero(turns.take(self.uses.piece))

    @cached_property
    def unknown(self) -> Ints:
        """The edges of no piece."""
        return np.flatnonzero(self.uses.piece == UNKNOWN)

    @cached_property
    def wide_columns(self) -> list[list[slice]]:
        """The edges of each wide column, step by step.

        Columns at the far end of long words, with few nodes each, are not among them: a word may be
        the whole text.
        """
        steps = [slice(*step) for step in pairwise(self.steps.tolist())]
        columns = (steps[n : n + self.num_steps] for n in range(0, len(steps), self.num_steps))
        return [[step for step in column if step.start < step.stop] for column in columns]

    @property
    def narrow(self) -> slice:
        """The edges of all other columns."""
        return slice(int(self.steps[-1]), len(self.uses.source))
