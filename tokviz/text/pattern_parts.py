"""Which part of a split pattern made which pre-token.

A split pattern is a list of alternatives between bars. At each place of the text they are tried in
order, and the first that matches makes the pre-token; where none matches, the text up to the next
match is a pre-token of its own. So the maker of a pre-token is the first alternative that matches
where it begins.

Flags that are set for all, as in ``(?i)a|b``, go with each part. Not here: parts that need another
one, such as a group that it names. Where one does not stand alone, no makers are told.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import regex

from tokviz.checks.deadlines import Deadline
from tokviz.text.pre_tokens import (
    PATTERN_SECONDS,
    PatternError,
    compile_pattern,
    cut_special_tokens,
    split,
)

_NAMED_CLASS = regex.compile(r"\[:\^?\w+:\]")
_FLAGS = regex.compile(r"(?:\(\?[a-zA-Z0-9]+\))+")
_LETTERS = "one or more letters"
_LAST_SPACE = "white space, but its last character is left where anything else follows"
WORDS: dict[str, str] = {
    "'s": "'s, as in “hen's”",
    "'t": "'t, as in “don't”",
    "'re": "'re, as in “they're”",
    "'ve": "'ve, as in “I've”",
    "'m": "'m, as in “I'm”",
    "'ll": "'ll, as in “we'll”",
    "'d": "'d, as in “she'd”",
    r" ?\p{L}+": f"{_LETTERS}, with one space before them if there is one",
    r" ?\p{N}+": "one or more digits (½ and ² too), with one space before them if there is one",
    r" ?[^\s\p{L}\p{N}]+": "other characters (punctuation, emoji, vowel signs as in Hindi or "
    "Thai), with one space before them if there is one",
    r"\s+(?!\S)": _LAST_SPACE,
    r"\s+": "all other white space",
    r"'(?i:[sdmt]|ll|ve|re)": "'s, 't, 're, 've, 'm, 'll or 'd, in small or capital letters",
    r"[^\r\n\p{L}\p{N}]?+\p{L}++": f"{_LETTERS}, with one character before them if there "
    "is one: a space, a bracket, a vowel sign",
    r"\p{N}{1,3}+": "one to three digits (½ and ² too), and no space",
    r" ?[^\s\p{L}\p{N}]++[\r\n]*+": "other characters, with a space before and line ends behind if "
    "there are any",
    r"\s++$": "white space at the end of the text",
    r"\s*[\r\n]": "white space up to the last of several line ends",
    r"\s": "one character of white space",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?": "capital letters if any, then small ones, or letters of "
    "a script without capitals: “iPad” is cut into “i” and “Pad”. One character before, and 's and "
    "the like behind, belong to it",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?": "capital letters alone, as in “NASA”, with the same before "
    "and behind",
    r"\p{N}{1,3}": "one to three digits (½ and ² too), and no space",
    r" ?[^\s\p{L}\p{N}]+[\r\n/]*": "other characters, with a space before, and line ends or / "
    "behind, if there are any",
    r"\s*[\r\n]+": "white space up to the last of several line ends",
}
"""The alternatives of the published patterns, in words."""


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


def makers(
    text: str,
    pattern: str,
    *,
    special_tokens: Collection[str] = (),
    timeout: float = PATTERN_SECONDS,
) -> list[MadePreToken]:
    """The pre-tokens of the text in order, each with its maker.

    Raises PatternError where the pattern does not compile, or does not finish within ``timeout``
    seconds in all.
    """
    parts, deadline = _compiled(pattern), Deadline(timeout)
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
            WORDS.get(part, ""),
            tuple(Counter(row.text for row in made if row.maker == number).most_common()),
        )
        for number, part in enumerate(alternatives(pattern))
    ]


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
