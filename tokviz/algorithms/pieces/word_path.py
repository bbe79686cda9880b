"""How a word falls wherever it stands: its best path, and down to which total before it that holds.

Totals are rounded on the way (best_path.py), so how a word falls may depend on what stands before
it, but only where two ways are almost equal. So paths are compared in double precision here, and at
each position of the best one the runner-up is kept: what lies between them is the margin that
rounding would have to eat up.
"""

import math
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.best_path import REBASED, UNREACHED
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.piece_tokenizer import Encoded

SINGLE_BITS = 23
"""A rounding to single precision moves a number by less than it divided by 2 to this power."""

_END = ""
"""Stands behind a word's last letter: no branch leads on with it."""


class WordPath(NamedTuple):
    """A word's best path: as tokens, as the ids of its edges, and what it needs in front of it.

    From totals between ``floor`` and 0 the word always falls so. ``sum`` is that of the
    log-probabilities, not rounded; minus infinity if any is above 0.
    """

    encoded: Encoded
    token_ids: tuple[int, ...]
    sum: float
    floor: float


NOT_KNOWN = WordPath(Encoded((), ()), (), -math.inf, math.inf)
"""Of a word too long to be worth it: how it falls is asked each time."""


def word_path(
    word: str, table: PieceTable, encode: Callable[[str, tuple[int, ...]], Encoded]
) -> WordPath:
    """The path, and how far rounding is from turning a choice on it.

    A path of n pieces rounds n times, so two paths that differ by more than 2 n roundings are
    compared rightly. ``encode`` makes tokens of the word and the ids of its edges.
    """
    totals, seconds, last_ids = _two_best(word, table)
    ids: list[int] = []
    leads: list[float] = []
    at = len(word)
    while at:
        leads.append(totals[at] - seconds[at])
        ids.append(token_id := last_ids[at])
        at -= table.sizes[token_id]
    found = tuple(ids[::-1])
    total = totals[-1]
    if table.highest > 0 and max(map(table.edge_log_probs.__getitem__, found)) > 0:
        total = -math.inf
    floor = floor_of(min(totals), min(leads), len(word), table, max)
    return WordPath(encode(word, found), found, total, floor)


Numbers = TypeVar("Numbers", float, npt.NDArray[np.float64])
"""One, or one of each of many words."""


def floor_of(
    lowest: Numbers,
    lead: Numbers,
    size: Numbers,
    table: PieceTable,
    higher: Callable[[Numbers, Numbers], Numbers],
) -> Numbers:
    """From the lowest total in a word, the least lead on its best path, and its characters."""
    reach = table.farthest - lowest + max(table.highest, 0.0) * size
    return higher(reach - lead * 2**SINGLE_BITS / (4 * size), reach + REBASED)


class _TwoBest(NamedTuple):
    """At each position of a word: the totals of the best path and of the runner-up, (n + 1,).

    And the id of the best one's last edge.
    """

    totals: Sequence[float]
    seconds: Sequence[float]
    last_ids: Sequence[int]


def _two_best(word: str, table: PieceTable) -> _TwoBest:
    """From a total of 0 in front of the word."""
    tree, letters = table.tree, [*word, _END]  # each of these is hashed once
    totals = [0.0, *repeat(UNREACHED, len(word))]
    seconds = [UNREACHED] * len(totals)
    last_ids = [table.unk_id] * len(totals)
    heads = map(tree[0].get, word, repeat(table.unknown))
    for start, head in enumerate(heads):
        here, ahead = totals[start], start + 1
        _, token_id, log_prob, onward = head
        while True:
            if token_id is not None:
                reached, best = here + log_prob, totals[ahead]
                if reached > best:
                    totals[ahead], seconds[ahead] = reached, best
                    last_ids[ahead] = token_id
                elif reached > seconds[ahead]:
                    seconds[ahead] = reached
            if not onward or (node := tree[onward].get(letters[ahead])) is None:
                break
            follows, token_id, log_prob, onward = node
            ahead += 1
            if follows:
                if not word.startswith(follows, ahead):
                    break
                ahead += len(follows)
    return _TwoBest(totals, seconds, last_ids)
