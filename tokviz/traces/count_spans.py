"""How often each pair stood, as spans of steps: the sums of the recorded changes."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.arrays.ragged import run_opens
from tokviz.arrays.sorting import stable_order

Ints: TypeAlias = npt.NDArray[np.int64]
Changes: TypeAlias = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class CountSpans:
    """Over which steps each pair had which count: ``first <= k < last``."""

    pairs: Ints  # (n, 2)
    counts: Ints  # (n,)
    first: Ints  # (n,)
    last: Ints  # (n,)

    @classmethod
    def of(
        cls, change_pairs: Changes, change_counts: Changes, change_starts: Changes
    ) -> "CountSpans":
        """From the engine's changes, block by block; block 0 is what stood before any merge.

        ab +3, ba +2 | ba -2, ab -3, XX +2 | XX -2, YX +1 (as in merging/changes.py)
        -> ab 3 from 0 to 1, ba 2 from 0 to 1, XX 2 from 1 to 2, YX 1 from 2 to 2: after the last
        """
        left, right = change_pairs.T.astype(np.int64)
        codes = left * (change_pairs.max(initial=0) + 1) + right
        block = np.repeat(np.arange(len(change_starts) - 1), np.diff(change_starts))
        order = stable_order(codes)  # blocks are in order
        block = block[order]
        running = np.cumsum(change_counts[order])
        opens = run_opens(codes[order])
        before = np.append(0, running)[opens]
        counts = running - np.repeat(before, np.diff(opens, append=len(order)))
        last = np.append(block[1:], 0)[: len(block)]
        last[np.append(opens[1:], len(order))[: len(opens)] - 1] = len(change_starts) - 2
        stands = np.flatnonzero(counts)
        pairs = change_pairs[order[stands]].astype(np.int64)
        return cls(pairs, counts[stands], block[stands], last[stands])

    def at(self, rows: Ints) -> "CountSpans":
        """These of them."""
        return CountSpans(self.pairs[rows], self.counts[rows], self.first[rows], self.last[rows])
