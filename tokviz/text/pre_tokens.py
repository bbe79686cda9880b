"""Splitting text into pre-tokens, the stretches that no merge leaves.

A split pattern says where. What it does not match becomes a pre-token of its own, so the
pre-tokens always join back to the text. Special tokens are cut out first, the longest where two
begin at the same place, and stay whole.

Sources: the patterns are those of GPT-2 (Radford et al. 2019) and of OpenAI's cl100k_base and
o200k_base encodings as tiktoken publishes them; the possessive ``++`` and ``?+`` forbid only
backtracking that cannot win.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, islice, pairwise
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt
import regex

from tokviz.checks.arguments import check_text, is_iterable
from tokviz.checks.deadlines import Deadline
from tokviz.checks.errors import KindError, TokvizError
from tokviz.text.pattern_size import MAX_PATTERN_SIZE, pattern_size
from tokviz.text.surrogates import from_utf8

GPT2_PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
TIKTOKEN_GPT2_PATTERN = (
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
)
"""How tiktoken writes GPT-2's pattern today: it cuts in the same places."""
GPT4_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
O200K_PATTERN = "|".join(
    [
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ]
)
PUBLISHED = frozenset({GPT2_PATTERN, TIKTOKEN_GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN})
"""Patterns of which more is known than that they compile: how they cut, and that none runs away."""


class NamedPattern(NamedTuple):
    """A published pattern by the names that readers choose it by.

    ``key`` is typed in a command, ``link`` stands in a page's links, ``title`` on the page.
    """

    key: str
    link: str
    title: str
    pattern: str


NAMED = (
    NamedPattern("gpt2", "GPT-2", "GPT-2", GPT2_PATTERN),
    NamedPattern("gpt4", "GPT-4", "GPT-4", GPT4_PATTERN),
    NamedPattern("o200k", "o200k", "GPT-4o (o200k)", O200K_PATTERN),
)
PATTERN_SECONDS = 10.0
"""How long a split pattern may take over a million characters before it counts as running away."""

_AT_ONCE = 1 << 15
"""Pre-tokens counted at a time."""

