"""What a token of bytes holds of the characters that its ends cut: in words, and in short."""

from tokviz.text.characters import visible_label
from tokviz.traces.results import Span


def parts_held(data: bytes, start: int, end: int) -> list[str]:
    """[1:3] of "👏" -> ["bytes 2 to 3 of 4 of 👏 U+1F44F"]"""
    words = []
    for first, last in _cuts_in(data, start, end):
        low, high = _held((first, last), start, end)
        character = data[first:last].decode("utf-8", "surrogatepass")
        which = f"byte {low}" if low == high else f"bytes {low} to {high}"
        named = dict.fromkeys((visible_label(character), f"U+{ord(character):04X}"))
        words.append(f"{which} of {last - first} of {' '.join(named)}")
    return words


def share_held(data: bytes, start: int, end: int) -> str:
    """[1:3] of "👏" -> "2–3/4"; "" where no character is cut, or two are."""
    cut = _cuts_in(data, start, end)
    if len(cut) != 1:
        return ""
    ((first, last),) = cut
    low, high = _held((first, last), start, end)
    return f"{low if low == high else f'{low}–{high}'}/{last - first}"


def characters_cut(data: bytes, start: int, end: int) -> str:
    """The characters of which these bytes are a part but not the whole: [1:3] of "👏" -> "👏"."""
    cut = _cuts_in(data, start, end)
    return "".join(data[first:last].decode("utf-8", "surrogatepass") for first, last in cut)


def _cuts_in(data: bytes, start: int, end: int) -> list[Span]:
    """The bytes of each character that has some inside ``start`` to ``end`` and some outside."""
    found = []
    for first in sorted({lead_byte(data, start), lead_byte(data, end)}) if start < end else []:
        last = first + 1
        while last < len(data) and data[last] & 0xC0 == 0x80:
            last += 1
        held = min(end, last) - max(start, first)
        if 0 < held < last - first:
            found.append((first, last))
    return found


def _held(character: Span, start: int, end: int) -> tuple[int, int]:
    """The first and the last of its bytes inside ``start`` to ``end``, counted from 1."""
    first, last = character
    return max(start, first) - first + 1, min(end, last) - first


def lead_byte(data: bytes, offset: int) -> int:
    """Where the character that holds this byte begins."""
    while 0 < offset < len(data) and data[offset] & 0xC0 == 0x80:
        offset -= 1
    return offset
