"""A character BPE from subword-nmt's codes, or tokviz's ``.json``: letters, word end, merges.

The tokens are not in the file, because the merges spell them. Letter i has the id i, the end of a
word the next one if there is one, and merge k the k-th id after these.
Not here: training and encoding (algorithms/char_bpe.py).
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.merging.char_files import KIND
from tokviz.algorithms.merging.char_symbols import CharToken, can_be_seen
from tokviz.algorithms.models.contents import check_char_merges
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import WORD_END_LENGTH
from tokviz.files.errors import FormatError, short
from tokviz.files.subword_nmt import read_codes
from tokviz.files.vocabulary import check_merged_lengths
from tokviz.text.markers import END_OF_WORD
from tokviz.traces.choice import Pair

REMEDY = "Save it again with tokviz."


def char_bpe_from_content(content: Mapping[str, Any]) -> CharBPE:
    """The model that ``CharBPE.save`` wrote, without its trace; FormatError where it is none."""
    end_of_word = _end_of_word(content)
    joined = content.get("end_of_word_joined", False)
    if type(joined) is not bool or (joined and end_of_word is None):
        raise FormatError(
            f"'end_of_word_joined' of a {KIND} model is true or false, and true only with an end "
            f"of word, but this one says {short(joined)}. {REMEDY}"
        )
    tokens = _letters(content.get("alphabet"), content.get("ends", []), joined)
    if end_of_word is not None and not joined:
        tokens.append(CharToken("", True))
    merges = _pairs(content.get("merges"))
    _check_merges(tokens, merges)
    for left, right in merges:
        tokens.append(tokens[left] + tokens[right])
    return CharBPE(tuple(tokens), tuple(merges), end_of_word, None, joined)


def _end_of_word(content: Mapping[str, Any]) -> str | None:
    end: object = content.get("end_of_word")
    if end is None:
        return None
    if not (isinstance(end, str) and len(end) <= WORD_END_LENGTH and can_be_seen(end)):
        raise FormatError(
            f"'end_of_word' of a {KIND} model is null or a text of at most {WORD_END_LENGTH} "
            f"characters, no white space among them, but this one says {short(end)}. {REMEDY}"
        )
    return end


def _check_merges(tokens: Sequence[CharToken], merges: Sequence[Pair]) -> None:
    """FormatError for merges that no model has, or that make a token grow too long."""
    try:
        check_char_merges(tokens, merges)
    except TokvizError as error:
        raise FormatError(str(error)) from None
    check_merged_lengths([len(token.letters) for token in tokens], merges, f"this {KIND} model")


def load_codes(path: str | Path) -> CharBPE:
    """The tokenizer of a subword-nmt codes file; characters that no merge names are unknown."""
    version, spelled = read_codes(path)
    joined = version == "0.2"
    made = {left + right for left, right in spelled}
    base = [part for part in dict.fromkeys(chain.from_iterable(spelled)) if part not in made]
    tokens = [
        CharToken(part.removesuffix(END_OF_WORD), part.endswith(END_OF_WORD))
        for part in base
        if joined or part != END_OF_WORD
    ]
    strange = next((t for t in tokens if len(t.letters) != 1 or t.ends_word > joined), None)
    if strange is not None:
        raise FormatError(
            f"A merge joins tokens made before it, but a merge of {Path(path).name} joins "
            f"{short(_spelling(strange))}, which is no single letter and which no merge makes. "
            f"{REMEDY}"
        )
    ids = {_spelling(token): i for i, token in enumerate(tokens)}
    if not joined:
        ids[END_OF_WORD] = len(tokens)
        tokens.append(CharToken("", True))
    merges = _numbered(spelled, ids, len(tokens), Path(path).name)
    _check_merges(tokens, merges)
    for left, right in merges:
        tokens.append(tokens[left] + tokens[right])
    return CharBPE(tuple(tokens), tuple(merges), END_OF_WORD, None, joined)


def _spelling(token: CharToken) -> str:
    return token.letters + END_OF_WORD * token.ends_word


def _numbered(
    spelled: Sequence[tuple[str, str]], ids: dict[str, int], first_id: int, name: str
) -> list[Pair]:
    """The merges as ids; FormatError names the line of one that comes before its tokens."""
    merges: list[Pair] = []
    for number, (left, right) in enumerate(spelled, start=2):
        if left not in ids or right not in ids:
            raise FormatError(
                f"A merge joins tokens made before it, but line {number} of {name} joins "
                f"{short(left)} and {short(right)}. {REMEDY}"
            )
        ids.setdefault(left + right, first_id + len(merges))
        merges.append((ids[left], ids[right]))
    return merges


def _pairs(merges: object) -> list[Pair]:
    if not isinstance(merges, list) or not all(map(_is_pair, merges)):
        raise FormatError(
            f"The merges of a {KIND} model are a list of pairs of ids, but this one has "
            f"{short(merges)}. {REMEDY}"
        )
    return [(left, right) for left, right in merges]


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)


def _letters(alphabet: Any, ends: Any, joined: bool) -> list[CharToken]:
    """The letters as tokens; FormatError where they are not single and all different."""
    good = (
        isinstance(alphabet, list)
        and all(isinstance(letter, str) and len(letter) == 1 for letter in alphabet)
        and isinstance(ends, list)
        and all(type(place) is int for place in ends)
        and (joined or not ends)
    )
    places = frozenset(ends) if good else frozenset()
    tokens = [CharToken(letter, i in places) for i, letter in enumerate(alphabet if good else ())]
    if not good or len(set(tokens)) < len(tokens):
        raise FormatError(
            f"A {KIND} model has an 'alphabet', different single characters, of which 'ends' says "
            f"the places of those that end a word, but this one has {short(alphabet)} and "
            f"{short(ends)}. {REMEDY}"
        )
    return tokens
