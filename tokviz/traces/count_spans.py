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
        pairs = change_pairs.astype(np.int64)
        codes = pairs[:, 0] * (pairs.max(initial=0) + 1) + pairs[:, 1]
        block = np.repeat(np.arange(len(change_starts) - 1), np.diff(change_starts))
        order = stable_order(codes)  # blocks are in order
        pairs, block = pairs[order], block[order]
        running = np.cumsum(change_counts[order])
        opens = run_opens(codes[order])
        before = np.concatenate([[0], running])[opens]
        counts = running - np.repeat(before, np.diff(opens, append=len(pairs)))
        last = np.append(block[1:], 0)[: len(block)]
        last[np.append(opens[1:], len(pairs))[: len(opens)] - 1] = len(change_starts) - 2
        return cls(pairs, counts, block, last).of_at_least(1)

    def of_at_least(self, count: int) -> "CountSpans":
        """Those with this count or a higher one."""
        rows = np.flatnonzero(self.counts >= count)
        return CountSpans(self.pairs[rows], self.counts[rows], self.first[rows], self.last[rows])
