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
from tokviz.traces.choice import TIES, ChoiceRule, Pair, Ties, pair_codes

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
    """What a training recorded of its rule and its tokens."""

    @property
    def rule(self) -> ChoiceRule: ...
    @property
    def vocab(self) -> Mapping[int, Token]: ...
    @property
    def markers(self) -> Markers: ...
    @property
    def unk_id(self) -> int | None: ...


def in_pair_order(pairs: Pairs, training: Recorded) -> Pairs:
    """Pairs (m, 2) in the order of a rule that looks at the pair alone; of others by their ids."""
    by_ids = pairs[np.argsort(pair_codes(pairs), kind="stable")]
    rules = [rule for ties, rule in BY_PAIR.items() if TIES[ties].words == training.rule.ties]
    if rules in ([], [_lower_ids]):
        return by_ids
    key = partial(rules[0], _spelling(training))
    keys = [key((left, right)) for left, right in by_ids.tolist()]
    return by_ids[sorted(range(len(keys)), key=keys.__getitem__)]


def in_turn(pairs: Pairs, training: Recorded, text: Callable[[], Codes]) -> Pairs:
    """Pairs (m, 2) in the order in which the rule would take them, were they equal.

    ``text`` gives the codes of all pairs of the text, in order. What is not in it comes last.
    """
    in_order, by_place = in_pair_order(pairs, training), training.rule.by_place
    if not by_place or len(pairs) < 2:
        return in_order
    standing, first = np.unique(text(), return_index=True)
    codes = pair_codes(in_order)
    at = np.searchsorted(standing, codes)
    known = np.append(standing, -1)[at] == codes
    return in_order[np.lexsort((np.append(first, 0)[at] * by_place, ~known))]


def _spelling(training: Recorded) -> Spelling:
    """That of a training whose tokens are written out.

    The unknown one stands for a character that SentencePiece's trainer replaced by its own mark.
    """
    markers, vocab, unk_id = training.markers, training.vocab, training.unk_id
    prefix = "".join(each.text for each in markers if each.place == "front" and not each.spells)
    known = vocab if unk_id is None else {**vocab, unk_id: UNKNOWN_MARK}
    if not prefix:
        return Spelling(known, markers)
    return Spelling(known, markers, joins=lambda left, right: left + right.removeprefix(prefix))
