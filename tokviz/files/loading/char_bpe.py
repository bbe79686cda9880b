"""A character BPE from subword-nmt's codes, or tokviz's ``.json``: letters, word end, merges.

The tokens are not in the file, because the merges spell them. Letter i has the id i, the end of a
word the next one if there is one, and merge k the k-th id after these.
Not here: training and encoding (algorithms/char_bpe.py).
"""

from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from tokviz.algorithms.char_bpe import KIND, CharBPE
from tokviz.algorithms.merging.char_symbols import CharToken
from tokviz.files.errors import FormatError
from tokviz.files.subword_nmt import read_codes
from tokviz.text.markers import END_OF_WORD
from tokviz.traces.merges import Pair

REMEDY = "Save it again with tokviz."


def char_bpe_from_content(content: Mapping[str, Any]) -> CharBPE:
    """The model that ``CharBPE.save`` wrote, without its trace; FormatError where it is none."""
    alphabet: Any = content.get("alphabet")
    end_of_word: Any = content.get("end_of_word")
    if not _are_letters(alphabet, content.get("ends", [])) or not (
        end_of_word is None or _is_text(end_of_word)
    ):
        raise FormatError(
            f"A {KIND} model has an 'alphabet', different single characters, and an "
            f"'end_of_word', a text or null, but this one has {alphabet!r:.60} and "
            f"{end_of_word!r:.20}. {REMEDY}"
        )
    joined, ends = bool(content.get("end_of_word_joined")), frozenset(content.get("ends", ()))
    tokens = [CharToken(letter, i in ends) for i, letter in enumerate(alphabet)]
    if end_of_word is not None and not joined:
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
    return CharBPE(tuple(tokens), tuple(merges), end_of_word, None, joined)


def load_codes(path: str | Path) -> CharBPE:
    """The tokenizer of a subword-nmt codes file; characters that no merge names are unknown."""
    version, spelled = read_codes(path)
    joined = version == "0.2"
    made = {left + right for left, right in spelled}
    base = [part for part in dict.fromkeys(chain.from_iterable(spelled)) if part not in made]
    base = [part for part in base if joined or part != END_OF_WORD]
    ids: dict[str, int] = {part: i for i, part in enumerate(base)}
    tokens = [
        CharToken(part.removesuffix(END_OF_WORD), part.endswith(END_OF_WORD)) for part in base
    ]
    if not joined:
        ids[END_OF_WORD] = len(tokens)
        tokens.append(CharToken("", True))
    merges: list[Pair] = []
    for number, (left, right) in enumerate(spelled, start=2):
        if (
            left not in ids
            or right not in ids
            or any(len(t.letters) > 1 for t in tokens[: len(base)])
        ):
            raise FormatError(
                f"A merge joins tokens made before it, but line {number} of {Path(path).name} "
                f"joins {left!r} and {right!r}. {REMEDY}"
            )
        pair = (ids[left], ids[right])
        merges.append(pair)
        ids.setdefault(left + right, len(tokens))
        tokens.append(tokens[pair[0]] + tokens[pair[1]])
    return CharBPE(tuple(tokens), tuple(merges), END_OF_WORD, None, joined)


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


def _are_letters(value: object, ends: object) -> bool:
    """Whether this is a list of single characters, different but for those that end a word."""
    if not isinstance(value, list) or not all(isinstance(c, str) and len(c) == 1 for c in value):
        return False
    if not isinstance(ends, list) or not all(type(place) is int for place in ends):
        return False
    return len({(letter, i in ends) for i, letter in enumerate(value)}) == len(value)
