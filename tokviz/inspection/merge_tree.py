"""How a token came to be: the merges that made it, down to the base symbols, and what it made.

Where training recorded its merges, they are read from the trace, with the count that each pair had
then. A loaded model has no such record, but its merges make the token again of its own spelling.
A model without merges (Unigram, lists of words) has tokens that nothing was joined into.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tokviz.checks.whole_numbers import token_of
from tokviz.inspection.reach import SpellsTokens
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeStep, MergeTrace, Token
from tokviz.traces.tokenizer import Tokenizer

LONGEST_SPELLED = 5_000
"""Base symbols of a loaded model's token that is merged again."""
MOST_TRIED = 2_000
"""Tokens of a loaded model that are looked at for what was built on one of them."""

Made: TypeAlias = Mapping[int, MergeStep]
"""The step that made each token; of two, the first."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A token and the two that it was joined of; a base symbol has no ``parts``.

    ``rank`` is that of the merge, counted from 0, ``count`` how often the pair stood in the
    training text just before; None where nobody recorded it. A part that stands in several places
    is one object.
    """

    token_id: int
    rank: int | None = None
    count: int | None = None
    parts: tuple["Branch", ...] = ()


@dataclass(frozen=True, slots=True)
class Builds:
    """The tokens of which one is a part, by id; ``complete`` where there are no more.

    ``joined``: whether the tokenizer's tokens are joined of pairs at all, as far as it can say.
    """

    token_ids: tuple[int, ...]
    complete: bool
    joined: bool = True


def merge_tree(tokenizer: Tokenizer, token_id: int) -> Branch:
    """The tree of a token's merges; TokvizError for an id that is none."""
    token_of(tokenizer.vocab, token_id)
    if isinstance(tokenizer.trace, MergeTrace):
        return _from_steps(_made(tokenizer.trace), token_id)
    trace = _merging(tokenizer, token_id)
    return Branch(token_id) if trace is None else _from_encoding(trace)


def built_on(tokenizer: Tokenizer, token_id: int, most: int = 200) -> Builds:
    """The tokens of which this one is one of the two parts, at most so many.

    Of a loaded model the first ``MOST_TRIED`` tokens that begin or end as this one are looked at.
    TokvizError for an id that is none.
    """
    part, specials = token_of(tokenizer.vocab, token_id), tokenizer.special_ids
    if isinstance(tokenizer.trace, MergeTrace):
        steps = _made(tokenizer.trace).values()
        found = sorted(step.token_id for step in steps if token_id in step.pair)
        return Builds(tuple(found[:most]), len(found) <= most)
    joins = _joins(tokenizer)
    if token_id in specials or not joins:
        return Builds((), complete=True, joined=joins)
    longer = [
        other
        for other, token in tokenizer.vocab.items()
        if len(token) > len(part) and other not in specials and _at_an_end(part, token)
    ]
    tried = sorted(longer)[:MOST_TRIED]
    found = [other for other in tried if _joined(tokenizer, other, token_id)]
    return Builds(tuple(found[:most]), len(tried) == len(longer) and len(found) <= most)


def places(tokenizer: Tokenizer, text: str, token_id: int) -> list[tuple[int, int]]:
    """The half-open UTF-8 byte ranges in which the token stands in an encoded text."""
    spans = zip(tokenizer.encode(text), tokenizer.token_spans(text), strict=True)
    return [span for found, span in spans if found == token_id]


def _made(trace: MergeTrace) -> Made:
    return {step.token_id: step for step in reversed(trace.steps)}


def _from_steps(made: Made, token_id: int) -> Branch:
    """Built from below, since a token may stand on a thousand others."""
    needed, waiting = {token_id}, [token_id]
    while waiting:
        step = made.get(waiting.pop())
        new = set(step.pair) - needed if step else set()
        needed |= new
        waiting.extend(new)
    branches = {base: Branch(base) for base in needed if base not in made}
    for step in sorted((made[i] for i in needed if i in made), key=lambda step: step.rank):
        parts = (branches[step.pair[0]], branches[step.pair[1]])
        branches[step.token_id] = Branch(step.token_id, step.rank, step.count, parts)
    return branches[token_id]


def _joins(tokenizer: Tokenizer) -> bool:
    """Whether a model that recorded no training merges, which any token's spelling tells."""
    any_token = next(iter(tokenizer.vocab))
    return isinstance(tokenizer, SpellsTokens) and isinstance(
        tokenizer.spelling_trace(any_token), EncodeTrace
    )


def _merging(tokenizer: Tokenizer, token_id: int) -> EncodeTrace | None:
    """The merges of a token's own spelling, if they make that token."""
    if token_id in tokenizer.special_ids or not isinstance(tokenizer, SpellsTokens):
        return None
    if len(tokenizer.vocab[token_id]) > LONGEST_SPELLED:
        return None
    trace = tokenizer.spelling_trace(token_id)
    if not isinstance(trace, EncodeTrace) or trace.ids != [token_id]:
        return None
    return trace


def _from_encoding(trace: EncodeTrace) -> Branch:
    """The one tree of a spelling that became one token."""
    begins = {at: Branch(token_id) for at, token_id in enumerate(trace.symbols.tolist())}
    start_of = {at + 1: at for at in begins}  # by where a token ends
    end_of = {at: at + 1 for at in begins}
    for step in trace.steps:
        left, end = start_of.pop(step.position), end_of.pop(step.position)
        right = begins.pop(step.position)
        begins[left] = Branch(step.token_id, step.rank, None, (begins[left], right))
        start_of[end], end_of[left] = left, end
    return begins[0]


def _at_an_end(part: Token, longer: Token) -> bool:
    return part in (longer[: len(part)], longer[-len(part) :])


def _joined(tokenizer: Tokenizer, token_id: int, part: int) -> bool:
    """Whether the last merge of a token joined this part."""
    trace = _merging(tokenizer, token_id)
    return trace is not None and len(trace) > 0 and part in trace.steps[-1].pair
