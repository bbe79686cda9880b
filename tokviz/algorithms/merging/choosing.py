"""The pairs of a text, and how a trainer is to choose among them: a tie rule, and forced steps.

Equal pairs are told apart by where they stand, by their ids or by how they are spelled. Where they
stand, and how often, changes together, so the first place of a pair that still stands as often as
another is the one that it had when both were compared.
Not here: what the rules are called, and who uses them (traces/choice.py); SentencePiece's trainer
(pieces/merges.py).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import add
from typing import Any, TypeAlias, TypedDict

from tokviz.algorithms.merging.forced import Forced, ForcedPairs
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.text.errors import TokvizError
from tokviz.text.markers import Markers, spelled_length
from tokviz.traces.choice import TIES, Pair, RankedBy, Ties, rule_of
from tokviz.traces.merges import IntArray, Token


class MergeSettings(TypedDict, total=False):
    """How many merges a trainer over bytes is to make, and which; see ``ByteBPE.train``."""

    vocab_size: int | None
    num_merges: int | None
    min_count: int
    ties: Ties
    forced: Forced | None
    on_merge: Callable[[int], None] | None


Spelled: TypeAlias = Callable[[Any], Token]
Joins: TypeAlias = Callable[[Any, Any], Token]


def _itself(token: Any) -> Token:
    return token  # type: ignore[no-any-return]


def index_of(
    text: tuple[IntArray, IntArray, IntArray],
    vocab: Sequence[Any],
    *,
    whole: str = "pre-token",
    ties: Ties = "first seen",
    forced: Forced | None = None,
    ranked_by: RankedBy = "count",
    on_merge: Callable[[int], None] | None = None,
    spelled: Spelled = _itself,
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
    spelling, rule = _Spelling(vocab, spelled, joins, markers), rule_of(ranked_by, ties)
    key = partial(_KEYS[ties], spelling) if ties in _KEYS else None  # then the first place decides
    chosen: dict[str, Any] = {"rule": rule, "tie_key": key, "forced": asked}
    return PairIndex(*text, whole=whole, on_merge=on_merge, **chosen)


@dataclass(frozen=True, slots=True)
class _Spelling:
    """How the tokens are written; ``vocab`` grows while training goes on."""

    vocab: Sequence[Any]
    spelled: Spelled
    joins: Joins
    markers: Markers

    def token(self, token_id: int) -> Token:
        return self.spelled(self.vocab[token_id])

    def made_of(self, pair: Pair) -> Token:
        """The token that the pair would become."""
        return self.joins(self.token(pair[0]), self.token(pair[1]))


def _last_seen(_: _Spelling, pairs: PairIndex, pair: Pair) -> int:
    return -pairs.first_place(pair)


def _lower_ids(_: _Spelling, __: PairIndex, pair: Pair) -> Pair:
    return pair


def _higher_ids(_: _Spelling, __: PairIndex, pair: Pair) -> Pair:
    return -pair[0], -pair[1]


def _shorter(spelling: _Spelling, _: PairIndex, pair: Pair) -> tuple[int, Token]:
    token = spelling.made_of(pair)
    return spelled_length(token, spelling.markers), token


def _code_points(spelling: _Spelling, _: PairIndex, pair: Pair) -> tuple[Token, Token]:
    return spelling.token(pair[0]), spelling.token(pair[1])


def _last_code_points(spelling: _Spelling, _: PairIndex, pair: Pair) -> tuple[tuple[int, ...], ...]:
    return _backwards(spelling.token(pair[0])), _backwards(spelling.token(pair[1]))


def _backwards(token: Token) -> tuple[int, ...]:
    """Sorts before all that the token sorts after: of "ab" and "abc" the longer comes first."""
    numbers = token if isinstance(token, bytes) else map(ord, token)
    return (*(-number for number in numbers), 1)


_KEYS: Mapping[Ties, Callable[[_Spelling, PairIndex, Pair], Any]] = {
    "last seen": _last_seen,
    "lower ids": _lower_ids,
    "higher ids": _higher_ids,
    "shorter token": _shorter,
    "code point order": _code_points,
    "reverse code point order": _last_code_points,
}
