"""The lattices of many words at once, as arrays.

``lattice.py`` walks one lattice edge by edge. Training needs sums and best paths over tens of
thousands of words, again and again, so here all words advance together: first over all edges that
begin at a word's front, then over all that begin one character later, and so on. Each such column
(``lattice_edges.py``) is a handful of array operations.

Every character has an edge of its own, which is unknown where no piece stands for it, so no word
ever lacks a path. Pieces only ever die, so edges are only ever dropped.

All sums are in single precision, in SentencePiece's order (``single_precision.py``), so that its
last digits come out. Best paths are compared after rounding, and again for each edge that goes on
from where they end, as SentencePiece's trainer does (its encoder does not, nor ``lattice.py``).
Where a word is so long that SentencePiece would leave its line out, sums are in double precision:
over 100,000 characters single precision makes shares of some thousand out of 1.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.lattice_edges import Bools, Edges, Nodes, Uses
from tokviz.algorithms.pieces.single_precision import (
    FEW,
    log_sum_exp,
    log_sums_in_double,
    log_sums_one_by_one,
)
from tokviz.arrays.ragged import run_opens, span_indices
from tokviz.arrays.sorting import stable_order

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Reals = npt.NDArray[np.floating]

LONGEST_SINGLE = 4192
"""Characters of a word; SentencePiece leaves out lines of more bytes unless told otherwise."""


ROUNDING = 2.0**-21
"""Eight times what a rounding to single precision moves a number by, as a part of it."""


class Best(NamedTuple):
    """The most probable paths from the words' first nodes."""

    totals: Reals  # (nodes,) the log-probability of the best one to each
    log_probs: Reals  # (e,) of the edges
    paths: Reals  # (e,) of the best path that ends with each
    rises: Bools  # (e,) whether that was the best one to there so far


class Ways(NamedTuple):
    """All paths through w words."""

    whole: Reals  # (w,) the log of their summed probability
    shares: Floats  # (e,) the share that the paths over each edge have in all paths of its word