# On ASCII text the standard library's engine finds the same pre-tokens in half the time.
_ASCII_CLASSES = (
    (r"[^\s\p{L}\p{N}]", r"[^ \t\n\r\f\vA-Za-z0-9]"),
    (r"[^\r\n\p{L}\p{N}]", r"[^\r\nA-Za-z0-9]"),
    (r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[A-Z]"),
    (r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]", r"[a-z]"),
    (r"\p{L}", r"[A-Za-z]"),
    (r"\p{N}", r"[0-9]"),
    (r"\s", r"[ \t\n\r\f\v]"),
    (r"\S", r"[^ \t\n\r\f\v]"),
)


class PatternError(TokvizError):
    """A split pattern that does not compile, or that ran away."""


@dataclass(frozen=True, eq=False)
class PreTokens:
    """A text as its distinct pre-tokens and their order.

    ``distinct`` stand in the order in which the text first has them; ``occurrences[i]`` is the
    number of the text's i-th pre-token among them, ``weights`` how often each occurs, ``special``
    the numbers of those that are special tokens. ``counted_by`` says what cut them, where it is
    known: not every trainer can learn from what another's words are.
    """

    distinct: tuple[str, ...]
    occurrences: npt.NDArray[np.int32]
    weights: npt.NDArray[np.int64]
    special: frozenset[int] = frozenset()
    counted_by: str = ""

    @property
    def is_one(self) -> bool:
        """Whether the whole text is one pre-token."""
        return len(self.occurrences) == 1


def count_pre_tokens(pre_tokens: Iterable[str], counted_by: str = "") -> PreTokens:
    """["a", "b", "a"] -> distinct ("a", "b"), occurrences [0, 1, 0], weights [2, 1]"""
    number_of: defaultdict[str, int] = defaultdict(count().__next__)
    numbers = map(number_of.__getitem__, pre_tokens)
    found: list[npt.NDArray[np.int32]] = []
    while not found or len(found[-1]) == _AT_ONCE:  # other threads rest while numpy reads
        found.append(np.fromiter(islice(numbers, _AT_ONCE), np.int32))
    occurrences = np.concatenate(found)
    weights = np.bincount(occurrences, minlength=len(number_of))
    return PreTokens(tuple(number_of), occurrences, weights, counted_by=counted_by)


def as_documents(text: str | Sequence[str]) -> list[str]:
    """One text or a sequence of documents, as a list of documents of well-formed Unicode.

    TypeError for a document that is no text, for documents without an order, for counts, and for
    an open file, whose lines would be documents.
    """
    if isinstance(text, PreTokens):
        raise KindError(
            "A text is a str, but this one is pre-tokens that were counted. Train on the text, or "
            "hand them to train_from_counts where the trainer has one."
        )
    if hasattr(text, "read"):
        raise KindError(
            "A text is a str, but this is an open file, whose lines would be read as documents. "
            "Give what it holds: file.read()."
        )
    check_order("Documents", text, "Counts are for train_from_counts, where the trainer has one.")
    is_one = isinstance(text, str | bytes | bytearray) or not is_iterable(text)
    return [well_formed(document) for document in ([cast(str, text)] if is_one else text)]


def check_order(what: str, values: object, remedy: str = "") -> None:
    """KindError for a set, whose order differs from run to run, and for a mapping.

    What stands first takes the lower id and wins a tie, so the order must be the caller's.
    """
    if isinstance(values, Set | Mapping):
        raise KindError(
            f"{what} have an order, which decides ties and ids, but these are of the kind "
            f"{type(values).__name__}. Make them a list. {remedy}".rstrip()
        )


def well_formed(text: str) -> str:
    """The text with lone surrogates, which UTF-8 cannot write, replaced by U+FFFD.

    A high surrogate followed by a low one is the character they spell. tiktoken does the same.
    TypeError for what is no text.
    """
    check_text(text)
    try:
        text.encode()
    except UnicodeEncodeError:
        return from_utf8(text.encode("utf-8", "surrogatepass"))
    return text


def pattern_deadline(documents: Iterable[str]) -> Deadline:
    """When a split pattern must be done with all of these documents."""
    return Deadline(PATTERN_SECONDS * max(sum(map(len, documents)) / 1_000_000, 1))


def split(text: str, pattern: str, *, timeout: float | Deadline = PATTERN_SECONDS) -> list[str]:
    """The pre-tokens of a text; they join back to it.

    Raises PatternError where the pattern does not compile or takes longer than ``timeout``
    seconds; texts that belong together share one ``Deadline``.
    """
    if pattern in PUBLISHED and text.isascii():
        return ascii_twin(pattern).findall(text)
    compiled = compile_pattern(pattern)
    deadline = timeout if isinstance(timeout, Deadline) else Deadline(timeout)
    try:
        if compiled.groups == 0 and not compiled.flags & regex.REVERSE:
            found: list[str] = compiled.findall(text, timeout=deadline.left)
            if len("".join(found)) == len(text):
                return list(filter(None, found)) if "" in found else found
        spans = sorted(match.span() for match in compiled.finditer(text, timeout=deadline.left))
    except (TimeoutError, MemoryError) as error:
        spent = "time" if isinstance(error, TimeoutError) else "memory"
        rule = {
            "time": f"must finish within {deadline.seconds:g} seconds",
            "memory": "may use the memory that the system grants",
        }
        raise PatternError(
            f"The split pattern {rule[spent]}, but {_short(pattern)} ran out of {spent} on "
            f"{len(text):,} characters. Nested repeats such as (a+)+ try too many ways: write a "
            "possessive ++ or a shorter pattern."
        ) from None
    return _with_gaps(text, spans)


def _with_gaps(text: str, spans: list[tuple[int, int]]) -> list[str]:
    """Cut the text at the spans and keep what lies between them.

    "ab1", [(2, 3)] -> ["ab", "1"]
    """
    edges = sorted({0, len(text), *(edge for span in spans for edge in span)})
    return [text[start:end] for start, end in pairwise(edges)]


@lru_cache(maxsize=64)
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """The compiled split pattern; PatternError says where it is broken, or that it is too large."""
    if not isinstance(pattern, str):
        raise PatternError(
            f"A split pattern is a str, but {_short(pattern)} is of the kind "
            f"{type(pattern).__name__}. Start from one of the published patterns."
        )
    if pattern_size(pattern) > MAX_PATTERN_SIZE:
        raise PatternError(
            f"A split pattern may grow to {MAX_PATTERN_SIZE:,} items once its counted repeats are "
            f"written out, but {_short(pattern)} grows to more than that: repeats inside "
            "repeats multiply. Write + or *, or smaller numbers."
        )
    try:
        return regex.compile(pattern)
    except regex.error as error:
        place = "" if error.pos is None else f" at position {error.pos}"
        raise PatternError(
            f"The split pattern must be a regular expression, but {_short(pattern)} is not: "
            f"{error.msg}{place}. Mend it there, or start from one of the published patterns."
        ) from None
    except (ValueError, RecursionError) as error:  # flags that clash; brackets nested too deeply
        raise PatternError(
            "The split pattern must be a regular expression that compiles, but "
            f"{_short(pattern)} does not: {error}. Write a simpler one, or start from one of the "
            "published patterns."
        ) from None


@lru_cache(maxsize=4)
def ascii_twin(pattern: str) -> re.Pattern[str]:
    """A published pattern for text that is plain ASCII."""
    for unicode_class, ascii_class in _ASCII_CLASSES:
        pattern = pattern.replace(unicode_class, ascii_class)
    return re.compile(pattern)


def cut_special_tokens(
    text: str, special_tokens: Iterable[str], allowed: Collection[str] | None = None
) -> list[tuple[str, bool]]:
    """The text cut at its special tokens, as (text, is_special) pairs; none is empty.

    Only those ``allowed`` are cut out. One that is not hides a shorter one at the same place, as
    in tiktoken.

    "a<|x|>b", ["<|x|>"] -> [("a", False), ("<|x|>", True), ("b", False)]
    """
    longest_first = sorted(filter(None, special_tokens), key=lambda token: (-len(token), token))
    if not longest_first:
        return [(text, False)] if text else []
    pattern = re.compile("|".join(map(re.escape, longest_first)))
    parts: list[tuple[str, bool]] = []
    end = look_from = 0
    while (found := pattern.search(text, look_from)) is not None:
        if allowed is not None and found.group() not in allowed:
            look_from = found.start() + 1
            continue
        parts += [(text[end : found.start()], False), (found.group(), True)]
        end = look_from = found.end()
    return [part for part in (*parts, (text[end:], False)) if part[0]]


def _short(pattern: object) -> str:
    """As it is written where that can be: an error tells a position in it."""
    plain = isinstance(pattern, str) and pattern.isprintable()
    shown = f"'{pattern}'" if plain else repr(pattern)
    return shown if len(shown) <= 82 else f"{shown[:78]}...{shown[-1]}"
