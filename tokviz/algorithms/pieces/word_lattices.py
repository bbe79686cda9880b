"""The lattices of many words at once, as arrays.

``lattice.py`` walks one lattice edge by edge. Training needs sums and best paths over tens of
thousands of words, again and again, so here all words advance together: first everything that ends
after one character, then after two, and so on. Each such column is a handful of array operations.

Nodes are the positions between characters, those of all words numbered through. Every character
has an edge of its own, which is unknown where no piece stands for it, so no word ever lacks a path.
Pieces only ever die, so edges are only ever dropped.

All sums are in single precision, in SentencePiece's order (``single_precision.py``), so that its
last digits come out. Best paths are compared after rounding, with the tie rule of ``lattice.py``.
Where a word is so long that SentencePiece would leave its line out, sums are in double precision:
over 100,000 characters single precision makes shares of some thousand out of 1.
"""

from array import array
from collections.abc import MutableSequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.single_precision import (
    FEW,
    log_sums_in_double,
    log_sums_of_groups,
    log_sums_one_by_one,
)
from tokviz.text.ragged import run_opens
from tokviz.text.sorting import stable_order

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Reals = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]

UNKNOWN = -1
"""The piece of an edge over a character that no piece stands for."""
LONGEST_SINGLE = 4192
"""Characters of a word; SentencePiece leaves out lines of more bytes unless told otherwise."""


class Ways(NamedTuple):
    """For each node the log of the summed probability of all paths to it, and from it on."""

    forward: Reals
    backward: Reals


@dataclass(frozen=True, eq=False)
class Edges:
    """e edges, sorted so that those with the same ``node`` are neighbours, column by column.

    ``node`` is where a sum is collected, ``other`` the other end: target and source for sums that
    go forward, source and target for those that go backward. ``single`` marks the edges over one
    character, which stay as unknown ones when their piece dies. Of the edges at one node, the one
    that starts earliest comes first where they end, the shortest where they begin, and there the
    unknown one last: the order in which SentencePiece finds them.
    """

    node: Ints
    other: Ints
    piece: Ints
    single: Bools
    column: Ints  # (nodes,) how far each node is from where the sums begin

    @classmethod
    def sort(cls, node: Ints, other: Ints, piece: Ints, column: Ints) -> "Edges":
        """Sort by column and node; at each node they come in their order already."""
        order = stable_order(column[node] * len(column) + node)
        node, other = node[order], other[order]
        return cls(node, other, piece[order], np.abs(other - node) == 1, column)

    def keep(self, living: Bools) -> "Edges":
        """Without the edges of dead pieces; ``living[n]`` says whether piece n lives.

        Its last entry is that of the unknown, which lives.
        """
        lives = living[self.piece]
        if lives.all():
            return self
        kept = np.flatnonzero(lives | self.single)
        node, other, piece = self.node[kept], self.other[kept], self.piece[kept]
        single, dead = self.single[kept], ~lives[kept]
        turned = dead & (other > node)
        piece[dead] = UNKNOWN
        if turned.any():
            order = _first_to_last(run_opens(node), turned)
            other, piece, single = other[order], piece[order], single[order]
        return Edges(node, other, piece, single, self.column)

    @cached_property
    def wide_columns(self) -> list[tuple[slice, Ints, Ints]]:
        """For each column its edges, its distinct nodes, and where each node's edges open in it.

        Those at the far end of long words, with few nodes each, are not among them: a word may be
        the whole text.
        """
        opens = run_opens(self.node)
        nodes = self.node[opens]
        borders = np.append(run_opens(self.column[nodes]), len(nodes))
        wide = np.flatnonzero(np.diff(borders) >= FEW)
        borders = borders[: wide[-1] + 2] if len(wide) else borders[:0]
        edge_opens = np.append(opens, len(self.node))[borders]
        return [
            (slice(*edges), nodes[slice(*rows)], opens[slice(*rows)] - edges[0])
            for rows, edges in zip(
                pairwise(borders.tolist()), pairwise(edge_opens.tolist()), strict=True
            )
        ]

    @property
    def narrow(self) -> slice:
        """The edges of all other columns."""
        wide = self.wide_columns
        return slice(wide[-1][0].stop if wide else 0, len(self.node))

    def add_narrow(self, sums: Reals, log_probs: Reals) -> Reals:
        """The sums with those at the nodes of narrow columns, after all wide ones."""
        if self.narrow.start == len(self.node):
            return sums
        ends, starts = self.node[self.narrow].tolist(), self.other[self.narrow].tolist()
        edges = ends, starts, log_probs[self.narrow].tolist()
        if sums.dtype == np.float64:
            in_double = sums.tolist()
            log_sums_in_double(in_double, *edges)
            return np.array(in_double)
        few: array[float] = array(sums.dtype.char, sums.tobytes())
        log_sums_one_by_one(few, *edges)
        return np.frombuffer(few, sums.dtype)


