"""Ids to begin with: those of a short text that shows how this tokenizer decodes."""

from tokviz.checks.errors import TokvizError
from tokviz.inspection.decoding import decoding
from tokviz.text.characters import beginning
from tokviz.traces.tokenizer import Tokenizer

CUT = ("안", "水", "é", "👏", "𓆏")
"""Characters of several bytes; the usual ones first, the last in no vocabulary as one token."""
WORDS, LETTERS = 60, 24
"""Words of the reader's text that are tried, and characters of each at most."""


def opening_ids(tokenizer: Tokenizer, text: str) -> list[int]:
    """The ids of the text's first word and of what is cut, a character of several bytes or a word.

    Taking one id away breaks it. Of a tokenizer that can encode none of it, the first three ids.
    """
    words = [beginning(word, LETTERS) for word in text[: WORDS * LETTERS].split()[:WORDS]]
    first = words[0] if words else ""
    for character in CUT:
        ids = _ids(tokenizer, f"{first} {character}".strip())
        if any(part.last - part.first > 1 for part in decoding(tokenizer, ids).stretches):
            return ids
    cut = next((word for word in words[1:] if _is_cut(tokenizer, word)), " ".join(words[1:3]))
    found = next(filter(None, (_ids(tokenizer, some) for some in (f"{first} {cut}", first))), None)
    return sorted(tokenizer.vocab)[:3] if found is None else found


def _is_cut(tokenizer: Tokenizer, word: str) -> bool:
    """Whether it is several tokens, and not by a comma behind it."""
    return word.isalpha() and len(_ids(tokenizer, word)) > 1


def _ids(tokenizer: Tokenizer, text: str) -> list[int]:
    """Those of a text; none where it cannot be encoded, or not without the unknown token."""
    try:
        ids = tokenizer.encode(text)
    except TokvizError:
        return []
    return [] if tokenizer.unk_id in ids else ids
