"""Splitting as tiktoken does, although two regex engines need not know the same characters.

The package ``regex`` and tiktoken's engine each carry their own edition of Unicode. A letter that
is younger than one of them is a letter to the other only, so the two would cut a text in different
places. Before splitting, each character of the text on which they disagree gives its place to one
on which both agree and which is in the classes where tiktoken's engine puts it.

tiktoken looks for special tokens in the order in which its hash table holds them. Where one begins
like another, that order decides which of the two is ever found; so it, too, is asked.

Not here: patterns that mean something else to one of the engines; text that no part of the pattern
matches, which tiktoken drops and we keep.
Source: the general categories of Unicode (Standard Annex 44); tiktoken itself is asked.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, pairwise

import regex
import tiktoken

from tokviz.checks.deadlines import Deadline
from tokviz.text.pre_tokens import PATTERN_SECONDS, split

STAND_INS = (
    "\u0416\u0436\u01c5\u02b0\u3041"  # letters: upper, lower, title, modifier, other
    "\u0300\u0903\u20dd"  # marks: nonspacing, spacing, enclosing
    "\u0663\u3021\u00b2"  # numbers: digit, letter, other
    "\u203f\u2012\u2045\u2046\u00ab\u00bb\u00a7"  # punctuation
    "\u00b1\u00a2\u00b4\u00a9"  # symbols: mathematics, currency, modifier, other
    "\u2003\u2028\u2029\u0085\u00ad\ue000\u0378"  # separators, control, format, private, none
)
"""One old character for each general category, none of them part of a published pattern."""


def split_as_tiktoken(
    text: str, pattern: str, *, timeout: float | Deadline = PATTERN_SECONDS
) -> list[str]:
    """The pre-tokens into which tiktoken's engine splits this text; they join back to it.

    Raises PatternError as ``split`` does.
    """
    if text.isascii():
        return split(text, pattern, timeout=timeout)
    seen = as_tiktoken_sees(text, pattern)
    ends = accumulate(map(len, split(seen, pattern, timeout=timeout)), initial=0)
    return [text[start:end] for start, end in pairwise(ends)]


def specials_tiktoken_finds(special_tokens: Iterable[str]) -> frozenset[str]:
    """The special tokens that are not hidden by a shorter one, which tiktoken tries before them.

    Of those that are found, the longest at a place is the one that is found there.
    """
    ids = {name: token_id for token_id, name in enumerate(special_tokens, 256)}
    encoding = tiktoken.Encoding(
        "special tokens", pat_str=r"(?s:.+)", mergeable_ranks=_BYTE_RANKS, special_tokens=ids
    )
    return frozenset(
        name
        for name, token_id in ids.items()  # to allow only the one is quick, and hides no other
        if encoding.encode(name, allowed_special={name}, disallowed_special=()) == [token_id]
    )


def as_tiktoken_sees(text: str, pattern: str) -> str:
    """The text, as long as before, without the characters on which the engines disagree."""
    names = {name.lower() if len(name) == 2 else name for name in _CLASS.findall(pattern)}
    classes = sorted(filter(_both_know, names))
    chars = "".join(sorted({char for char in set(text) if not char.isascii()}))
    if not classes:
        return text
    tiktokens = _memberships(chars, [_tiktokens_members(chars, name) for name in classes])
    ours = _memberships(chars, [set(regex.findall(name, chars)) for name in classes])
    stand_in_of = {}
    for char in chars:
        if tiktokens[char] != ours[char] and (found := _stand_in(tiktokens[char], tuple(classes))):
            stand_in_of[ord(char)] = found
    return text.translate(stand_in_of) if stand_in_of else text


_CLASS = re.compile(r"\\[pP](?:\{[^}]*\}|\w)|\\[sSwWdD]")


_BYTE_RANKS = {bytes([value]): value for value in range(256)}


def _memberships(chars: str, members: list[set[str]]) -> dict[str, tuple[bool, ...]]:
    return {char: tuple(char in several for several in members) for char in chars}


def _tiktokens_members(chars: str, name: str) -> set[str]:
    """Those of the characters that are in this class to tiktoken, which drops all the others."""
    only_members = _dropping_all_but(name)
    return set(only_members.decode(only_members.encode_ordinary(chars)))


@lru_cache(maxsize=64)
def _both_know(name: str) -> bool:
    """Whether both engines know a class of this name."""
    try:
        _dropping_all_but(name)
        regex.compile(name)
    except (ValueError, regex.error):
        return False
    return True


@lru_cache(maxsize=64)
def _dropping_all_but(name: str) -> tiktoken.Encoding:
    return tiktoken.Encoding(name, pat_str=name, mergeable_ranks=_BYTE_RANKS, special_tokens={})


@lru_cache(maxsize=256)
def _stand_in(membership: tuple[bool, ...], classes: tuple[str, ...]) -> str | None:
    """A character that both engines put in these of the classes and in no other."""
    tiktokens = _memberships(STAND_INS, [_tiktokens_members(STAND_INS, name) for name in classes])
    ours = _memberships(STAND_INS, [set(regex.findall(name, STAND_INS)) for name in classes])
    agreed = (char for char in STAND_INS if tiktokens[char] == ours[char] == membership)
    return next(agreed, None)
