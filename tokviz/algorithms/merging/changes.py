"""Which counts of pairs each merge changed, found from how often each pair stood as it came up.

A new pair stands where another stood before the merge, which loses as many places. So while merges
are made, it is enough to note for each new pair what it came of, and how often it stands.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tokviz.algorithms.merging.places import STRIDE, Ints
from tokviz.arrays.ragged import run_opens
from tokviz.arrays.sorting import stable_order


class Noted(NamedTuple):
    """What the engine notes of pairs, by their numbers, and of merges. p: pairs, s: steps."""

    codes: Ints  # (p,) left << 24 | right
    came_of: Ints  # (p,) which pair each was before; of those that no merge made, any number
    counts: Ints  # (p,) how often each stood when it came up
    first_new: Sequence[int]  # (s + 2,) first_new[k]:first_new[k + 1] came up in block k
    merged: Ints  # (s,) the pair that each merge joined
    often: Ints  # (s,) and how often that stood


def recorded(noted: Noted) -> dict[str, Any]:
    """The changes as a trace has them, block by block; block 0 is what stood before any merge.

    In a block come the pairs that lose, the merged pair, and the new ones.

    "ababab", ab -> X, XX -> Y: pairs 0 ab, 1 ba, 2 Xa, 3 XX, 4 YX; came_of [-1, -1, 1, 1, 3],
    counts [3, 2, 0, 2, 1], first_new [0, 2, 4, 5], merged [0, 3], often [3, 2]
    -> ab +3, ba +2 | ba -2, ab -3, XX +2 | XX -2, YX +1
    """
    codes, came_of, counts, first_new, merged, often = noted
    steps = len(merged)
    block = np.repeat(np.arange(steps + 1), np.diff(first_new))
    joined = np.append(-1, merged)[block]
    lost = np.where(came_of == joined, 0, counts)  # "aaa" holds a pair twice and merges once

    made = slice(first_new[1], None)
    losing = np.append(came_of[made], merged)
    losing_in = np.append(block[made], np.arange(1, steps + 1))
    lost = np.append(lost[made], often)
    keys = losing_in * len(codes) + losing
    order = stable_order(keys)
    opens = run_opens(keys[order])
    first = order[opens]
    lost[first] = np.add.reduceat(lost[order], opens)
    once = np.zeros(len(keys), bool)
    once[first] = True

    new = np.flatnonzero(counts)
    changed_in = np.append(losing_in[once], block[new])
    order = stable_order(changed_in)
    pairs = np.stack(np.divmod(codes, STRIDE), axis=1).astype(np.int32)
    return {
        "change_pairs": pairs[np.append(losing[once], new)[order]],
        "change_counts": np.append(-lost[once], counts[new])[order],
        "change_starts": np.append(0, np.cumsum(np.bincount(changed_in, minlength=steps + 1))),
    }
