"""The best segmentation alone, without a lattice: what encoding a long text needs, and no more.

Totals are kept as sentencepiece keeps them: in single precision, left to right, from the beginning
of the text; a total below -100,000 becomes 0 there, and what lies ahead moves with it. So ties and
near ties depend on what stands before. ``WordPath`` knows of a word's best path from which total on
rounding could turn a choice; up to there it is the same wherever the word stands.
"""

import math
from array import array
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Literal, NamedTuple, TypeAlias

from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.piece_tokenizer import Encoded

REBASED = -100_000.0
"""A total under this begins again at 0."""
NEVER_REBASED = -math.inf
"""So that none begins again."""
SINGLE_BITS = 23
"""A rounding to single precision moves a number by less than it divided by 2 to this power."""


UNREACHED = -math.inf
"""The total of a position that nothing has reached."""

Precision: TypeAlias = Literal["f", "d"]
SINGLE: Precision = "f"
"""As sentencepiece sums."""
DOUBLE: Precision = "d"
"""As Hugging Face's library does, which never begins again at 0."""


class BestPath(NamedTuple):
    """A segmentation from left to right, and the total at each position, (characters + 1,)."""

    pieces: tuple[str, ...]
    token_ids: tuple[int, ...]
    totals: Sequence[float]


def best_path(text: str, table: PieceTable, total: float = 0.0) -> BestPath:
    """The most probable segmentation of a text in front of which the total is ``total``.

    Ties: the path whose last difference starts further left.
    """
    tree, letters, size = table.tree, table.letters, len(text)
    begin = tree[0]
    totals = no_totals(size)
    totals[0] = total
    last_ids, begun = [table.unk_id] * (size + 1), [0] * (size + 1)  # of the edge to each position
    for start in range(size):
        here = totals[start]
        if here < REBASED:
            rebase(totals, start, table.longest)
            here = 0.0
        letter, ahead = text[start], start + 1
        if letter not in letters and rises(totals, ahead, here + table.unk_log_prob):
            last_ids[ahead], begun[ahead] = table.unk_id, start
        node = begin.get(letter)
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
    pieces: list[str] = []
    token_ids: list[int] = []
    at = len(text)
    while at:
        start = begun[at]
        pieces.append(text[start:at])
        token_ids.append(last_ids[at])
        at = start
    return BestPath(tuple(pieces[::-1]), tuple(token_ids[::-1]), totals)


class WordPath(NamedTuple):
    """A word's best path: as tokens, as log-probabilities, and the total it needs in front of it.

    From totals between ``floor`` and 0 the word always falls so. ``sum`` is that of the
    log-probabilities, not rounded; minus infinity if any is above 0.
    """

    encoded: Encoded
    log_probs: tuple[float, ...]
    sum: float
    floor: float


NOT_KNOWN = WordPath(Encoded((), ()), (), -math.inf, math.inf)
"""Of a word met once, or too long to be remembered: how it falls is asked each time."""


def word_path(word: str, table: PieceTable, encode: Callable[[BestPath], Encoded]) -> WordPath:
    """The path, and how far rounding is from turning a choice on it.

    A path of n pieces rounds n times, so two paths that differ by more than 2 n roundings are
    compared rightly.
    """
    path = best_path(word, table)
    totals, token_id_of, log_prob_of = path.totals, table.token_ids.get, table.log_probs
    margin, at, longest = math.inf, 0, table.longest
    for piece in path.pieces:
        begin, at = at, at + len(piece)
        for start in range(max(0, at - longest), at):
            rival_id = token_id_of(word[start:at])
            if start != begin and (rival_id is not None or start == at - 1):
                rival = table.unk_log_prob if rival_id is None else log_prob_of[rival_id]
                margin = min(margin, totals[at] - (totals[start] + rival))
    reach = max(map(abs, totals)) + table.farthest
    floor = reach - margin * 2**SINGLE_BITS / (4 * len(word))
    log_probs = tuple(
        table.unk_log_prob if token_id == table.unk_id else log_prob_of[token_id]
        for token_id in path.token_ids
    )
    total = sum(log_probs) if max(log_probs) <= 0 else -math.inf
    return WordPath(encode(path), log_probs, total, max(floor, REBASED + reach))