def log_sums(inward: Edges, outward: Edges, origins: tuple[Ints, Ints], scores: Reals) -> Ways:
    """The log of the summed probability of all paths from a word's first node, and to its last.

    Both have the same columns, and go on together: few large operations are faster than many.
    """
    sums = np.full((2, len(inward.column)), -np.inf, scores.dtype)
    forward, backward = sums
    forward[origins[0]] = backward[origins[1]] = 0.0
    to_there, from_there = scores[inward.piece], scores[outward.piece]
    for column_in, column_out in zip(inward.wide_columns, outward.wide_columns, strict=True):
        edges, ends, opens = column_in
        edges_out, begins, opens_out = column_out
        paths = forward[inward.other[edges]] + to_there[edges]
        paths_out = backward[outward.other[edges_out]] + from_there[edges_out]
        both = log_sums_of_groups(
            np.concatenate([paths, paths_out]), np.concatenate([opens, opens_out + len(paths)])
        )
        forward[ends], backward[begins] = both[: len(ends)], both[len(ends) :]
    return Ways(inward.add_narrow(forward, to_there), outward.add_narrow(backward, from_there))


@dataclass(frozen=True, eq=False)
class WordLattices:
    """The lattices of w words. ``inward`` edges end at their node, ``outward`` ones begin there."""

    first_node: Ints  # (w,)
    last_node: Ints  # (w,)
    word: Ints  # (nodes,)
    inward: Edges
    outward: Edges

    @classmethod
    def build(cls, lengths: Ints, starts: Ints, ends: Ints, pieces: Ints) -> "WordLattices":
        """From words of ``lengths`` characters and pieces over characters ``starts:ends``.

        Pieces come as they start, of those with one start the shorter first.
        Characters of all words are numbered through, so word i begins where word i - 1 ends.
        """
        last_node = np.cumsum(lengths + 1) - 1
        first_node = last_node - lengths
        word = np.repeat(np.arange(len(lengths)), lengths + 1)
        character_word = np.repeat(np.arange(len(lengths)), lengths)

        covered = np.zeros(len(character_word), bool)
        covered[starts[ends - starts == 1]] = True
        bare = np.flatnonzero(~covered)  # a word has one node more than characters
        source = np.concatenate([starts + character_word[starts], bare + character_word[bare]])
        length = np.concatenate([ends - starts, np.ones(len(bare), np.int64)])
        piece = np.concatenate([pieces, np.full(len(bare), UNKNOWN)])
        nodes = np.arange(len(word))
        inward = Edges.sort(source + length, source, piece, nodes - first_node[word])
        outward = Edges.sort(source, source + length, piece, last_node[word] - nodes)
        return cls(first_node, last_node, word, inward, outward)

    def keep(self, living: Bools) -> "WordLattices":
        """Without the edges of dead pieces."""
        return replace(self, inward=self.inward.keep(living), outward=self.outward.keep(living))

    def words_of(self, edges: Ints) -> Ints:
        """The words in which inward edges lie."""
        return self.word[self.inward.node[edges]]

    @cached_property
    def _precision(self) -> type[np.floating]:
        longest = int((self.last_node - self.first_node).max(initial=0))
        return np.float32 if longest <= LONGEST_SINGLE else np.float64

    def marginals(self, score_of: Singles) -> tuple[Floats, Reals]:
        """(e,) the share of each outward edge in its word's segmentations, (w,) each word's log Z.

        ``score_of[n]`` is the log-probability of piece n, its last entry that of the unknown.
        """
        inward, outward = self.inward, self.outward
        scores = score_of.astype(self._precision)
        forward, backward = log_sums(inward, outward, (self.first_node, self.last_node), scores)
        log_partition = forward[self.last_node]
        through = forward[outward.node] + scores[outward.piece] + backward[outward.other]
        through -= log_partition[self.word[outward.node]]
        return np.exp(through.astype(np.float64)), log_partition

    def viterbi(self, score_of: Singles) -> tuple[Ints, Reals]:
        """The inward edges of every word's best path, from its end, and (w,) the paths' totals."""
        inward = self.inward
        log_probs = score_of.astype(self._precision)[inward.piece]
        totals = np.full(len(self.word), -np.inf, self._precision)
        totals[self.first_node] = 0.0
        paths = np.empty(inward.narrow.start, self._precision)
        for edges, nodes, opens in inward.wide_columns:
            paths[edges] = totals[inward.other[edges]] + log_probs[edges]
            totals[nodes] = np.maximum.reduceat(paths[edges], opens)
        last = np.full(len(self.word), -1, np.int64)
        ends = inward.node[: len(paths)]
        winners = np.flatnonzero(paths == totals[ends])[::-1]
        last[ends[winners]] = winners  # the last one written is the first of equals
        self._best_of_narrow(totals, last, log_probs)
        return self._walk_back(last), totals[self.last_node]

    def _best_of_narrow(self, totals: Reals, last: Ints, log_probs: Reals) -> None:
        """The best paths through columns of few edges, one edge after the other."""
        narrow = self.inward.narrow
        if narrow.start == narrow.stop:
            return
        all_totals: MutableSequence[float] = array(totals.dtype.char, totals.tobytes())
        if totals.dtype == np.float64:
            all_totals = totals.tolist()  # nothing is to be rounded
        all_last = array("q", last.tobytes())
        ends, starts = self.inward.node[narrow].tolist(), self.inward.other[narrow].tolist()
        edges = zip(ends, starts, log_probs[narrow].tolist(), strict=True)
        for edge, (end, start, log_prob) in enumerate(edges, narrow.start):
            if (total := all_totals[start] + log_prob) > all_totals[end]:
                before, all_totals[end] = all_totals[end], total  # as ``rises``, without the call
                if all_totals[end] > before:
                    all_last[end] = edge
        totals[:] = all_totals
        last[:] = all_last

    def _walk_back(self, last: Ints) -> Ints:
        """The edges of all best paths, each path from its end."""
        path = []
        at = last[self.last_node]
        while len(at := at[at >= 0]) >= FEW:
            path.append(at)
            at = last[self.inward.other[at]]
        rest = []
        for end in at.tolist():
            edge = end
            while edge >= 0:
                rest.append(edge)
                edge = last.item(self.inward.other.item(edge))
        return np.concatenate([*path, np.array(rest, np.int64)])


def _first_to_last(opens: Ints, turned: Bools) -> Ints:
    """An order in which the first edge of a node, if it is ``turned``, is the last there.

    [0, 2, 5], turned at 2 -> [0, 1, 3, 4, 2, 5, ...]
    """
    sizes = np.diff(opens, append=len(turned))
    turning = turned[opens]
    order = np.arange(len(turned)) + np.repeat(turning, sizes)
    order[(opens + sizes - 1)[turning]] = opens[turning]
    return order
