"""The letters in which GPT-2's files write bytes: one visible letter for each of the 256.

Bytes that Latin-1 prints stand for themselves; the others take the letters from U+0100 on, in
order, so that a space is Ġ and a line end Ċ.
Source: Radford et al. 2019, ``encoder.py``; Hugging Face's "ByteLevel".
"""

from collections.abc import Mapping
from types import MappingProxyType

_PRINTED = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
_OTHERS = [value for value in range(256) if value not in _PRINTED]

BYTE_OF: Mapping[str, int] = MappingProxyType(
    {chr(value): value for value in _PRINTED}
    | {chr(0x100 + number): value for number, value in enumerate(_OTHERS)}
)
"""Letter -> byte."""
_BYTE_AT = {ord(letter): value for letter, value in BYTE_OF.items()} | dict.fromkeys(_OTHERS, 0x100)
"""Letter's code point -> byte; what is no letter of these goes to one that no byte has."""
_LINE_END = "\u0101"
"""Stands for the end of a line where letters have become bytes, of which none is so high."""
_BYTE_IN_LINES = {**_BYTE_AT, ord("\n"): ord(_LINE_END)}
LETTER_OF: Mapping[int, str] = MappingProxyType({value: ch for ch, value in BYTE_OF.items()})
"""Byte -> letter."""


def spelled_bytes(letters: str) -> bytes | None:
    """The bytes that the letters write, or None where one of them writes none. "Ġa" -> b" a" """
    try:
        return letters.translate(_BYTE_AT).encode("latin-1")
    except UnicodeEncodeError:
        return None


def spelled_lines(text: str) -> list[bytes]:
    """The bytes that each line writes, as fast as one long line. "Ġa\\nb" -> [b" a", b"b"]

    UnicodeEncodeError, a ValueError, where a letter writes none.
    """
    lines = text.translate(_BYTE_IN_LINES).split(_LINE_END)
    return [line.encode("latin-1") for line in lines]
