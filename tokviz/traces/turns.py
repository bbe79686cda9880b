"""In which order a tie rule takes equal pairs: told once, for trainers and for all that is shown.

A trainer asks for the key of two pairs that stand equally often. A list of pairs asks for the
order of all that it shows, so that equal ones stand in it as the training would have taken them.
The rules by place ask the text; the others know from the pair alone.
What the rules are called is in choice.py.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import add
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.text.markers import UNKNOWN_MARK, Markers, spelled_length
from tokviz.traces.choice import ChoiceRule, Pair, Ties, pair_codes

Token: TypeAlias = str | bytes
Codes: TypeAlias = npt.NDArray[np.int64]
Pairs: TypeAlias = npt.NDArray[Any]
Spelled: TypeAlias = Callable[[Any], Token]
Joins: TypeAlias = Callable[[Any, Any], Token]


def itself(token: Any) -> Token:
    """The token, where ``vocab`` has it as it is written."""
    return token  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Spelling:
    """How tokens are written, and what two neighbours become; ``vocab`` may grow meanwhile."""

    vocab: Sequence[Any] | Mapping[int, Any]
    markers: Markers = ()
    spelled: Spelled = itself
    joins: Joins = add

    def token(self, token_id: int) -> Token:
        """The token as it is written."""
        return self.spelled(self.vocab[token_id])

    def made_of(self, pair: Pair) -> Token:
        """The token that the pair would become."""
        return self.joins(self.token(pair[0]), self.token(pair[1]))


def _lower_ids(_: Spelling, pair: Pair) -> Pair:
    return pair


def _higher_ids(_: Spelling, pair: Pair) -> Pair:
    return -pair[0], -pair[1]


def _shorter(spelling: Spelling, pair: Pair) -> tuple[int, Token]:
    token = spelling.made_of(pair)
    return spelled_length(token, spelling.markers), token


def _code_points(spelling: Spelling, pair: Pair) -> tuple[Token, Token]:
    return spelling.token(pair[0]), spelling.token(pair[1])


def _last_code_points(spelling: Spelling, pair: Pair) -> tuple[tuple[int, ...], ...]:
    return _backwards(spelling.token(pair[0])), _backwards(spelling.token(pair[1]))


def _backwards(token: Token) -> tuple[int, ...]:
    """Sorts before all that the token sorts after: of "ab" and "abc" the longer comes first."""
    numbers = token if isinstance(token, bytes) else map(ord, token)
    return (*(-number for number in numbers), 1)


BY_PAIR: Mapping[Ties, Callable[[Spelling, Pair], Any]] = {
    "lower ids": _lower_ids,
    "higher ids": _higher_ids,
    "shorter token": _shorter,
    "code point order": _code_points,
    "reverse code point order": _last_code_points,
}
"""The rules that look at the pair alone: what they compare, lowest first."""


class Recorded(Protocol):
    """What a training by merges recorded, as far as it is asked here."""

    @property
    def rule(self) -> ChoiceRule: ...
    @property
    def vocab(self) -> Mapping[int, Token]: ...
    @property
    def markers(self) -> Markers: ...
    @property
    def unk_id(self) -> int | None: ...
    def pair_table(self, k: int) -> tuple[Codes, Codes]: ...
    def distinct_tokens(self, k: int) -> tuple[npt.NDArray[np.int32], Codes]: ...


def in_pair_order(trace: Recorded, pairs: Pairs) -> Pairs:
    """Pairs (m, 2) in the order of a rule that looks at the pair alone; of others by their ids."""
    by_ids = pairs[np.argsort(pair_codes(pairs), kind="stable")]
    rule = BY_PAIR.get(trace.rule.tie_rule) if trace.rule.tie_rule else None
    if rule in (None, _lower_ids):
        return by_ids
    key = partial(rule, _spelling(trace))
    keys = [key((left, right)) for left, right in by_ids.tolist()]
    return by_ids[sorted(range(len(keys)), key=keys.__getitem__)]


def in_turn(trace: Recorded, pairs: npt.ArrayLike, k: int) -> list[Pair]:
    """Pairs (m, 2) as the tie rule would take them at step ``k``, were they equal.

    Where it goes by place, what is not in the text comes last.
    """
    return [(left, right) for left, right in _in_turn(trace, pairs, k).tolist()]


def by_count(
    trace: Recorded, pairs: npt.ArrayLike, k: int, *, few: int | None = None
) -> list[Pair]:
    """Pairs (m, 2), or the first ``few``, by their counts at step ``k``, equal ones ``in_turn``."""
    in_order = _in_turn(trace, pairs, k)
    best = in_order[np.argsort(-counts_of(trace, in_order, k), kind="stable")[:few]]
    return [(left, right) for left, right in best.tolist()]


def counts_of(trace: Recorded, pairs: npt.ArrayLike, k: int) -> Codes:
    """(m,) how often these pairs (m, 2) stand in the text at step ``k``."""
    standing, counts = trace.pair_table(k)
    codes, asked = pair_codes(standing), pair_codes(np.array(pairs, np.int64).reshape(-1, 2))
    at = np.searchsorted(codes, asked)
    return np.where(np.append(codes, -1)[at] == asked, np.append(counts, 0)[at], 0)


def _in_turn(trace: Recorded, pairs: npt.ArrayLike, k: int) -> Codes:
    in_order = in_pair_order(trace, np.array(pairs, np.int64).reshape(-1, 2))
    if not trace.rule.by_place or len(in_order) < 2:
        return in_order
    first, size = _first_places(trace, in_order, k)
    return in_order[np.lexsort((first * trace.rule.by_place, first == size))]


def neighbours(trace: Recorded, k: int) -> Codes:
    """The codes of the pairs in the text after ``k`` merges, in order, each at all its places."""
    ids, starts = trace.distinct_tokens(k)
    inside = np.ones(len(ids), bool)  # whether a token has a right neighbour in its pre-token
    inside[starts[1:][starts[1:] > 0] - 1] = False
    at = np.flatnonzero(inside)
    return pair_codes(np.stack([ids[at], ids[at + 1]], axis=1))


def first_in_text(trace: Recorded, k: int, pairs: Codes) -> int:
    """Which row of ``pairs`` (m, 2), all of them in the text after ``k`` merges, stands first."""
    return int(_first_places(trace, pairs, k)[0].argmin())


def _first_places(trace: Recorded, pairs: Pairs, k: int) -> tuple[Codes, int]:
    """(m,) where each of them stands first among ``neighbours``, and how many those are.

    One that stands nowhere has the place behind the last.
    """
    text, codes = neighbours(trace, k), pair_codes(pairs)
    by_code = np.argsort(codes)
    rows = by_code[np.searchsorted(codes[by_code], text).clip(max=len(codes) - 1)]
    found = np.flatnonzero(codes[rows] == text)
    first = np.full(len(codes), len(text))
    np.minimum.at(first, rows[found], found)
    return first, len(text)


def _spelling(trace: Recorded) -> Spelling:
    """That of a training whose tokens are written out.

    The unknown one stands for a character that SentencePiece's trainer replaced by its own mark.
    """
    markers, vocab, unk_id = trace.markers, trace.vocab, trace.unk_id
    prefix = "".join(each.text for each in markers if each.place == "front" and not each.spells)
    known = vocab if unk_id is None else {**vocab, unk_id: UNKNOWN_MARK}
    if not prefix:
        return Spelling(known, markers)
    return Spelling(known, markers, joins=lambda left, right: left + right.removeprefix(prefix))
