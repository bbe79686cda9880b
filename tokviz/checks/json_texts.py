"""JSON that somebody brought: how much it says, before anything is built of it, and why it is none.

A file that unpacks to 28 MB of empty objects is a thousandth of that on its way, and what Python
builds of it takes a gigabyte, and seconds in which nobody is answered. So what would be built is
counted first: signs of its grammar, but for those in strings, which are a reader's text.

Python's own reader gives up at some depth, which differs from version to version; and where a text
is no JSON, its words tell what it expected, not what stands there.
"""

import json
from collections.abc import Iterator
from json import JSONDecodeError
from typing import Any

import numpy as np

HEAVY = 10
"""Values of a list that cost what another list, an object, or a name in one does."""
_SIGNS = {",": 1, ":": HEAVY, "[": HEAVY, "{": HEAVY}
_WEIGHTS = np.zeros(256, np.int64)
_WEIGHTS[[ord(sign) for sign in _SIGNS]] = [*_SIGNS.values()]
_QUOTE = ord('"')
_AT_ONCE = 2**20
"""Characters that are looked at together: what that takes does not grow with the text."""
_SHOWN = 20
"""Characters of the fault's line that are quoted."""


class TooMuchError(ValueError):
    """More would be built of a JSON text than it may hold."""


def loads(text: str, most_values: int, most_deep: int, **options: Any) -> Any:
    """``json.loads`` of a text that a reader brought.

    Arguments:
        most_values: of lists; an object, a list and a name count ``HEAVY`` each.
        most_deep: how many lists and objects may stand within each other.

    Raises TooMuchError, before anything is built, and RecursionError.
    """
    if holds_more(text, most_values):
        raise TooMuchError(f"it has more than {most_values:,} values; a list or a name is {HEAVY}")
    value = json.loads(text, **options)
    if nests_deeper(value, most_deep):
        raise RecursionError(f"JSON of more than {most_deep} lists within each other")
    return value


def holds_more(text: str, most: int) -> bool:
    """Whether a JSON text says more than so many values, counted as ``loads`` does.

    '[1, "a,b"]' holds more than HEAVY, and no more than HEAVY + 1.
    """
    if sum(text.count(sign) * weight for sign, weight in _SIGNS.items()) <= most:
        return False  # even with those in strings
    found, in_string = 0, np.uint8(0)
    for block in _without_escapes(text):
        said = np.frombuffer(block, np.uint8)
        quotes = np.cumsum(said == _QUOTE, dtype=np.uint8)  # may run over, and stays odd or even
        inside = (quotes + in_string) & 1
        found += int(np.bincount(said[inside == 0], minlength=256) @ _WEIGHTS)
        if found > most:
            return True
        in_string = inside[-1]
    return False


def _without_escapes(text: str) -> Iterator[bytes]:
    """The text in parts, without the quotation marks and backslashes that a backslash escapes."""
    at = 0
    while at < len(text):
        part = text[at : at + _AT_ONCE]
        at += len(part)
        if (len(part) - len(part.rstrip("\\"))) % 2:
            part, at = part + text[at : at + 1], at + 1
        yield b" " + part.encode("utf-8", "surrogatepass").replace(rb"\\", b"").replace(rb"\"", b"")


def nests_deeper(value: object, most: int) -> bool:
    """Whether more than so many lists and objects stand within each other.

    [[1]] nests deeper than 1, and no deeper than 2.
    """
    level = [value] if isinstance(value, list | dict) else []
    for _ in range(most):
        inside = (part.values() if isinstance(part, dict) else part for part in level)
        level = [each for parts in inside for each in parts if isinstance(each, list | dict)]
        if not level:
            break
    return bool(level)


def json_fault(error: JSONDecodeError) -> str:
    """The place of the fault in what is no JSON, and what stands there.

    Of "[1, x]": "in line 1, column 5, JSON allows no 'x]'".
    """
    place = f"in line {error.lineno:,}, column {error.colno:,}"
    rest = error.doc[error.pos :]
    if error.doc.startswith("\ufeff"):
        return "it begins with a byte order mark (BOM)"
    if error.msg.startswith("Unterminated string"):
        return f"the string that begins {place} has no end"
    if not rest.strip():
        return f"it ends too early, {place}"
    if error.msg.startswith("Extra data"):
        return f"it goes on after its end, {place}"
    return f"{place}, JSON allows no {rest.splitlines()[0][:_SHOWN] or rest[0]!r}"
