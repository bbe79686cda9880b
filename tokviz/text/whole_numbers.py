"""Whole numbers that a caller gives: a count, a size, an id."""

from collections.abc import Mapping
from typing import TypeVar

from tokviz.text.errors import TokvizError

Token = TypeVar("Token", str, bytes, str | bytes)


def check_whole(name: str, value: object) -> None:
    """TokvizError where the value is a text, a fraction, infinite, not a number, or a truth value.

    What numpy counts with is a whole number too.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TokvizError(
            f"{name} is a whole number, but {value!r:.40} is of the kind {type(value).__name__}. "
            "Give one such as 300."
        )


def token_of(vocab: Mapping[int, Token], token_id: int) -> Token:
    """The token of this id; TokvizError for an id that is none."""
    if type(token_id) is not int:  # 1.0 and True would be found as 1 is
        check_whole("An id", token_id)
    if token_id not in vocab:
        raise TokvizError(
            f"Every id must be in the vocabulary, but {token_id} is not among its {len(vocab)} "
            "tokens. Decode with the tokenizer that encoded."
        )
    return vocab[token_id]
