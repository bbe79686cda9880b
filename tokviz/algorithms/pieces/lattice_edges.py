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
    turn: Ints  # (e,) column * num_steps + step
    num_steps: int  # in a column, at most

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
        unknown = np.flatnonzero(bare)
        if len(unknown):
            pieces = np.full(len(unknown), UNKNOWN)
            uses = uses.join(Uses(unknown, nodes.following(unknown), pieces))
            turn = np.append(turn, (nodes.column[unknown] + 1) * num_steps - 1)
        order = stable_order(turn)
        edges_of_turns = np.bincount(turn)
        in_order = np.repeat(np.arange(len(edges_of_turns)), edges_of_turns)
        return cls(nodes, uses.take(order), in_order, num_steps), order

    def keep(self, living: Bools) -> tuple["Edges", Ints]:
        """Without the edges of dead pieces; ``living[n]`` says whether piece n lives.

        Those over one character stay as unknown ones. The last entry of ``living`` is that of the
        unknown, which lives. Beside them which of them each of these is; -1 where its piece died.
        """
        lives = living.take(self.uses.piece)
        kept, dead = np.flatnonzero(lives), np.flatnonzero(~lives)
        column = self.nodes.column.take(self.uses.source.take(dead))
        turned = np.flatnonzero(self.nodes.column.take(self.uses.target.take(dead)) == column + 1)
        column, unknown = column.take(turned), dead.take(turned)
        ends = (np.arange(len(self.nodes.opens)) + 1) * self.num_steps  # of columns, as turns
        ends_of_kept = np.searchsorted(kept, np.searchsorted(self.turn, ends))
        at = ends_of_kept.take(column) + np.arange(len(unknown))
        is_kept = np.ones(len(kept) + len(unknown), bool)
        is_kept[at] = False
        rows, places = np.empty(len(is_kept), np.int64), np.flatnonzero(is_kept)
        rows[places], rows[at] = kept, unknown
        uses, turn = self.uses.take(rows), self.turn.take(rows)
        uses.piece[at], turn[at] = UNKNOWN, ends.take(column) - 1
        number = np.full(len(lives), -1)
        number[kept] = places
        return replace(self, uses=uses, turn=turn), number

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
        turn = self.turn[: self.narrow.start]
        opens = run_opens(turn)
        borders = np.searchsorted(turn[opens] // self.num_steps, np.arange(self.nodes.num_wide + 1))
        steps = [slice(*step) for step in pairwise([*opens.tolist(), len(turn)])]
        return [steps[first:last] for first, last in pairwise(borders.tolist())]

    @property
    def narrow(self) -> slice:
        """The edges of all other columns."""
        first_turn = self.nodes.num_wide * self.num_steps
        return slice(int(np.searchsorted(self.turn, first_turn)), len(self.turn))
