"""The decoded text encoded again: whether the ids come back, and the reason where they do not."""

from collections.abc import Sequence
from typing import Any

from tokviz.checks.errors import TokvizError
from tokviz.text.special_tokens import SpecialTokenError
from tokviz.traces.decoding import Decoding, EncodedAgain
from tokviz.traces.tokenizer import Tokenizer


def encoded_again(tokenizer: Tokenizer, made: Decoding) -> EncodedAgain:
    """What encoding the decoded text gives.

    Special tokens in it are plain text where encoding refuses them. A text that cannot be encoded
    at all has no ids, and ``why`` is what was said.
    """
    try:
        ids = _encoded(tokenizer, made.text)
    except TokvizError as refused:
        return EncodedAgain(None, str(refused))
    given = [one.token_id for one in made.ids]
    return EncodedAgain(tuple(ids), "" if ids == given else _why(tokenizer, made, ids))


def _encoded(tokenizer: Any, text: str) -> list[int]:
    try:
        ids: list[int] = tokenizer.encode(text)
    except SpecialTokenError:
        ids = tokenizer.encode_ordinary(text)
    return ids


def _why(tokenizer: Tokenizer, made: Decoding, ids: Sequence[int]) -> str:
    """The first reason that holds, in a sentence."""
    given = [one.token_id for one in made.ids]
    specials = tokenizer.special_ids
    lost = [one for one in made.ids if one.token_id in specials and one.token_id not in ids]
    if made.faults:
        return "“�” does not say which bytes it stands for."
    if tokenizer.unk_id in given:
        return "What the unknown token stood for is lost."
    if lost:
        left_out = all(one.start == one.end for one in lost)
        return (
            "A special token that decoding leaves out cannot come back."
            if left_out
            else "A special token's name in a text is plain text."
        )
    return _of_marks(tokenizer, given, ids) or _of_text(tokenizer, made.text, ids)


def _of_marks(tokenizer: Tokenizer, given: Sequence[int], ids: Sequence[int]) -> str:
    """Where the ids do not mark the ends of words as encoding does."""
    for mark in (mark.text for mark in tokenizer.markers if mark.place == "end"):
        counts = [
            sum(str(tokenizer.vocab[i]).endswith(mark) for i in some) for some in (given, ids)
        ]
        if counts[0] != counts[1]:
            return f"Encoding puts {mark} at the end of every word, and at no other place."
    return ""


def _of_text(tokenizer: Tokenizer, text: str, ids: Sequence[int]) -> str:
    if tokenizer.decode(ids) == text:
        return "Both spell the same text: of all ways to cut it, encoding has only this one."
    return "Encoding changes this text before it cuts it, so another text comes back."
