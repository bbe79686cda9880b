"""The best segmentation alone, without a lattice: what encoding a long text needs, and no more.

Totals are kept as sentencepiece keeps them: in single precision, left to right, from the beginning
of the text; a total below -100,000 becomes 0 there, and what lies ahead moves with it. So ties and
near ties depend on what stands before. Where they do not is found in word_path.py. Hugging Face's
library keeps them in double precision, and as they are.
"""

import math
from array import array
from collections.abc import Mapping, Sequence
from itertools import repeat
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from tokviz.algorithms.pieces.piece_table import Node, PieceTable

REBASED = -100_000.0
"""A total under this begins again at 0."""
NEVER_REBASED = -math.inf
"""So that none begins again."""

UNREACHED = -math.inf
"""The total of a position that nothing has reached."""

Precision: TypeAlias = Literal["f", "d"]
SINGLE: Precision = "f"
"""As sentencepiece sums."""
DOUBLE: Precision = "d"
"""As Hugging Face's library does."""
LEAST: Mapping[Precision, float] = MappingProxyType({SINGLE: REBASED, DOUBLE: NEVER_REBASED})
"""A total under this begins again at 0."""


class BestPath(NamedTuple):
    """A segmentation from left to right, and of the best ways to each position, (characters + 1,),
    the total and the id of the last piece.
    """

    pieces: tuple[str, ...]
    token_ids: tuple[int, ...]
    totals: Sequence[float]
    last_ids: Sequence[int]


def best_path(
    text: str, table: PieceTable, total: float = 0.0, precision: Precision = SINGLE
) -> BestPath:
    """The most probable segmentation of a text in front of which the total is ``total``.

    Ties: the path whose last difference starts further left.
    """
    tree, unknown, size = table.tree, table.unknown, len(text)
    begin, least = tree[0], LEAST[precision]
    totals = no_totals(size, precision)
    totals[0] = total
    last_ids, begun = [table.unk_id] * (size + 1), [0] * (size + 1)  # of the edge to each position
    for start in range(size):
        here = totals[start]
        if here < least:
            rebase(totals, start, table.longest)
            here = 0.0
        ahead = start + 1
        node: Node | None = begin.get(text[start], unknown)
        while node is not None:
            follows, token_id, log_prob, onward = node
            if follows:
                if not text.startswith(follows, ahead):
                    break
                ahead += len(follows)
            if token_id is not None and (reached := here + log_prob) > totals[ahead]:
                before, totals[ahead] = totals[ahead], reached  # as ``rises``, without the call
                if totals[ahead] > before:
                    last_ids[ahead], begun[ahead] = token_id, start
            if not onward or ahead == size:
                break
            node = tree[onward].get(text[ahead])
            ahead += 1
    return _walk_back(text, last_ids, begun, totals)


def no_totals(size: int, precision: Precision = SINGLE) -> "array[float]":
    """(size + 1,) the totals before anything is reached; what is put there is rounded."""
    return array(precision, [0.0, *repeat(UNREACHED, size)])


def rises(totals: "array[float]", at: int, total: float) -> bool:
    """Put the total there if it is the higher one, rounded as all are."""
    before = totals[at]
    if total <= before:  # then no rounding lifts it above
        return False
    totals[at] = total
    return totals[at] > before


def rebase(totals: "array[float]", start: int, longest: int) -> None:
    """Begin again at 0, and move what was reached from further left along."""
    base = totals[start]
    for at in range(start, min(start + longest, len(totals))):
        totals[at] -= base


def _walk_back(
    text: str, last_ids: Sequence[int], begun: Sequence[int], totals: Sequence[float]
) -> BestPath:
    """From the end along the edges to each position, by their ids and where they begin."""
    pieces: list[str] = []
    token_ids: list[int] = []
    at = len(text)
    while at:
        start = begun[at]
        pieces.append(text[start:at])
        token_ids.append(last_ids[at])
        at = start
    return BestPath(tuple(pieces[::-1]), tuple(token_ids[::-1]), totals, last_ids)
