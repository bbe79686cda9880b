"""Whole numbers that a caller gives: a count, a size, an id, a seed."""

import operator
import random
from collections.abc import Mapping
from numbers import Integral
from typing import TypeVar

from tokviz.checks.errors import KindError, TokvizError

Token = TypeVar("Token", str, bytes, str | bytes)


def is_whole(value: object) -> bool:
    """Whether it counts: what numpy counts with does, a truth value does not."""
    if type(value) is int:  # most are, and asking for a kind of numbers takes five times as long
        return True
    return isinstance(value, Integral) and not isinstance(value, bool)


def check_whole(name: str, value: object, *, such_as: int) -> None:
    """KindError where the value is a text, a fraction, infinite, not a number, or a truth value.

    ``such_as``: a value that would do.
    """
    if not is_whole(value):
        raise KindError(
            f"{name} is a whole number, but {value!r:.40} is of the kind {type(value).__name__}. "
            f"Give one such as {such_as}."
        )


def written(number: int) -> str:
    """Its digits, or that there are very many: Python writes no more than some thousands."""
    return str(number) if abs(number) < 10**20 else "a number of more than 20 digits"


def seeded(seed: int | None) -> random.Random:
    """The random numbers of a seed, numpy's too; without one, others each time."""
    return random.Random(None if seed is None else operator.index(seed))


def token_of(vocab: Mapping[int, Token], token_id: int) -> Token:
    """The token of this id; TokvizError for an id that is none."""
    if type(token_id) is not int:  # 1.0 and True would be found as 1 is
        check_whole("An id", token_id, such_as=0)
    if token_id not in vocab:
        gap = f", whose ids go up to {max(vocab)}" if 0 <= token_id < len(vocab) else ""
        raise TokvizError(
            f"Every id must be in the vocabulary, but {token_id} is not among its {len(vocab)} "
            f"tokens{gap}. Decode with the tokenizer that encoded."
        )
    return vocab[token_id]
