"""The pairs of a text, and how a trainer is to choose among them: a tie rule, and forced steps.

Equal pairs are told apart by where they stand, by their ids or by how they are spelled. Where they
stand, and how often, changes together, so the first place of a pair that still stands as often as
another is the one that it had when both were compared.
Not here: what the rules are called, and who uses them (traces/choice.py), and what they compare
(traces/turns.py); SentencePiece's trainer (pieces/merges.py).
"""

from collections.abc import Callable, Sequence
from functools import partial
from operator import add
from typing import Any, TypedDict

from tokviz.algorithms.merging.forced import Forced, ForcedPairs
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.checks.errors import TokvizError
from tokviz.text.markers import Markers
from tokviz.traces.choice import TIES, Pair, RankedBy, Ties, rule_of
from tokviz.traces.merges import IntArray
from tokviz.traces.turns import BY_PAIR, Joins, Spelled, Spelling, itself


class MergeSettings(TypedDict, total=False):
    """How many merges a trainer over bytes is to make, and which; see ``ByteBPE.train``."""

    vocab_size: int | None
    num_merges: int | None
    min_count: int
    ties: Ties
    forced: Forced | None
    on_merge: Callable[[int], None] | None


def index_of(
    text: tuple[IntArray, IntArray, IntArray],
    vocab: Sequence[Any],
    *,
    whole: str = "pre-token",
    ties: Ties = "first seen",
    forced: Forced | None = None,
    ranked_by: RankedBy = "count",
    on_merge: Callable[[int], None] | None = None,
    spelled: Spelled = itself,
    joins: Joins = add,
    markers: Markers = (),
) -> PairIndex:
    """The pairs of a text, chosen as the caller says.

    Arguments:
        text: symbols, starts and weights, as ``PairIndex`` takes them.
        vocab: the tokens by their ids; it grows while training goes on.
        whole: what no pair crosses the ends of, as ``PairIndex`` takes it.
        spelled: how a token of ``vocab`` is written where that is not as itself.
        joins: what two neighbours become, as they are written.
        markers: what the tokenizer writes into its tokens; they count for no length.

    Raises TokvizError where there is no such tie rule, or ``forced`` makes no sense.
    """
    if ties not in TIES:
        raise TokvizError(
            f"ties is {ties!r}, but equal pairs are told apart by one of "
            f"{', '.join(map(repr, TIES))}. Say one of these."
        )
    asked = ForcedPairs(forced or {}, vocab, spelled)
    key = _own_key(ties, Spelling(vocab, markers, spelled, joins))
    chosen: dict[str, Any] = {"rule": rule_of(ranked_by, ties), "tie_key": key, "forced": asked}
    return PairIndex(*text, whole=whole, on_merge=on_merge, **chosen)


def _own_key(ties: Ties, spelling: Spelling) -> Callable[[PairIndex, Pair], Any] | None:
    """What the index compares; None where the first place decides."""
    if ties == "last seen":
        return _last_seen
    if ties not in BY_PAIR:
        return None
    key = partial(BY_PAIR[ties], spelling)
    return lambda _, pair: key(pair)


def _last_seen(pairs: PairIndex, pair: Pair) -> int:
    return -pairs.first_place(pair)
