"""A WordPiece from BERT's ``vocab.txt``, or tokviz's ``.json``, which knows the folding too."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tokviz.algorithms.wordpiece import KIND, UNK_TOKEN, WordPiece
from tokviz.files.errors import FormatError
from tokviz.files.vocab_txt import read_vocab_txt


def load_vocab_txt(
    path: str | Path, *, lowercase: bool = False, strip_accents: bool | None = None
) -> WordPiece:
    """A model from BERT's ``vocab.txt``. The file does not say how text is folded: say it here.

    Raises FormatError where the file is not UTF-8 or a line is empty or repeated, ValueError
    where [UNK] is missing.
    """
    vocab = MappingProxyType(dict(enumerate(read_vocab_txt(path))))
    return WordPiece(vocab, lowercase, strip_accents)


def wordpiece_from_content(content: Mapping[str, Any]) -> WordPiece:
    """The model that ``save`` wrote as ``.json``, without its trace; FormatError if it is none."""
    tokens: Any = content.get("tokens")
    lowercase, strip_accents = content.get("lowercase"), content.get("strip_accents")
    good = isinstance(tokens, list) and all(isinstance(token, str) and token for token in tokens)
    if not good or len(set(tokens)) < len(tokens) or UNK_TOKEN not in tokens:
        raise FormatError(
            f"A {KIND} model has 'tokens', a list of different texts with {UNK_TOKEN} among them, "
            f"but this one has {tokens!r:.60}. Save it again with tokviz."
        )
    if not isinstance(lowercase, bool) or not isinstance(strip_accents, bool | None):
        raise FormatError(
            f"A {KIND} model says 'lowercase', true or false, and 'strip_accents', also null, but "
            f"this one says {lowercase!r:.20} and {strip_accents!r:.20}. Save it again with tokviz."
        )
    return WordPiece(MappingProxyType(dict(enumerate(tokens))), lowercase, strip_accents)
