"""A character BPE as tokviz's ``.json``: its letters, the end-of-word symbol, and the merges.

The tokens are not in the file, because the merges spell them. Letter i has the id i, the end of a
word the next one if there is one, and merge k the k-th id after these.
Not here: training and encoding (algorithms/char_bpe.py).
"""

from collections.abc import Mapping
from typing import Any

from tokviz.algorithms.char_bpe import KIND, CharBPE
from tokviz.algorithms.merging.char_symbols import CharToken
from tokviz.files.errors import FormatError
from tokviz.traces.merges import Pair

REMEDY = "Save it again with tokviz."


def char_bpe_from_content(content: Mapping[str, Any]) -> CharBPE:
    """The model that ``CharBPE.save`` wrote, without its trace; FormatError where it is none."""
    alphabet: Any = content.get("alphabet")
    end_of_word: Any = content.get("end_of_word")
    if not _are_letters(alphabet) or not (end_of_word is None or _is_text(end_of_word)):
        raise FormatError(
            f"A {KIND} model has an 'alphabet', different single characters, and an "
            f"'end_of_word', a text or null, but this one has {alphabet!r:.60} and "
            f"{end_of_word!r:.20}. {REMEDY}"
        )
    tokens = [CharToken(letter, False) for letter in alphabet]
    if end_of_word is not None:
        tokens.append(CharToken("", True))
    merges: dict[Pair, int] = {}
    for pair in _pairs(content.get("merges")):
        if not all(0 <= part < len(tokens) for part in pair) or tokens[pair[0]].ends_word:
            raise FormatError(
                f"A merge joins tokens made before it, the left one inside a word, but merge "
                f"{len(merges)} joins {pair} when there are {len(tokens)} tokens. {REMEDY}"
            )
        if pair in merges:
            raise FormatError(f"A pair merges once, but merge {len(merges)} repeats {pair}.")
        merges[pair] = len(tokens)
        tokens.append(tokens[pair[0]] + tokens[pair[1]])
    return CharBPE(tuple(tokens), tuple(merges), end_of_word)


def _pairs(merges: object) -> list[Pair]:
    if not isinstance(merges, list) or not all(map(_is_pair, merges)):
        raise FormatError(
            f"The merges of a {KIND} model are a list of pairs of ids, but this one has "
            f"{merges!r:.60}. {REMEDY}"
        )
    return [(left, right) for left, right in merges]


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _are_letters(value: object) -> bool:
    """Whether this is a list of different single characters."""
    if not isinstance(value, list) or not all(isinstance(c, str) and len(c) == 1 for c in value):
        return False
    return len(set(value)) == len(value)
