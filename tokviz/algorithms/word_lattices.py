"""The lattices of many words at once, as arrays.

``lattice.py`` walks one lattice edge by edge. Training needs sums and best paths over tens of
thousands of words, again and again, so here all words advance together: first everything that ends
after one character, then after two, and so on. Each such column is a handful of array operations.

Numbers: node ``first_node[w] + i`` is the position after i characters of word w. Edges are sorted
so that those into one node are neighbours (for forward) or those out of one node (for backward).
Best paths are summed in single precision with the tie rule of ``lattice.py``.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

UNKNOWN = -1
"""The piece of an edge over a character that no piece covers alone."""


@dataclass(frozen=True, eq=False)
class WordLattices:
    """w words with e edges; an edge of piece UNKNOWN is added at every character.

    ``sole`` is for edges of piece UNKNOWN the piece that, while it lives, makes it unnecessary.
    """

    first_node: Ints  # (w,)
    last_node: Ints  # (w,)
    column: Ints  # (nodes,) position within the word
    word: Ints  # (nodes,)
    source: Ints  # (e,) node
    target: Ints  # (e,) node
    piece: Ints  # (e,) number, or UNKNOWN
    sole: Ints  # (e,) number, or UNKNOWN if there is none
    outward: Ints  # (e,) the edges reordered for backward

    @classmethod
    def build(cls, lengths: Ints, starts: Ints, ends: Ints, pieces: Ints) -> "WordLattices":
        """From words of ``lengths`` characters and pieces over characters ``starts:ends``.

        Characters of all words are numbered through, so word i begins where word i - 1 ends.
        """
        words = np.arange(len(lengths))
        last_node = np.cumsum(lengths + 1) - 1
        first_node = last_node - lengths
        word = np.repeat(words, lengths + 1)
        column = np.arange(len(word)) - first_node[word]
        character_word = np.repeat(words, lengths)  # one node more than characters in each word

        characters = np.arange(len(character_word))
        sole = np.full(len(characters), UNKNOWN, np.int64)
        alone = ends - starts == 1
        sole[starts[alone]] = pieces[alone]
        source = np.concatenate([starts + character_word[starts], characters + character_word])
        length = np.concatenate([ends - starts, np.ones(len(characters), np.int64)])
        piece = np.concatenate([pieces, np.full(len(characters), UNKNOWN)])
        sole = np.concatenate([np.full(len(pieces), UNKNOWN), sole])
        target = source + length
        order = np.lexsort((source, target, column[target]))
        source, target, piece, sole = (x[order] for x in (source, target, piece, sole))
        outward = np.lexsort((target, source, -column[source]))
        return cls(first_node, last_node, column, word, source, target, piece, sole, outward)

    def alive(self, living: npt.NDArray[np.bool_]) -> "WordLattices":
        """Without the edges of dead pieces, or of unknowns whose character has a living piece.

        ``living[n]`` says whether piece n lives. What is dropped does not come back: an unknown
        edge is needed again when its piece dies, so it stays as long as that piece can.
        """
        kept = (self.piece == UNKNOWN) | living[self.piece]
        return self._subset(kept)

    def in_use(self, living: npt.NDArray[np.bool_]) -> "WordLattices":
        """The edges that a segmentation may use now."""
        unknown = self.piece == UNKNOWN
        needed = unknown & ((self.sole == UNKNOWN) | ~living[self.sole])
        return self._subset(needed | (~unknown & living[self.piece]))

    def _subset(self, kept: npt.NDArray[np.bool_]) -> "WordLattices":
        renumber = np.cumsum(kept) - 1
        outward = renumber[self.outward[kept[self.outward]]]
        return replace(
            self,
            source=self.source[kept],
            target=self.target[kept],
            piece=self.piece[kept],
            sole=self.sole[kept],
            outward=outward,
        )

    # ---- sums over all segmentations --------------------------------------------------------

    def forward(self, log_probs: Floats) -> Floats:
        """(nodes,) log of the summed probability of all paths from the word's start."""
        sums = np.full(len(self.column), -np.inf)
        sums[self.first_node] = 0.0
        for edges, nodes, opens in _columns(self.target, self.column):
            paths = sums[self.source[edges]] + log_probs[edges]
            sums[nodes] = np.logaddexp.reduceat(paths, opens)
        return sums

    def backward(self, log_probs: Floats) -> Floats:
        """(nodes,) log of the summed probability of all paths to the word's end."""
        sums = np.full(len(self.column), -np.inf)
        sums[self.last_node] = 0.0
        source, target = self.source[self.outward], self.target[self.outward]
        log_probs = log_probs[self.outward]
        for edges, nodes, opens in _columns(source, self.column):
            paths = sums[target[edges]] + log_probs[edges]
            sums[nodes] = np.logaddexp.reduceat(paths, opens)
        return sums

    def marginals(self, log_probs: Floats) -> tuple[Floats, Floats]:
        """(e,) the share of each edge in its word's segmentations, and (w,) each word's log Z."""
        forward, backward = self.forward(log_probs), self.backward(log_probs)
        log_partition = forward[self.last_node]
        through = forward[self.source] + log_probs + backward[self.target]
        return np.exp(through - log_partition[self.word[self.source]]), log_partition

    # ---- the best segmentation --------------------------------------------------------------

    def viterbi(self, log_probs: Singles) -> tuple[Ints, Singles]:
        """The edges of every word's best path, unordered, and (w,) the paths' log-probabilities.

        A word without any path has minus infinity and no edges.
        """
        totals = np.full(len(self.column), -np.inf, np.float32)
        totals[self.first_node] = 0.0
        last = np.full(len(self.column), -1, np.int64)
        for edges, nodes, opens in _columns(self.target, self.column):
            paths = totals[self.source[edges]] + log_probs[edges]
            best = np.maximum.reduceat(paths, opens)
            group = np.repeat(np.arange(len(nodes)), np.diff(opens, append=len(paths)))
            winners = np.flatnonzero(paths == best[group])
            first = winners[np.flatnonzero(np.diff(group[winners], prepend=-1))]
            totals[nodes] = best
            last[nodes] = np.where(np.isfinite(best), edges.start + first, -1)
        path = []
        at = last[self.last_node]
        while len(at := at[at >= 0]):
            path.append(at)
            at = last[self.source[at]]
        return np.concatenate([*path, np.empty(0, np.int64)]), totals[self.last_node]


def _columns(node: Ints, column: Ints) -> list[tuple[slice, Ints, Ints]]:
    """Cut edges sorted by the column of ``node`` into columns.

    Each is its slice of edges, the distinct nodes there, and where each node's edges open within
    the slice.
    """
    if not len(node):
        return []
    opens = np.flatnonzero(np.diff(node, prepend=-1))
    nodes = node[opens]
    borders = np.flatnonzero(np.diff(column[nodes], prepend=-1))
    ends = [*borders[1:].tolist(), len(nodes)]
    edge_opens = [*opens.tolist(), len(node)]
    return [
        (
            slice(edge_opens[start], edge_opens[end]),
            nodes[start:end],
            opens[start:end] - edge_opens[start],
        )
        for start, end in zip(borders.tolist(), ends, strict=True)
    ]
