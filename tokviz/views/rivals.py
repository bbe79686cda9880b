"""The pairs that a merge was chosen from, best first, as its trainer saw them.

The counts are the recorded ones. BPE compares the counts themselves, WordPiece compares
``count(ab) / (count(a) * count(b))``, and both are compared exactly, as fractions. Among equals
the order is the trace's tie rule: the place in the text, or the length and then the spelling.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.traces.merges import MergeTrace, Pair

Counts: TypeAlias = npt.NDArray[np.int64]


Standing: TypeAlias = Literal["chosen", "tied", "barred", ""]


@dataclass(frozen=True, slots=True)
class Rival:
    """A pair that the next merge could take, and its standing.

    ``score`` is what the trainer compares. Tied: as good as the chosen one, but the tie rule took
    the other. Barred: better than the chosen one, yet passed over, because the tokenizer's rules
    forbid the token (SentencePiece learns a spelling once, and mixes no scripts).
    """

    pair: Pair
    count: int
    score: Fraction
    standing: Standing


@dataclass(frozen=True, slots=True)
class Contest:
    """The leading pairs at a step, and how many pairs there were, tied and were barred in all."""

    leaders: tuple[Rival, ...]
    num_pairs: int
    num_tied: int
    num_barred: int


def contest(trace: MergeTrace, step: int, *, top: int = 20) -> Contest:
    """The ``top`` pairs that ``step`` chooses from, ``0 <= step <= len(trace)``.

    The chosen pair comes first, barred ones last and few. At the last step nothing is chosen: it
    shows what is left. Where more pairs tie than fit, the tie rule says which are shown.
    """
    pairs, counts = trace.pair_table(step)
    products = _score_products(trace, step, pairs)
    chosen = _chosen_row(trace, step, pairs)
    tied, barred = _against(trace, pairs, counts, products, chosen)
    by_score = np.lexsort((pairs[:, 1], pairs[:, 0], -counts / products))
    few = by_score[barred[by_score]][: top // 4]
    rows = _leading(by_score[~barred[by_score]], counts / products, top)
    score = {row: Fraction(int(counts[row]), int(products[row])) for row in [*rows, *few.tolist()]}
    order = dict(zip(rows, _tie_order(trace, step, pairs[rows]), strict=True))
    rows.sort(key=lambda row: (-score[row], row != chosen, order[row]))
    shown = [*rows[: top - len(few)], *few.tolist()]
    leaders = []
    for row in shown:
        left, right = pairs[row].tolist()
        standing: Standing = "tied" if tied[row] else "barred" if barred[row] else ""
        if row == chosen:
            standing = "chosen"
        leaders.append(Rival((left, right), int(counts[row]), score[row], standing))
    return Contest(tuple(leaders), len(pairs), int(tied.sum()), int(barred.sum()))


def _leading(by_score: Counts, scores: npt.NDArray[np.float64], top: int) -> list[int]:
    """The rows whose score is among the ``top`` best, with all that tie with the last of them.

    Scores as floats may be off in the last place, so a hair's breadth counts as a tie here; the
    order is then decided by exact fractions.
    """
    rows: list[int] = by_score.tolist()
    if len(rows) > top:
        bound = scores[rows[top - 1]] * (1 - 1e-9)
        rows = by_score[scores[by_score] >= bound].tolist()
    return rows


def _against(
    trace: MergeTrace, pairs: Counts, counts: Counts, products: Counts, chosen: int | None
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which pairs are as good as the chosen one, and which would have beaten it."""
    tied, barred = np.zeros((2, len(pairs)), bool)
    if chosen is None:
        return tied, barred
    best = Fraction(int(counts[chosen]), int(products[chosen]))
    tied = counts * best.denominator == best.numerator * products
    barred = counts * best.denominator > best.numerator * products
    if trace.tie_rule == "shorter-then-code-point":
        limit = _spelling_key(trace, pairs[chosen].tolist())
        for row in np.flatnonzero(tied).tolist():
            barred[row] = _spelling_key(trace, pairs[row].tolist()) < limit
    tied &= ~barred
    tied[chosen] = False
    return tied, barred


def _score_products(trace: MergeTrace, step: int, pairs: Counts) -> Counts:
    """What each count is divided by: 1, or for WordPiece the counts of the two tokens."""
    if trace.tie_rule != "score-then-first-seen":
        return np.ones(len(pairs), np.int64)
    counts = trace.token_counts(step)
    return counts[pairs[:, 0]] * counts[pairs[:, 1]]


def _chosen_row(trace: MergeTrace, step: int, pairs: Counts) -> int | None:
    if step == len(trace):
        return None
    return int(np.flatnonzero((pairs == trace.pairs[step]).all(axis=1))[0])


def _tie_order(trace: MergeTrace, step: int, pairs: Counts) -> list[tuple[int, str | bytes]]:
    """A sort key per pair: the order in which the trace's tie rule would take equals."""
    if trace.tie_rule == "shorter-then-code-point":
        return [_spelling_key(trace, pair) for pair in pairs.tolist()]
    places = _first_places(trace, step, pairs)
    return [(place, "") for place in places.tolist()]


def first_seen(trace: MergeTrace, step: int, pairs: Counts) -> int:
    """Which row of ``pairs``, all of them in the text after ``step`` merges, stands there first."""
    return int(_first_places(trace, step, pairs).argmin())


def _first_places(trace: MergeTrace, step: int, pairs: Counts) -> Counts:
    """Where each pair stands first among the distinct pre-tokens, in text order."""
    ids, starts = trace.distinct_tokens(step)
    inside = np.ones(len(ids), bool)  # whether a token has a right neighbour in its pre-token
    inside[starts[1:][starts[1:] > 0] - 1] = False
    at = np.flatnonzero(inside)
    codes = ids[at].astype(np.int64) << 32 | ids[at + 1]
    wanted = pairs[:, 0].astype(np.int64) << 32 | pairs[:, 1]
    asked = np.isin(codes, wanted)
    found, first = np.unique(codes[asked], return_index=True)
    places: Counts = at[asked][first[np.searchsorted(found, wanted)]]
    return places


def _spelling_key(trace: MergeTrace, pair: Sequence[int]) -> tuple[int, str | bytes]:
    """The shorter token first, then the one that comes first in code point order."""
    token: str | bytes = trace.vocab[pair[0]] + trace.vocab[pair[1]]  # type: ignore[operator]
    return len(token), token
