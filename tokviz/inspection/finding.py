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
    """The token that was meant, or the tokens into which the text is cut; at most one of both.

    ``alike`` are the tokens that a text which is none would be with other spaces around it or in
    another case, those in its own case first.
    """

    token_id: int | None = None
    cut: Sequence[int] = ()
    alike: Sequence[int] = ()


def find_token(tokenizer: Tokenizer, typed: str) -> Found:
    """The token of this text, label or id; "#12" is the id 12 where there is one.

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
    cut = tuple(dict.fromkeys(tokenizer.encode(well_formed(typed))))
    return Found(cut=cut, alike=_alike(spelling, typed))


def _alike(spelling: Spelling, typed: str) -> tuple[int, ...]:
    """["Tea"] -> " Tea", then "tea" and " tea" where the vocabulary has them."""
    word, found = typed.strip(), []
    for token_id in spelling.vocab if word else ():
        text = (spelling.text_of(token_id) or "").strip()
        if text.casefold() == word.casefold():
            found.append((text != word, token_id))
    return tuple(token_id for _, token_id in sorted(found))


def telling_token(tokenizer: Tokenizer, text: str) -> int | None:
    """The token of a text that spells the most characters, the first of equals.

    None where the text has no token but special ones. Raises what ``encode`` raises.
    """
    spelling = Spelling.of(tokenizer)
    specials = tokenizer.special_ids
    ordinary = [i for i in tokenizer.encode(text) if i not in specials]
    return max(ordinary, key=lambda i: len((spelling.text_of(i) or "").strip()), default=None)
