"""A WordPiece model from a file: BERT's ``vocab.txt``, or tokviz's ``.json``.

Not here: training, encoding and saving (algorithms/wordpiece.py).
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tokviz.algorithms.wordpiece import KIND, UNK_TOKEN, WordPiece
from tokviz.files.errors import FormatError


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


def load_vocab_txt(
    path: str | Path, *, lowercase: bool = False, strip_accents: bool | None = None
) -> WordPiece:
    """A model from BERT's ``vocab.txt``. The file does not say how text is folded: say it here.

    Raises FormatError where the file is not UTF-8 or a line is empty or repeated, ValueError
    where [UNK] is missing.
    """
    try:
        tokens = Path(path).read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"A vocab.txt must be UTF-8 text, but byte {error.start:,} of {Path(path).name} is "
            "not. Save it again from its model."
        ) from None
    number_of: dict[str, int] = {}
    for number, token in enumerate(tokens, start=1):
        if not token or token in number_of:
            fault = f"repeats line {number_of[token]}" if token else "is empty"
            raise FormatError(
                f"every line of {Path(path).name} must hold a token of its own, but line {number} "
                f"{fault}. Mend the file, or save it again from its model."
            )
        number_of[token] = number
    return WordPiece(MappingProxyType(dict(enumerate(tokens))), lowercase, strip_accents)
