"""A WordPiece from BERT's ``vocab.txt``, or tokviz's ``.json``, which knows the folding too."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tokviz.algorithms.wordpiece import (
    KIND,
    MAX_CHARS_PER_WORD,
    SPECIAL_TOKENS,
    UNK_TOKEN,
    WordPiece,
)
from tokviz.files.errors import FormatError
from tokviz.files.vocab_txt import read_vocab_txt
from tokviz.text.markers import CONTINUING_PREFIX


def load_vocab_txt(
    path: str | Path,
    *,
    lowercase: bool = False,
    strip_accents: bool | None = None,
    special_tokens: Sequence[str] = SPECIAL_TOKENS,
    unk_token: str = UNK_TOKEN,
    continuing_prefix: str = CONTINUING_PREFIX,
    max_chars_per_word: int = MAX_CHARS_PER_WORD,
) -> WordPiece:
    """A model from BERT's ``vocab.txt``. The file holds the tokens alone: say the rest here.

    Raises FormatError where the file is not UTF-8 or a line is empty or repeated, ValueError
    where ``unk_token`` is missing.
    """
    return WordPiece(
        MappingProxyType(dict(enumerate(read_vocab_txt(path)))),
        lowercase,
        strip_accents,
        special_tokens=tuple(special_tokens),
        unk_token=unk_token,
        continuing_prefix=continuing_prefix,
        max_chars_per_word=max_chars_per_word,
    )


def wordpiece_from_content(content: Mapping[str, Any]) -> WordPiece:
    """The model that ``save`` wrote as ``.json``, without its trace; FormatError if it is none."""
    tokens: Any = content.get("tokens")
    lowercase, strip_accents = content.get("lowercase"), content.get("strip_accents")
    names = _names(content)
    good = isinstance(tokens, list) and all(isinstance(token, str) and token for token in tokens)
    if not good or len(set(tokens)) < len(tokens) or names["unk_token"] not in tokens:
        raise FormatError(
            f"A {KIND} model has 'tokens', a list of different texts with "
            f"{names['unk_token']} among them, but this one has {tokens!r:.60}. "
            "Save it again with tokviz."
        )
    if not isinstance(lowercase, bool) or not isinstance(strip_accents, bool | None):
        raise FormatError(
            f"A {KIND} model says 'lowercase', true or false, and 'strip_accents', also null, but "
            f"this one says {lowercase!r:.20} and {strip_accents!r:.20}. Save it again with tokviz."
        )
    return WordPiece(MappingProxyType(dict(enumerate(tokens))), lowercase, strip_accents, **names)


def _names(content: Mapping[str, Any]) -> dict[str, Any]:
    """Special tokens, marks and the limit; BERT's own where the file does not say."""
    specials = content.get("special_tokens", list(SPECIAL_TOKENS))
    limit = content.get("max_chars_per_word", MAX_CHARS_PER_WORD)
    names = {
        "unk_token": content.get("unk_token", UNK_TOKEN),
        "continuing_prefix": content.get("continuing_prefix", CONTINUING_PREFIX),
    }
    texts = [*names.values(), *(specials if isinstance(specials, list) else [None])]
    if not all(isinstance(text, str) for text in texts) or type(limit) is not int:
        raise FormatError(
            f"A {KIND} model's unk_token, continuing_prefix and special_tokens are texts and its "
            f"max_chars_per_word is a whole number, but this one says {texts!r:.60} and "
            f"{limit!r:.20}. Save it again with tokviz."
        )
    return {**names, "max_chars_per_word": limit, "special_tokens": tuple(specials)}
