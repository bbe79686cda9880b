"""A WordPiece from BERT's ``vocab.txt``, or tokviz's ``.json``, which knows the folding too."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tokviz.algorithms.wordpiece import KIND, SPECIAL_TOKENS, WordPiece
from tokviz.checks.arguments import checked
from tokviz.checks.limits import WORD_END_LENGTH, WORD_LENGTH
from tokviz.files.errors import FormatError, short
from tokviz.files.vocab_txt import read_vocab_txt
from tokviz.files.vocabulary import check_number_of_tokens, check_special_names, check_unknown
from tokviz.text.markers import BERT_MAX_CHARS, BERT_UNK, CONTINUING_PREFIX
from tokviz.text.special_tokens import check_names


@checked
def load_vocab_txt(
    path: str | Path,
    *,
    lowercase: bool = False,
    strip_accents: bool | None = None,
    special_tokens: Sequence[str] = SPECIAL_TOKENS,
    unk_token: str = BERT_UNK,
    continuing_prefix: str = CONTINUING_PREFIX,
    max_chars_per_word: int = BERT_MAX_CHARS,
) -> WordPiece:
    """A model from BERT's ``vocab.txt``. The file holds the tokens alone: say the rest here.

    Raises FormatError where the file is not UTF-8, a line is empty or repeated, or ``unk_token``
    is missing, TokvizError where a setting makes no sense.
    """
    check_names(special_tokens)
    tokens = read_vocab_txt(path)
    _check_settings(special_tokens, continuing_prefix, max_chars_per_word, Path(path).name)
    if unk_token not in tokens:
        raise FormatError(
            f"A vocab.txt holds its unknown token, but {short(unk_token)} is not among the lines "
            f"of {Path(path).name}. Save it again from its model, or say its unk_token: "
            "tokviz.load_vocab_txt(path, unk_token=...)."
        )
    return WordPiece(
        MappingProxyType(dict(enumerate(tokens))),
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
            f"{short(names['unk_token'])} among them, but this one has {short(tokens)}. "
            "Save it again with tokviz."
        )
    if not isinstance(lowercase, bool) or not isinstance(strip_accents, bool | None):
        raise FormatError(
            f"A {KIND} model says 'lowercase', true or false, and 'strip_accents', also null, but "
            f"this one says {short(lowercase)} and {short(strip_accents)}. Save it again."
        )
    check_number_of_tokens(len(tokens), f"this {KIND} model")
    check_unknown(names["unk_token"], f"this {KIND} model")
    return WordPiece(MappingProxyType(dict(enumerate(tokens))), lowercase, strip_accents, **names)


def _names(content: Mapping[str, Any]) -> dict[str, Any]:
    """Special tokens, marks and the limit; BERT's own where the file does not say."""
    specials = content.get("special_tokens", list(SPECIAL_TOKENS))
    limit = content.get("max_chars_per_word", BERT_MAX_CHARS)
    names = {
        "unk_token": content.get("unk_token", BERT_UNK),
        "continuing_prefix": content.get("continuing_prefix", CONTINUING_PREFIX),
    }
    texts = [*names.values(), *(specials if isinstance(specials, list) else [None])]
    if not all(isinstance(text, str) for text in texts):
        raise FormatError(
            f"A {KIND} model's unk_token, continuing_prefix and special_tokens are texts, but this "
            f"one says {short(texts)}. Save it again with tokviz."
        )
    _check_settings(specials, names["continuing_prefix"], limit, f"this {KIND} model")
    return {**names, "max_chars_per_word": limit, "special_tokens": tuple(specials)}


def _check_settings(specials: Sequence[str], prefix: str, limit: object, what: str) -> None:
    """FormatError for names and limits with which encoding would go astray or take too long."""
    if type(limit) is not int or not 1 <= limit <= WORD_LENGTH:
        raise FormatError(
            f"max_chars_per_word is a whole number from 1 to {WORD_LENGTH:,}, but that of {what} "
            f"is {short(limit)}. Write BERT's, {BERT_MAX_CHARS}."
        )
    if len(prefix) > WORD_END_LENGTH:
        raise FormatError(
            f"continuing_prefix has at most {WORD_END_LENGTH} characters, but that of {what} has "
            f"{len(prefix):,}. Write BERT's, {CONTINUING_PREFIX}."
        )
    check_special_names(specials, what)
