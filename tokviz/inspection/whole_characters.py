"""Bytes made whole: texts that have given bytes inside.

A byte-level token may begin or end within a character. Which texts hold it? Those in which the
character goes on as UTF-8 allows.
Source: the table of well-formed UTF-8 in the Unicode Standard, chapter 3.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

_CONTINUES = range(0x80, 0xC0)
_FEW = (0x80, 0x90, 0xA0, 0xB5, 0xBF)
"""Of a character's last bytes, tried where all of them together would be too many."""


def completions(spelled: bytes) -> Iterator[tuple[bytes, bytes]]:
    """What to put before and behind so that the bytes become text, usual characters first.

    (b"\\xa9", ...) -> (b"\\xc2", b""), (b"\\xc3", b""), ... Nothing where no text has these bytes.
    """
    inner = _front(spelled)
    if inner is None:
        return
    for before in _fronts(spelled[:inner]):
        rest = before + spelled
        for after in _ends(rest):
            if _is_text(rest + after):
                yield before, after


def inner_text(spelled: bytes) -> str:
    """The whole characters among the bytes, without the parts of some at both ends."""
    start = _front(spelled)
    return spelled[start or 0 :].decode("utf-8", "ignore")


def _front(spelled: bytes) -> int | None:
    """How many bytes at the front go on with a character; None where they are too many."""
    count = 0
    while count < len(spelled) and spelled[count] in _CONTINUES:
        count += 1
    return count if count <= 3 else None


@cache
def _fronts(continuing: bytes) -> tuple[bytes, ...]:
    """What may stand before bytes that go on with a character: a lead byte, or a few more."""
    if not continuing:
        return (b"",)
    found = []
    for missing in range(1, 5 - len(continuing)):
        middles = [bytes(some) for some in product(_CONTINUES, repeat=missing - 1)]
        for lead in range(0xC2, 0xF5):
            size = 2 + (lead >= 0xE0) + (lead >= 0xF0)
            for middle in middles if size >= missing + len(continuing) else ():
                found.append(bytes([lead]) + middle)
    return tuple(sorted(found, key=len))


def _ends(spelled: bytes) -> Iterator[bytes]:
    """What may stand behind bytes of which the last may be a part of a character."""
    missing = _missing(spelled)
    last = _CONTINUES if missing < 2 else _FEW
    for middle in product(_CONTINUES if missing == 2 else _FEW, repeat=max(missing - 1, 0)):
        for byte in last if missing else (None,):
            yield bytes(middle) if byte is None else bytes([*middle, byte])


def _missing(spelled: bytes) -> int:
    """How many bytes the last character lacks."""
    for back in range(1, min(4, len(spelled)) + 1):
        byte = spelled[-back]
        if byte in _CONTINUES:
            continue
        size = 1 + (byte >= 0xC2) + (byte >= 0xE0) + (byte >= 0xF0)
        return max(size - back, 0)
    return 0


def _is_text(spelled: bytes) -> bool:
    try:
        spelled.decode()
    except UnicodeDecodeError:
        return False
    return True
