"""Which token a reader means: by what it spells, by how it is written on screen, or by its id."""

from collections.abc import Sequence
from dataclasses import dataclass

from tokviz.inspection.spelling import Spelling
from tokviz.text.direction import unmarked
from tokviz.text.labels import plain_label
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Found:
    """The token that was meant, or the tokens into which the text is cut; at most one of both."""

    token_id: int | None = None
    cut: Sequence[int] = ()


def find_token(tokenizer: Tokenizer, typed: str) -> Found:
    """The token of this text, label or id; "#12" is always an id.

    Raises what ``encode`` raises where the text is no token.
    """
    typed = unmarked(typed)
    number = typed.strip().removeprefix("#")
    token_id = int(number) if number.isascii() and number.isdigit() and len(number) < 12 else -1
    if typed.strip().startswith("#") and token_id in tokenizer.vocab:
        return Found(token_id)
    spelling = Spelling.of(tokenizer)
    readings = (
        lambda i: spelling.vocab[i],
        spelling.text_of,
        lambda i: plain_label(spelling.vocab[i], spelling.markers),
    )
    for read in readings:
        for found in tokenizer.vocab:
            if read(found) == typed:
                return Found(found)
    if token_id in tokenizer.vocab:
        return Found(token_id)
    return Found(cut=tuple(dict.fromkeys(tokenizer.encode(well_formed(typed)))))


def telling_token(tokenizer: Tokenizer, text: str) -> int | None:
    """The token of a text that spells the most characters, the first of equals.

    None where the text has no token but special ones. Raises what ``encode`` raises.
    """
    spelling = Spelling.of(tokenizer)
    specials = tokenizer.special_ids
    ordinary = [i for i in tokenizer.encode(text) if i not in specials]
    return max(ordinary, key=lambda i: len((spelling.text_of(i) or "").strip()), default=None)
