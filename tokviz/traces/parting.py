"""Two trainings beside each other: where they first part, and what only one of them learned.

Tokens are compared as they are written where both trainings write text, or both bytes: "##t" is not
"t". Text beside bytes is compared by the bytes that it stands for: "t" is b"t".
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from tokviz.text.markers import SPACES, spelled_bytes
from tokviz.traces.merges import MergeTrace, Token
from tokviz.traces.rounds import UnigramTrace

Trace: TypeAlias = MergeTrace | UnigramTrace
_Spell: TypeAlias = Callable[[Token], Token]


@dataclass(frozen=True, slots=True)
class LearnedApart:
    """The tokens that both trainings learned, and those that only one did, each in its order."""

    both: tuple[Token, ...]
    only_one: tuple[Token, ...]
    only_other: tuple[Token, ...]


def first_parting(one: MergeTrace, other: MergeTrace) -> int | None:
    """The first step at which two trainings join differently spelled pairs, or only one goes on.

    None where they never part.
    """
    spell_one, spell_other = _spellings(one, other)
    for k in range(max(len(one), len(other))):
        if min(len(one), len(other)) == k:
            return k
        if _pair(one, k, spell_one) != _pair(other, k, spell_other):
            return k
    return None


def first_rounds_parting(one: UnigramTrace, other: UnigramTrace) -> int | None:
    """The number of steps after which two trainings first hold other pieces, or only one goes on.

    0 where they begin with others; None where they never part.
    """
    for k in range(max(len(one), len(other)) + 1):
        if k > min(len(one), len(other)) or pieces_after(one, k) != pieces_after(other, k):
            return k
    return None


def pieces_after(trace: UnigramTrace, k: int) -> set[str]:
    """The pieces after ``k`` steps, at most as many as there are."""
    return {trace.seeds[seed] for seed in trace.pieces(min(k, len(trace))).tolist()}


def learned_apart(one: Trace, other: Trace) -> LearnedApart:
    """What each training learned beyond the symbols that it began with."""
    spell_one, spell_other = _spellings(one, other)
    ours = {spell_one(token): token for token in learned_tokens(one)}
    theirs = {spell_other(token): token for token in learned_tokens(other)}
    return LearnedApart(
        tuple(token for spelling, token in ours.items() if spelling in theirs),
        tuple(token for spelling, token in ours.items() if spelling not in theirs),
        tuple(token for spelling, token in theirs.items() if spelling not in ours),
    )


def learned_tokens(trace: Trace) -> list[Token]:
    """The tokens that merges made; of Unigram, the pieces of several characters that are left."""
    if isinstance(trace, MergeTrace):
        return [step.token for step in trace.steps]
    return [piece for piece in trace.vocabulary(len(trace)) if len(piece) > 1]


def _pair(trace: MergeTrace, k: int, spell: _Spell) -> tuple[Token, ...]:
    return tuple(spell(trace.vocab[token_id]) for token_id in trace.steps[k].pair)


def _spellings(one: Trace, other: Trace) -> tuple[_Spell, _Spell]:
    if _writes_bytes(one) == _writes_bytes(other):
        return _as_written, _as_written
    return _bytes_of(one), _bytes_of(other)


def _writes_bytes(trace: Trace) -> bool:
    return isinstance(trace, MergeTrace) and isinstance(next(iter(trace.vocab.values()), ""), bytes)


def _as_written(token: Token) -> Token:
    return token


def _bytes_of(trace: Trace) -> _Spell:
    markers = trace.markers if isinstance(trace, MergeTrace) else SPACES

    return partial(spelled_bytes, markers=markers)
