"""Which way a script runs, and how what is not ours keeps its order among words of ours.

Hebrew and Arabic run from right to left. Without a border, a number or a second token behind such
a token is drawn on its wrong side: "ה + י" becomes "י + ה". So a token, each part of a pair, and a
text of the reader is *isolated* wherever it stands in a sentence of ours, in a cell, in a box or in
a chart: what is ours runs from left to right there, what is isolated as its own first letter does.
A row of tokens runs as the text does that they make.

A name that we write for what cannot be seen, as ``‹D7›``, and a tag, as ``</w>``, run from left to
right wherever they stand.

Source: Unicode Standard Annex 9, whose marks draw nothing; rules P2 and P3 for the first letter.
"""

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

import regex

Direction: TypeAlias = Literal["ltr", "rtl"]

FROM_LEFT = "\u200e"
ISOLATED, ISOLATED_LEFT, ISOLATED_RIGHT, ISOLATED_END = "\u2068", "\u2066", "\u2067", "\u2069"
_MARKS = str.maketrans(
    dict.fromkeys((FROM_LEFT, ISOLATED, ISOLATED_LEFT, ISOLATED_RIGHT, ISOLATED_END))
)
_TURNING = regex.compile(r"\p{Bidi_Control}")
# Arabic digits (AN) count: what stands between two of them is drawn from right to left too.
_RUNS_LEFT = regex.compile(r"[\p{bc=R}\p{bc=AL}\p{bc=AN}]")
_STRONG = regex.compile(r"(?P<right>\p{bc=L})|[\p{bc=R}\p{bc=AL}]")
_LETTER_OR_DIGIT = regex.compile(r"[\p{L}\p{N}]")
_NAME = re.compile(r"‹[^‹›]*›|</?\w+>|… [\d,]+(?: [a-z]+)+(?: …)?", re.ASCII)


def direction(text: str) -> Direction:
    """Which way a line of the reader's runs: as its first letter; from left to right without any.

    "12 ילדים" -> "rtl", "<p>ה" -> "ltr", "12" -> "ltr"
    """
    first = _STRONG.search(text)
    return "rtl" if first is not None and first["right"] is None else "ltr"


def runs_left(text: str) -> bool:
    """Whether something in it is drawn from right to left. "the ה" -> True"""
    return _RUNS_LEFT.search(text) is not None


def run_of(text: str) -> Direction | None:
    """Which way the letters and digits of a few tokens run: as the first; None without any.

    ", ה" -> "rtl", "12 ה" -> "ltr", ", " -> None
    """
    first = _LETTER_OR_DIGIT.search(text)
    return direction(first[0]) if first is not None else None


def direction_of_label(label: str) -> Direction:
    """Which way a label runs, or a row of them: a name or a tag of ours is no first letter.

    "‹D7›ו" -> "rtl", "</w> ה" -> "rtl"
    """
    return direction(_NAME.sub("", label))


def isolated(label: str) -> str:
    """A label that reorders nothing around it, and nothing reorders it. "a" -> "a" """
    return f"{ISOLATED}{steady(label)}{ISOLATED_END}" if _RUNS_LEFT.search(label) else label


def steady(label: str) -> str:
    """A label in which names and tags keep their order beside Hebrew. "a‹D7›" -> "a‹D7›" """
    if not _RUNS_LEFT.search(label):
        return label
    return _NAME.sub(rf"{ISOLATED_LEFT}\g<0>{ISOLATED_END}", label)


def in_a_row(labels: Iterable[str], border: str = " ") -> str:
    """Labels in the order of the text that they make, each isolated. ["a", "b"] -> "a b" """
    row = list(labels)
    words = border.join(row)
    if not _RUNS_LEFT.search(words):
        return words
    begin = ISOLATED_RIGHT if direction_of_label(words) == "rtl" else ISOLATED_LEFT
    each = [f"{ISOLATED}{steady(label)}{ISOLATED_END}" for label in row]
    return f"{begin}{border.join(each)}{ISOLATED_END}"


def from_left(cell: str) -> str:
    """What a cell holds, from its left edge on, as the cells around it. "a" -> "a"

    Words of ours in it, as the + between two tokens, stand where we wrote them if the tokens are
    isolated already; else it is a label, and isolated here.
    """
    if not _RUNS_LEFT.search(cell) or cell.startswith(FROM_LEFT):
        return cell
    marked = any(mark in cell for mark in (ISOLATED, ISOLATED_LEFT, ISOLATED_RIGHT))
    return FROM_LEFT + (cell if marked else isolated(cell))


def unturned(text: str) -> str:
    """What another typed, without the marks that only turn, or isolate, what stands after them.

    Such a mark draws nothing, and what is read after it is not what is cut: "damn" as "nmad".
    """
    return str(_TURNING.sub("", text))


def unmarked(text: str) -> str:
    """What a reader copied from us, without the marks; a mark alone is what it is."""
    return text.translate(_MARKS) or text
