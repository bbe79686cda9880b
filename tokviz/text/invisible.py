"""Characters that draw nothing, and the short name under which each is shown: LF, ZWJ, U+D800.

A reader must see that something is there. So it is with signs that draw another character's very
shape: the ohm, kelvin and angstrom signs are no Ω, K and Å to a tokenizer. Where a character has an
abbreviation that people use, that is its name; else its number is.

Sources: Unicode's general categories (Annex 44), its Default_Ignorable_Code_Point property and
its list of abbreviations (NameAliases.txt).
"""

import unicodedata
from functools import lru_cache

DOTTED_CIRCLE = "◌"
"""What a mark is shown on that has nothing to sit on."""

_C0 = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI "
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
)
_NAMES = {
    **{chr(code): name for code, name in enumerate(_C0.split())},
    " ": "SP",
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
    "\u2028": "LSEP",
    "\u2029": "PSEP",
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
LETTERS_BY_NAME = "\u115f\u1160\u3164\uffa0" + "\u2126\u212a\u212b"
"""Letters by category, yet they draw nothing, or nothing of their own."""
# So do these symbols and marks (or, U+FFFD, they hide what was there).
_BY_NAME = frozenset(LETTERS_BY_NAME + "\u17b4\u17b5\u2800\ufffc\ufffd")
_DRAWN_BY_NAME = frozenset("\u2126\u212a\u212b\ufffd")
_INVISIBLE_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"))


@lru_cache(maxsize=4096)
def invisible_name(character: str) -> str | None:
    """The name of a character without a shape of its own; None where it can be seen.

    A variation selector changes the character before it, so it has a name only on its own.
    """
    invisible = unicodedata.category(character) in _INVISIBLE_CATEGORIES
    if invisible or character in _NAMES or character in _BY_NAME:
        return _NAMES.get(character, f"U+{ord(character):04X}")
    return None


def selector_name(character: str) -> str | None:
    """The name of a variation selector, which draws nothing where it stands alone: VS16."""
    if "\ufe00" <= character <= "\ufe0f":
        return f"VS{ord(character) - 0xFE00 + 1}"
    if "\U000e0100" <= character <= "\U000e01ef":
        return f"VS{ord(character) - 0xE0100 + 17}"
    return None


def enclosing_name(character: str) -> str | None:
    """The name of a mark that encloses what is before it, for which few fonts have a shape: KEYCAP.

    Of Unicode's category Me; one that is not called so after what it draws has its number.
    """
    if unicodedata.category(character) != "Me":
        return None
    name, encloses = unicodedata.name(character), "COMBINING ENCLOSING "
    return name.removeprefix(encloses) if name.startswith(encloses) else f"U+{ord(character):04X}"


def draws_nothing(text: str) -> bool:
    """Whether there is nothing to see of a text. "\\u200b" and "" draw nothing, "☂" does."""
    return all(
        character not in _DRAWN_BY_NAME
        and (invisible_name(character) or selector_name(character)) is not None
        for character in text
    )


def is_mark(character: str) -> bool:
    """Whether the character is drawn on the one before it."""
    return unicodedata.category(character).startswith("M")
