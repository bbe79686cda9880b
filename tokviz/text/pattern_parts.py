"""Which part of a split pattern made which pre-token.

A split pattern is a list of alternatives between bars. At each place of the text they are tried in
order, and the first that matches makes the pre-token; where none matches, the text up to the next
match is a pre-token of its own. So the maker of a pre-token is the first alternative that matches
where it begins.

Flags that are set for all, as in ``(?i)a|b``, go with each part. Not here: parts that need another
one, such as a group that it names. Where one does not stand alone, no makers are told.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

import regex

from tokviz.checks.deadlines import Deadline
from tokviz.text.pre_tokens import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    O200K_PATTERN,
    PATTERN_SECONDS,
    TIKTOKEN_GPT2_PATTERN,
    PatternError,
    compile_pattern,
    cut_special_tokens,
    split,
)

_NAMED_CLASS = regex.compile(r"\[:\^?\w+:\]")
_FLAGS = regex.compile(r"(?:\(\?[a-zA-Z0-9]+\))+")
_LETTERS = "one or more letters"
_LAST_SPACE = "white space, but its last character is left where anything else follows"
_SPACE_BEFORE = "with one space before them if there is one"
_OTHERS = f"other characters (punctuation, emoji, vowel signs as in Hindi or Thai), {_SPACE_BEFORE}"
_NUMBERS = f"one or more digits (½ and ² too), {_SPACE_BEFORE}"
_TO_THREE = "one to three digits (½ and ² too), and no space"
_SHORT = "'s, 't, 're, 've, 'm, 'll or 'd"
_END = "white space at the end of the text"
_LINE_ENDS = "white space up to the last of several line ends"
_ONE_SPACE = "one character of white space"
_REST = "all other white space"
_TOLD: Mapping[str, tuple[str, ...]] = {
    GPT2_PATTERN: (
        "'s, as in “hen's”",
        "'t, as in “don't”",
        "'re, as in “they're”",
        "'ve, as in “I've”",
        "'m, as in “I'm”",
        "'ll, as in “we'll”",
        "'d, as in “she'd”",
        f"{_LETTERS}, {_SPACE_BEFORE}",
        _NUMBERS,
        _OTHERS,
        _LAST_SPACE,
        _REST,
    ),
    TIKTOKEN_GPT2_PATTERN: (
        _SHORT,
        f"{_LETTERS}, {_SPACE_BEFORE}",
        _NUMBERS,
        _OTHERS,
        _END,
        _LAST_SPACE,
        _ONE_SPACE,
    ),
    GPT4_PATTERN: (
        f"{_SHORT}, in small or capital letters",
        f"{_LETTERS}, with one character before them if there is one: a space, a bracket, a vowel "
        "sign",
        _TO_THREE,
        "other characters, with a space before and line ends behind if there are any",
        _END,
        _LINE_ENDS,
        _LAST_SPACE,
        _ONE_SPACE,
    ),
    O200K_PATTERN: (
        "capital letters if any, then small ones, or letters of a script without capitals: “iPad” "
        "is cut into “i” and “Pad”. One character before, and 's and the like behind, belong to it",
        "capital letters alone, as in “NASA”, with the same before and behind",
        _TO_THREE,
        "other characters, with a space before, and line ends or / behind, if there are any",
        _LINE_ENDS,
        _LAST_SPACE,
        _REST,
    ),
}
"""Of each published pattern what its alternatives say, in order."""


@dataclass(frozen=True, slots=True)
class MadePreToken:
    """A pre-token and the number of the alternative that made it, from 0.

    None where no alternative did: a special token, or what none matches.
    """

    text: str
    maker: int | None


@dataclass(frozen=True, slots=True)
class PatternPart:
    """One alternative: what it says, and the pre-tokens it made, the most frequent first."""

    pattern: str
    words: str
    made: tuple[tuple[str, int], ...]

    @property
    def count(self) -> int:
        """How many pre-tokens it made."""
        return sum(times for _, times in self.made)


def makers(text: str, pattern: str, *, special_tokens: Collection[str] = ()) -> list[MadePreToken]:
    """The pre-tokens of the text in order, each with its maker.

    Raises PatternError where the pattern does not compile, or does not finish within
    ``PATTERN_SECONDS`` in all.
    """
    parts, deadline = _compiled(pattern), Deadline(PATTERN_SECONDS)
    made: list[MadePreToken] = []
    for stretch, is_special in cut_special_tokens(text, special_tokens):
        if is_special:
            made.append(MadePreToken(stretch, None))
            continue
        start = 0
        for pre_token in split(stretch, pattern, timeout=deadline):
            end = start + len(pre_token)
            made.append(MadePreToken(pre_token, _maker(parts, stretch, start, end, deadline)))
            start = end
    return made


def pattern_parts(pattern: str, made: Sequence[MadePreToken]) -> list[PatternPart]:
    """The alternatives in order, each with what it made."""
    return [
        PatternPart(
            part,
            words_of().get(part, ""),
            tuple(Counter(row.text for row in made if row.maker == number).most_common()),
        )
        for number, part in enumerate(alternatives(pattern))
    ]


@cache
def words_of() -> Mapping[str, str]:
    """The alternatives of the published patterns, in words."""
    told = (zip(alternatives(of), words, strict=True) for of, words in _TOLD.items())
    return dict(chain.from_iterable(told))


def alternatives(pattern: str) -> list[str]:
    """The pattern cut at the bars that stand in no bracket.

    "a|(b|c)|[|]|[]|]" -> ["a", "(b|c)", "[|]", "[]|]"]
    """
    parts, depth, nests = [""], 0, "V1" in _flags(pattern)
    at = 0
    while at < len(pattern):
        end = at + 1
        if pattern[at] == "\\":
            end += 1
        elif pattern[at] == "[":
            end = _class_end(pattern, at, nests=nests)
        elif pattern[at] in "()":
            depth += 1 if pattern[at] == "(" else -1
        elif pattern[at] == "|" and depth == 0:
            parts.append("")
            at = end
            continue
        parts[-1] += pattern[at:end]
        at = end
    return parts


def _class_end(pattern: str, at: int, *, nests: bool) -> int:
    """Where the character class ends that begins here; in some, others may stand (``nests``)."""
    depth = 0
    while at < len(pattern):
        named = _NAMED_CLASS.match(pattern, at) if depth else None
        if named or pattern[at] == "\\":
            at = named.end() if named else at + 2
        elif pattern[at] == "[" and (nests or not depth):
            depth += 1
            at += 2 if pattern.startswith("[^", at) else 1
            at += pattern.startswith("]", at)  # a letter, right behind the bracket
        else:
            depth -= pattern[at] == "]"
            at += 1
        if not depth:
            break
    return at


def _flags(pattern: str) -> str:
    """What a pattern begins with that is set for all of it: "(?i)"."""
    found = _FLAGS.match(pattern)
    return found.group() if found else ""


def _compiled(pattern: str) -> list[regex.Pattern[str]]:
    """Each alternative alone; none where one of them does not stand alone."""
    first, *others = alternatives(pattern)
    try:
        return [compile_pattern(part) for part in (first, *map(_flags(pattern).__add__, others))]
    except PatternError:
        return []


def _maker(
    parts: list[regex.Pattern[str]], text: str, start: int, end: int, deadline: Deadline
) -> int | None:
    """The first alternative that matches here; None if it ends elsewhere, or none does."""
    for number, part in enumerate(parts):
        if deadline.passed:
            return None
        try:
            match = part.match(text, start, timeout=deadline.left)
        except (TimeoutError, MemoryError):
            return None
        if match is not None:
            return number if match.end() == end else None
    return None
