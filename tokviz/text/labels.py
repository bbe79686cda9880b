"""How a token is written for a reader: nothing is hidden, nothing is invented.

A token may be half a character, end in a space or hold a mark that has no shape of its own.
Each becomes one or more parts, and each part says what kind it is. Bytes that are no whole
character are shown as hex and never replaced; a character that draws nothing is shown by its name
(invisible.py). What is spelled of two code points and would look like one of its own does not: é as
one stands as é, e and U+0301 as e and a mark on a dotted circle. So it is with the marks of
alphabets and of kana, which keyboards write as one with their letter. All other scripts are drawn
as they are spelled: cut off by a circle, a vowel of Tamil or Hangul would be none.

Source: what looks alike is what Unicode's normal form C (Annex 15) makes one.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from itertools import accumulate, groupby
from typing import Literal, TypeAlias

import regex

from tokviz.text.characters import beginning, iter_graphemes
from tokviz.text.direction import isolated
from tokviz.text.emoji import WHOLE_EMOJI
from tokviz.text.invisible import (
    DOTTED_CIRCLE,
    LETTERS_BY_NAME,
    enclosing_name,
    invisible_name,
    is_mark,
    selector_name,
)
from tokviz.text.markers import Markers, cut_markers

Kind: TypeAlias = Literal[
    "text", "space", "newline", "return", "tab", "control", "bytes", "marker", "more"
]
Part: TypeAlias = tuple[Kind, str]
Run: TypeAlias = "re.Match[str] | regex.Match[str]"
Unit: TypeAlias = Literal["byte", "character", "code point"]

PLAIN: dict[Kind, str] = {"space": "·", "newline": "↵", "return": "␍", "tab": "⇥"}

LONGEST_LABEL = 80
"""Characters of a token, or bytes, that a replay and its code show; the rest is counted."""

_PART = regex.compile(
    r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=Prepend}\p{GCB=RI}\p{GCB=V}\p{GCB=T}"
    "\u1cf5\u1cf6\U00011a3a]"  # linkers that are no marks
)
"""What makes one character with the code point beside it (Unicode Standard Annex 29)."""
_RUNS = re.compile(rf"[^\W_{LETTERS_BY_NAME}]+|.", re.DOTALL)
_FOUR_DIGITS = Context(prec=4, rounding=ROUND_HALF_UP)
_LAST_THAT_STANDS = "\u02ff"  # no character up to this one is drawn into another
_MARKS_OF_ALPHABETS = re.compile("[\u0300-\u036f\u3099\u309a]")
_MOST_MARKS = 30  # that are looked at on one letter, as Annex 15 has it for streams
_WHITE: dict[str, Kind] = {" ": "space", "\n": "newline", "\r": "return", "\t": "tab"}


def label_parts(token: str | bytes, markers: Markers = ()) -> tuple[Part, ...]:
    """The parts of a token's label, in order, as ``(kind, text)``.

    ``markers`` are what the tokenizer itself writes into its tokens, each at its end of a token;
    one that spells text, such as "▁", counts anywhere.

    b" \\xf0\\x9f" -> (("space", " "), ("bytes", "F0 9F")); an empty token has no parts.
    """
    # surrogateescape turns each undecodable byte, and only that, into U+DC80..U+DCFF.
    text = token if isinstance(token, str) else token.decode("utf-8", "surrogateescape")
    front, text, end = cut_markers(text, markers)
    anywhere = frozenset(marker.text for marker in markers if marker.spells)
    parts = _join(_kinds(text, escaped=isinstance(token, bytes), markers=anywhere))
    return (*_marker(front), *parts, *_marker(end))


def cut_label(token: str | bytes, longest: int, markers: Markers = ()) -> tuple[Part, ...]:
    """The parts of a label; of a long one its markers, its beginning, and how much more there is.

    ``longest`` is in the unit of its length, markers not counted; no character is cut.

    ("##ability", 4, ...) -> (("marker", "##"), ("text", "abil"), ("more", "… 3 more characters"))
    """
    front, body, end = ("", token, "") if isinstance(token, bytes) else cut_markers(token, markers)
    if len(body) <= longest:
        return label_parts(token, markers)
    beginning = body[: _whole(body, longest)]
    spelling = tuple(marker for marker in markers if marker.spells)
    rest = plural(len(body) - len(beginning), f"more {unit_of([token])}")
    parts = label_parts(beginning, spelling)
    return (*_marker(front), *parts, ("more", f"… {rest}"), *_marker(end))


def plain_label(token: str | bytes, markers: Markers = ()) -> str:
    """A token on one line, for tables and chart axes: ``" the\\n"`` -> ``"·the↵"``."""
    return on_one_line(label_parts(token, markers))


def on_one_line(parts: Iterable[Part]) -> str:
    """The parts of a label on one line: ``(("text", "the"), ("newline", "\\n"))`` -> ``"the↵"``."""
    return "".join(map(_plain, parts))


def named(token: str | bytes, markers: Markers = ()) -> str:
    """A token on one line within a sentence of ours, in which it reorders nothing."""
    return isolated(plain_label(token, markers))


def short_label(token: str | bytes, longest: int, markers: Markers = ()) -> str:
    """A token on one line, cut to so many characters: ("terrace", 5) -> "terr…" """
    label = plain_label(token[: 4 * longest + 4], markers)  # a character has up to four bytes
    return label if len(label) <= longest else f"{beginning(label, longest - 1)}…"


def unit_of(tokens: Iterable[str | bytes]) -> Unit:
    """What lengths of these tokens are counted in: bytes where one of them is bytes.

    Else code points; what each is, where none of them is only a part of a character.
    """
    each = list(tokens)
    if any(isinstance(token, bytes) for token in each):
        return "byte"
    texts = (token for token in map(str, each) if not token.isascii())  # which takes no time
    return "code point" if any(map(_PART.search, texts)) else "character"


def times(count: int) -> str:
    """1 -> "once", 3 -> "3 times" """
    return "once" if count == 1 else f"{count:,} times"


def score_words(score: float | Fraction) -> str:
    """A pair score: the four digits that count, rounded half up, and no zeros behind them.

    1/6 -> "0.1667", 1/32 -> "0.03125", 1/64 = 0.015625 -> "0.01563"; below a millionth "1.25e-7".
    Of the number as a float, so that the scripts (scoreWords in dom.js) write the same.
    """
    return str(_FOUR_DIGITS.create_decimal_from_float(float(score)).normalize()).lower()


def upper(words: str) -> str:
    """With a capital in front: "the one" -> "The one"."""
    return words[:1].upper() + words[1:]


def plural(number: int, noun: str) -> str:
    """plural(1, "token") -> "1 token", plural(3, "try") -> "3 tries" """
    many = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return told(number, noun, many)


def told(number: int, one: str, many: str) -> str:
    """told(1, "was left", "were left") -> "1 was left", told(2, ...) -> "2 were left" """
    return f"{number:,} {one if number == 1 else many}"


def _whole(token: str | bytes, longest: int) -> int:
    """The length of the whole characters that fit; of code points, where not one fits."""
    start = token[: longest + 4]  # what begins within has up to four bytes
    text = start if isinstance(start, str) else start.decode("utf-8", "surrogateescape")
    sizes = len if isinstance(start, str) else _bytes_of
    for pieces in (iter_graphemes(text), text):
        fitting = [end for end in accumulate(map(sizes, pieces)) if end <= longest]
        if fitting:
            return fitting[-1]
    return longest


def _bytes_of(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))


def _marker(text: str) -> tuple[Part, ...]:
    return (("marker", text),) if text else ()


def _plain(part: Part) -> str:
    kind, text = part
    if kind in PLAIN:
        return PLAIN[kind] * len(text)
    return f"‹{text}›" if kind in ("bytes", "control") else text


def _kinds(text: str, *, escaped: bool, markers: frozenset[str]) -> list[Part]:
    """One part per character, or per run of letters and digits, which all show themselves."""
    parts: list[Part] = []
    composed = unicodedata.is_normalized("NFC", text)
    letter = 0  # what a mark sits on: a letter, or the circle of the mark before it
    for run in _runs(text):
        if len(run[0]) > 1 and markers.isdisjoint(run[0]):
            parts.append(("text", run[0]))
            letter = run.end() - 1
            continue
        for at, character in enumerate(run[0], run.start()):
            mark = character > _LAST_THAT_STANDS and is_mark(character)
            apart = mark and not composed and _looks_composed(text, letter, at)
            if apart or not mark:
                letter = at
            first = mark and (not parts or parts[-1][0] != "text")
            parts.append(_kind(character, alone=apart or first, escaped=escaped, markers=markers))
    return parts


def _runs(text: str) -> Iterator[Run]:
    """Emoji of several code points, runs of letters and digits, and all others one by one."""
    at = 0
    for emoji in () if text.isascii() else WHOLE_EMOJI.finditer(text):
        yield from _RUNS.finditer(text, at, emoji.start())
        yield emoji
        at = emoji.end()
    yield from _RUNS.finditer(text, at)


def _looks_composed(text: str, letter: int, mark: int) -> bool:
    """Whether what stands from the letter to the mark looks like other code points.

    "e\u0301" looks like "é", "x\u0301" like nothing else.
    """
    of_alphabet = _MARKS_OF_ALPHABETS.match(text, mark) is not None
    return of_alphabet and not unicodedata.is_normalized(
        "NFC", text[max(letter, mark - _MOST_MARKS) : mark + 1]
    )


def _kind(character: str, *, alone: bool, escaped: bool, markers: frozenset[str]) -> Part:
    """One character; ``alone``: it is drawn into another, and that one is not there."""
    if escaped and "\udc80" <= character <= "\udcff":
        return "bytes", f"{ord(character) - 0xDC00:02X}"
    if character in markers:
        return "marker", character
    kind, shown = _character(character)
    if kind == "text" and alone:
        selector = selector_name(character)
        return ("text", DOTTED_CIRCLE + character) if selector is None else ("control", selector)
    return kind, shown


def _character(character: str) -> Part:
    if character in _WHITE:
        return _WHITE[character], character
    name = invisible_name(character) or enclosing_name(character)
    return ("text", character) if name is None else ("control", name)


def _join(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Neighbours of one kind as one part; names of invisible characters stay apart."""
    joined: list[Part] = []
    for kind, group in groupby(parts, key=lambda part: part[0]):
        texts = [text for _, text in group]
        if kind == "control":
            joined.extend((kind, text) for text in texts)
        else:
            joined.append((kind, (" " if kind == "bytes" else "").join(texts)))
    return tuple(joined)


def in_digits(value: float, digits: int) -> str:
    """So many digits, no exponent, and a minus sign that cannot be taken for a hyphen.

    0.0396, 2 -> "0.040"
    """
    return f"{Decimal(f'{value:.{digits - 1}e}'):f}".replace("-", "\u2212")
