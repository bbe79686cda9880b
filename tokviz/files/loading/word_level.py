"""A word list from tokviz's ``.json``: the words in id order, and which of them are special."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tokviz.algorithms.word_level import WordLevel
from tokviz.files.errors import FormatError, short
from tokviz.files.vocabulary import check_number_of_tokens, check_special_names, check_unknown

WHAT = "this word list"


def word_level_from_content(content: Mapping[str, Any]) -> WordLevel:
    """The model that ``save`` wrote, without its trace; FormatError where it cannot be one."""
    words: Any = content.get("words")
    specials: Any = content.get("special_tokens")
    unk_token: Any = content.get("unk_token")
    if not (_are_words(words) and _are_words(specials) and isinstance(unk_token, str | None)):
        raise FormatError(
            "A word list has 'words' and 'special_tokens', lists of different words, and an "
            f"'unk_token', a word or null, but this one has {short(sorted(content))}. "
            "Save it again."
        )
    if missing := {*specials, *([] if unk_token is None else [unk_token])}.difference(words):
        raise FormatError(
            f"Every special token of a word list is one of its words, but {short(sorted(missing))} "
            "are not. Save it again."
        )
    check_number_of_tokens(len(words), WHAT)
    check_special_names(specials, WHAT)
    check_unknown(unk_token or "", WHAT)
    _check_white_space(words, specials)
    return WordLevel(MappingProxyType(dict(enumerate(words))), unk_token, tuple(specials))


def _check_white_space(words: Sequence[str], specials: Sequence[str]) -> None:
    """FormatError for white space in a word, and for a special token of nothing else."""
    may_hold_some = frozenset(filter(str.strip, specials))
    cut = next((w for w in words if w not in may_hold_some and w.split() != [w]), None)
    if cut is not None:
        raise FormatError(
            f"A word has no white space, and a special token not only that, but {short(cut)} of "
            f"{WHAT} does. Take it out."
        )


def _are_words(value: object) -> bool:
    """Whether this is a list of different words."""
    if not isinstance(value, list) or not all(isinstance(word, str) and word for word in value):
        return False
    return len(set(value)) == len(value)
