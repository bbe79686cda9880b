"""Code points that cannot be typed, written as escapes: ``\\u00E9``, ``\\u{1F44F}``, ``\\uD83D``.

A keyboard has no key for a byte order mark, and a text box refuses half a surrogate pair. Written
as JavaScript writes them, they can be asked for. Not here: Python's other escapes, such as \\n.
"""

import re

from tokviz.text.characters import joined_surrogates

_ESCAPE = re.compile(r"\\u(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{4}))")


def read_escapes(text: str) -> str:
    """The text with each escape replaced by its code point; a number beyond Unicode stays.

    Two escapes that are a surrogate pair are the one code point that they spell.
    "\\\\u00E9!" -> "é!"
    """
    return joined_surrogates(_ESCAPE.sub(_code_point, text))


def _code_point(escape: re.Match[str]) -> str:
    number = int(escape[1] or escape[2], 16)
    return chr(number) if number <= 0x10FFFF else escape[0]
