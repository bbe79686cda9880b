"""How each of many words falls wherever it stands: what ``word_path.py`` finds, for all at once.

The words advance together, one character at a time (``lattice_edges.py``), so that each column of
edges is a handful of array operations. Every number is the one that the walk along a single word
comes to: the same sums in the same order, in double precision.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.best_path import UNREACHED
from tokviz.algorithms.pieces.lattice_edges import Nodes, Uses
from tokviz.algorithms.pieces.piece_levels import PieceLevels
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.piece_tokenizer import Encoded
from tokviz.algorithms.pieces.word_path import WordPath, floor_of
from tokviz.arrays.ragged import run_opens
from tokviz.arrays.sorting import stable_order

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class _TwoBest(NamedTuple):
    """At each node the totals of the best path and of the runner-up, and the best one's last use.

    All are (nodes,).
    """

    totals: Floats
    seconds: Floats
    last: Ints


class WordPaths:
    """Finds the paths of words of at most ``longest`` characters."""

    def __init__(self, table: PieceTable, longest: int) -> None:
        self._table, self._longest = table, longest

    @cached_property
    def _levels(self) -> PieceLevels:
        return PieceLevels(self._table.token_ids, self._longest)

    @cached_property
    def _log_probs(self) -> Floats:
        """By token id."""
        known = self._table.edge_log_probs
        log_probs = np.zeros(max(known) + 1)
        log_probs[list(known)] = list(known.values())
        return log_probs

    def of_each(
        self, words: Sequence[str], encode: Callable[[str, tuple[int, ...]], Encoded]
    ) -> list[WordPath]:
        """The path of each word; none is empty. ``encode`` is as ``word_path`` has it."""
        sizes = np.fromiter(map(len, words), np.int64, len(words))
        ends = np.repeat(np.cumsum(sizes), sizes)
        nodes = Nodes.of(sizes)
        uses = nodes.uses(*self._levels.in_words("".join(words), ends, self._table.unk_id))
        uses = uses.take(stable_order(nodes.column.take(uses.source)))
        best = self._two_best(nodes, uses)
        path, opens = _on_paths(nodes, uses, best)
        token_ids = uses.piece.take(path)
        sums = best.totals.take(nodes.last)
        sums[np.maximum.reduceat(self._log_probs.take(token_ids), opens) > 0] = -np.inf
        ids = token_ids.tolist()
        bounds = pairwise([*opens.tolist(), len(ids)])
        found = [tuple(ids[first:last]) for first, last in bounds]
        floors = self._floors(nodes, best, uses.target.take(path), opens)
        encoded = map(encode, words, found)
        return list(map(WordPath, encoded, found, sums.tolist(), floors.tolist()))

    def _floors(self, nodes: Nodes, best: _TwoBest, on_paths: Ints, opens: Ints) -> Floats:
        leads = best.totals.take(on_paths) - best.seconds.take(on_paths)
        lowest = np.zeros(len(opens))  # in front of each word
        np.minimum.at(lowest, nodes.word, best.totals)
        sizes = nodes.column.take(nodes.last).astype(np.float64)
        least = np.minimum.reduceat(leads, opens)
        return floor_of(lowest, least, sizes, self._table, np.maximum)

    def _two_best(self, nodes: Nodes, uses: Uses) -> _TwoBest:
        """From a total of 0 in front of each word. Uses come column by column."""
        source, target, piece = uses
        log_probs = self._log_probs.take(piece)
        totals, seconds = np.full((2, len(nodes.word)), UNREACHED)
        totals[nodes.first] = 0.0
        last = np.full(len(nodes.word), -1)
        borders = np.searchsorted(nodes.column.take(source), np.arange(nodes.longest + 1))
        for first, behind in pairwise(borders.tolist()):
            ends = target[first:behind]  # no two are the same
            paths = totals.take(source[first:behind]) + log_probs[first:behind]
            before = totals.take(ends)
            rises = paths > before  # of equals the first one stays
            seconds[ends] = np.where(rises, before, np.maximum(seconds.take(ends), paths))
            higher = np.flatnonzero(rises)
            totals[ends.take(higher)] = paths.take(higher)
            last[ends.take(higher)] = first + higher
        return _TwoBest(totals, seconds, last)


def _on_paths(nodes: Nodes, uses: Uses, best: _TwoBest) -> tuple[Ints, Ints]:
    """The uses on the words' best paths, word by word, and (w,) where those of each word open."""
    from_end: list[Ints] = []
    at = best.last.take(nodes.last)
    while len(at):
        from_end.append(at)
        at = best.last.take(uses.source.take(at))
        at = at[at >= 0]
    path = np.concatenate(from_end[::-1])  # of each word, the uses from its front come first
    word = nodes.word.take(uses.source.take(path))
    order = stable_order(word)
    return path.take(order), run_opens(word.take(order))
