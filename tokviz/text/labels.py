"""How a token is written for a reader: nothing is hidden, nothing is invented.

A token may be half a character, end in a space or hold a mark that has no shape of its own.
Each becomes one or more parts, and each part says what kind it is. Bytes that are no whole
character are shown as hex and never replaced; an invisible character is shown by its name.

Sources: Unicode's general categories (Annex 44) and its Default_Ignorable_Code_Point property.
"""

import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import Literal, TypeAlias

from tokviz.text.markers import Markers, cut_markers

Kind: TypeAlias = Literal["text", "space", "newline", "return", "tab", "control", "bytes", "marker"]
Part: TypeAlias = tuple[Kind, str]

DOTTED_CIRCLE = "◌"

PLAIN: dict[Kind, str] = {"space": "·", "newline": "↵", "return": "␍", "tab": "⇥"}

_WHITE: dict[str, Kind] = {" ": "space", "\n": "newline", "\r": "return", "\t": "tab"}
_C0 = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI "
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
)
_NAMES = {
    **{chr(code): name for code, name in enumerate(_C0.split())},
    "\x7f": "DEL",
    "\x85": "NEL",
    "\xa0": "NBSP",
    "\xad": "SHY",
    "\u034f": "CGJ",
    "\u061c": "ALM",
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u202f": "NNBSP",
    "\u2060": "WJ",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\ufeff": "BOM",
}
# Letters, symbols and marks by category, yet they draw nothing (or, U+FFFD, hide what was there).
_SHAPELESS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\ufffd")
_INVISIBLE_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"))


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
    before: tuple[Part, ...] = (("marker", front),) if front else ()
    after: tuple[Part, ...] = (("marker", end),) if end else ()
    return before + parts + after


def plain_label(token: str | bytes, markers: Markers = ()) -> str:
    """A token on one line, for tables and chart axes: ``" the\\n"`` -> ``"·the↵"``."""
    return "".join(map(_plain, label_parts(token, markers)))


def _plain(part: Part) -> str:
    kind, text = part
    if kind in PLAIN:
        return PLAIN[kind] * len(text)
    return f"‹{text}›" if kind in ("bytes", "control") else text


def _kinds(text: str, *, escaped: bool, markers: frozenset[str]) -> list[Part]:
    """One part per character; a mark that has nothing to sit on gets a dotted circle."""
    parts: list[Part] = []
    for character in text:
        kind, shown = _character(character)
        if escaped and "\udc80" <= character <= "\udcff":
            kind, shown = "bytes", f"{ord(character) - 0xDC00:02X}"
        elif character in markers:
            kind, shown = "marker", character
        elif kind == "text" and unicodedata.category(character).startswith("M"):
            alone = not parts or parts[-1][0] != "text"
            if alone and _is_variation_selector(character):
                kind, shown = "control", _selector_name(character)
            elif alone:
                shown = DOTTED_CIRCLE + character
        parts.append((kind, shown))
    return parts


@lru_cache(maxsize=4096)
def _character(character: str) -> Part:
    if character in _WHITE:
        return _WHITE[character], character
    invisible = unicodedata.category(character) in _INVISIBLE_CATEGORIES
    if invisible or character in _NAMES or character in _SHAPELESS:
        return "control", _NAMES.get(character, f"U+{ord(character):04X}")
    return "text", character


def _is_variation_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _selector_name(character: str) -> str:
    first = 0xFE00 if character <= "\ufe0f" else 0xE0100 - 16
    return f"VS{ord(character) - first + 1}"


def _join(parts: list[Part]) -> tuple[Part, ...]:
    """Neighbours of one kind as one part; names of invisible characters stay apart."""
    joined: list[Part] = []
    for kind, group in groupby(parts, key=lambda part: part[0]):
        texts = [text for _, text in group]
        if kind == "control":
            joined.extend((kind, text) for text in texts)
        else:
            joined.append((kind, (" " if kind == "bytes" else "").join(texts)))
    return tuple(joined)