@dataclass(frozen=True, eq=False)
class WordLattices:
    """The lattices of w words."""

    nodes: Nodes
    edges: Edges

    @classmethod
    def build(cls, nodes: Nodes, uses: Uses) -> "WordLattices":
        """From the uses of pieces, word by word as they begin, shorter first."""
        return cls(nodes, Edges.of(nodes, uses)[0])

    def keep(self, living: Bools) -> "WordLattices":
        """Without the edges of dead pieces."""
        return replace(self, edges=self.edges.keep(living)[0])

    def words_of(self, edges: Ints) -> Ints:
        """The words in which edges lie."""
        return self.nodes.word.take(self.edges.uses.source.take(edges))

    @cached_property
    def _precision(self) -> type[np.floating]:
        return np.float32 if self.nodes.longest <= LONGEST_SINGLE else np.float64

    def log_probs(self, score_of: Singles) -> Reals:
        """(e,) those of the edges.

        ``score_of[n]`` is the log-probability of piece n, its last entry that of the unknown.
        """
        return score_of.astype(self._precision).take(self.edges.uses.piece)

    def ways(self, log_probs: Reals) -> Ways:
        """The sums over all paths, with these log-probabilities of the edges."""
        forward, through = self._forward(log_probs)
        whole = forward[self.nodes.last]
        through += self._behind(log_probs)
        through -= whole[self.nodes.word].take(self.edges.uses.source)
        return Ways(whole, np.exp(through.astype(np.float64)))

    def _forward(self, log_probs: Reals) -> tuple[Reals, Reals]:
        """(nodes,) the sums from a word's first node to each, and (e,) with each edge added."""
        source, target, _ = self.edges.uses
        sums = np.full(len(self.nodes.word), -np.inf, self._precision)
        sums[self.nodes.first] = 0.0
        all_paths = np.empty_like(log_probs)
        for steps in self.edges.wide_columns:
            edges = slice(steps[0].start, steps[-1].stop)
            ends = target[edges]
            paths = np.add(sums.take(source[edges]), log_probs[edges], out=all_paths[edges])
            sums[ends] = log_sum_exp(sums.take(ends), paths)
        narrow = self.edges.narrow
        starts = source[narrow]
        _add_few(sums, target[narrow], starts, log_probs[narrow])
        all_paths[narrow] = sums.take(starts) + log_probs[narrow]
        return sums, all_paths

    def _behind(self, log_probs: Reals) -> Reals:
        """(e,) the sum from where each edge ends to its word's last node."""
        source, target, _ = self.edges.uses
        sums = np.full(len(self.nodes.word), -np.inf, self._precision)
        sums[self.nodes.last] = 0.0
        behind = np.empty_like(log_probs)
        narrow = self.edges.narrow
        last_first = narrow.start + stable_order(
            self.nodes.longest - self.nodes.column[source[narrow]]
        )
        _add_few(sums, source[last_first], target[last_first], log_probs[last_first])
        behind[narrow] = sums.take(target[narrow])
        for first, *others in reversed(self.edges.wide_columns):
            edges = slice(first.start, others[-1].stop if others else first.stop)
            behind[edges] = sums.take(target[edges])
            paths = behind[edges] + log_probs[edges]
            sums[source[first]] = paths[: first.stop - first.start]
            for step in others:
                begins = source[step]
                own = paths[step.start - first.start : step.stop - first.start]
                sums[begins] = log_sum_exp(sums.take(begins), own)
        return behind

    def viterbi(self, log_probs: Reals) -> tuple[Ints, Reals]:
        """The edges of every word's best path, from its end, and (w,) the paths' totals."""
        best = self.best(log_probs)
        return self.path_of(best), best.totals[self.nodes.last]

    def best(self, log_probs: Reals) -> Best:
        """The best paths to all nodes, with these log-probabilities of the edges."""
        source, target, _ = self.edges.uses
        totals = np.full(len(self.nodes.word), -np.inf, self._precision)
        totals[self.nodes.first] = 0.0
        all_paths, rises = np.empty_like(log_probs), np.empty(len(log_probs), bool)
        for steps in self.edges.wide_columns:
            edges = slice(steps[0].start, steps[-1].stop)
            ends = target[edges]
            before = totals.take(ends)
            paths = np.add(totals.take(source[edges]), log_probs[edges], out=all_paths[edges])
            np.greater(paths, before, out=rises[edges])
            totals[ends] = np.maximum(before, paths)
        narrow = self.edges.narrow
        rises[narrow] = self._best_of_narrow(totals, log_probs)
        all_paths[narrow] = totals.take(source[narrow]) + log_probs[narrow]
        return Best(totals, log_probs, all_paths, rises)

    def close_calls(self, best: Best, rival: Reals) -> Bools:
        """(w,) whether rounding could turn a choice: between two paths to one node of the word,
        or between its best path and a ``rival``.

        A path of n edges is rounded n times, from whichever end it is summed.
        """
        target = self.edges.uses.target
        word, totals = self.nodes.word, best.totals[self.nodes.last]
        margins = np.abs(totals) * self.nodes.longest * ROUNDING
        close = best.paths >= best.totals[target] - margins[word[target]]
        several = np.bincount(target[close], minlength=len(word)) > 1
        in_word = np.bincount(word[several], minlength=len(totals)) > 0
        return in_word | (np.abs(totals - rival) <= margins)

    def _best_of_narrow(self, totals: Reals, log_probs: Reals) -> list[bool]:
        """The best paths through columns of few edges, one edge after the other, and which rise."""
        narrow, (source, target, _) = self.edges.narrow, self.edges.uses
        is_rounded = totals.dtype == np.float32
        all_totals: Any = totals.data if is_rounded else totals.tolist()  # faster, one by one
        ends, starts = target[narrow].tolist(), source[narrow].tolist()
        rises = []
        for end, start, log_prob in zip(ends, starts, log_probs[narrow].tolist(), strict=True):
            before = all_totals[end]
            if (total := all_totals[start] + log_prob) > before:
                all_totals[end] = total
            rises.append(all_totals[end] > before)  # as it was rounded
        totals[:] = all_totals
        return rises

    def path_of(self, best: Best) -> Ints:
        """The edges of every word's best path, each from its end."""
        path, (last, before) = [], self._before(best)
        at = last[self.nodes.last]
        while len(at := at[at >= 0]) >= FEW:
            path.append(at)
            at = before.take(at)
        rest = []
        for end in at.tolist():
            edge = end
            while edge >= 0:
                rest.append(edge)
                edge = before.item(edge)
        return np.concatenate([*path, np.array(rest, np.int64)])

    def _before(self, best: Best) -> tuple[Ints, Ints]:
        """(nodes,) the last edge of the best path to each; (e,) the edge in front of each on the
        best path over it. -1 where a word begins.

        Of two paths to where an edge begins, the first found may be less probable by its last digit
        and, with the edge added and rounded, come out equal: then it is the one.
        """
        source, target, _ = self.edges.uses
        rising = np.flatnonzero(best.rises)
        ends = target.take(rising)
        last = np.full(len(best.totals), -1)
        last[ends] = rising  # of several the last one, which nothing behind it is above
        before: Ints = last.take(source)
        rivals = rising.compress(last.take(ends) != rising)
        lowest = best.log_probs.take(rising).min(initial=0)
        margin = (np.abs(best.totals).max(initial=0) - lowest) * ROUNDING
        behind = best.totals.take(target.take(rivals)) - best.paths.take(rivals)
        rivals = rivals.compress(behind <= margin)
        if not len(rivals):
            return last, before
        rivals = rivals[stable_order(target[rivals])]
        contested = np.zeros(len(best.totals), bool)
        contested[target[rivals]] = True
        after = np.flatnonzero(contested.take(source))
        opens = np.searchsorted(target[rivals], source[after])
        sizes = np.searchsorted(target[rivals], source[after], side="right") - opens
        rival, after = rivals[span_indices(opens, sizes)], np.repeat(after, sizes)
        log_probs = best.log_probs[after]
        equal = best.paths[rival] + log_probs >= best.totals[source[after]] + log_probs
        rival, after = rival[equal], after[equal]
        first = run_opens(after)
        before[after[first]] = rival[first]
        return last, before


def _add_few(sums: Reals, nodes: Ints, others: Ints, log_probs: Reals) -> None:
    """Add the paths over a few edges to the sums at their nodes, one edge after the other."""
    edges = nodes.tolist(), others.tolist(), log_probs.tolist()
    if sums.dtype == np.float64:
        in_double: list[float] = sums.tolist()
        log_sums_in_double(in_double, *edges)
        sums[:] = in_double
    else:
        log_sums_one_by_one(sums, *edges)
