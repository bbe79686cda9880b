"""UTF-8 cut into characters and faults: where U+FFFD comes from, and why.

Bytes that are no character are replaced by U+FFFD, one for each *maximal subpart*: as many bytes
as could still begin a character, or else a single byte. So the three bytes of 안 without their
last are one U+FFFD, and a byte that only goes on with a character is one.

Source: the Unicode Standard, chapter 3: the table of well-formed byte sequences, and "U+FFFD
substitution of maximal subparts". ``bytes.decode(errors="replace")`` does the same.
"""

from typing import NamedTuple

REPLACEMENT = "\ufffd"
_GOES_ON = range(0x80, 0xC0)
_SECOND = {
    0xE0: range(0xA0, 0xC0),
    0xED: range(0x80, 0xA0),
    0xF0: range(0x90, 0xC0),
    0xF4: range(0x80, 0x90),
}
"""What may follow these first bytes; any byte that goes on may follow the others."""


class Subpart(NamedTuple):
    """``text``, one code point, of the half-open byte range; ``fault`` says why it is U+FFFD.

    ``fault`` is empty where the bytes are a character.
    """

    start: int
    end: int
    text: str
    fault: str = ""


def subparts(data: bytes) -> list[Subpart]:
    """The characters and the faults, in order; their texts joined are what Python decodes.

    b"a\\xec\\x95" -> "a" of 0 to 1, U+FFFD of 1 to 3
    """
    found, start = [], 0
    while start < len(data):
        end = _end(data, start)
        size = _size(data[start])
        if size == end - start:
            found.append(Subpart(start, end, data[start:end].decode()))
        else:
            found.append(Subpart(start, end, REPLACEMENT, _fault(data, start, end)))
        start = end
    return found


def byte_by_byte(found: list[Subpart]) -> list[Subpart]:
    """These, with one U+FFFD for each byte of a fault, as SentencePiece decodes."""
    return [
        one
        for part in found
        for one in (
            [Subpart(at, at + 1, REPLACEMENT, part.fault) for at in range(part.start, part.end)]
            if part.fault
            else [part]
        )
    ]


def all_bytes(data: bytes) -> list[Subpart]:
    """One U+FFFD for each byte of a run with a fault, as Hugging Face's byte fallback decodes."""
    fault = next((part.fault for part in subparts(data) if part.fault), "")
    why = f"{fault}; this decoder then replaces every byte of the run"
    return [Subpart(at, at + 1, REPLACEMENT, why) for at in range(len(data))]


def _size(first: int) -> int:
    """Bytes of the character that this byte begins; 0 where it begins none."""
    if first < 0x80:
        return 1
    return 0 if not 0xC2 <= first < 0xF5 else 2 + (first >= 0xE0) + (first >= 0xF0)


def _end(data: bytes, start: int) -> int:
    """Where the character, or the maximal subpart, that begins here ends."""
    end = start + 1
    while end < len(data) and end < start + _size(data[start]):
        allowed = _SECOND.get(data[start], _GOES_ON) if end == start + 1 else _GOES_ON
        if data[end] not in allowed:
            break
        end += 1
    return end


def _fault(data: bytes, start: int, end: int) -> str:
    """Why these bytes are no character."""
    first, size = data[start], _size(data[start])
    if first in _GOES_ON:
        return f"byte {first:02X} goes on with a character that nothing began"
    if not size:
        return f"byte {first:02X} is in no character of UTF-8"
    if end == start + 1 and data[end : end + 1] and data[end] in _GOES_ON:
        return f"no character begins with the bytes {first:02X} {data[end]:02X}"
    here = end - start
    return (
        f"a character of {size} bytes begins here, but only {here} of them "
        f"{'is' if here == 1 else 'are'} here"
    )
