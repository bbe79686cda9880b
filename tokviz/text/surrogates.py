"""Halves of UTF-16's pairs in a text: joined where two belong together, U+FFFD where one is alone.

JSON can say a half, and so can a link, but UTF-8 cannot write one. Python's codecs ask at each half
anew what to do with it: a million of them, which are a link of six thousand letters, take a second
in which nobody else is answered. Here all of them are looked at together.

Source: the Unicode Standard, 3.9, table 3-5 (UTF-16), table 3-7 (UTF-8), U+FFFD (5.22).
"""

import numpy as np
import numpy.typing as npt

_LEAD, _HALVES, _LOW = 0xED, 0xA0, 0xB0
"""As UTF-8 would write it: a half's first byte, its least second one, and that of a low half."""
_LENGTH = 3
"""Such bytes of a half."""
_REPLACED = tuple("\ufffd".encode())


def from_utf8(content: bytes) -> str:
    """The well-formed text of these bytes, in which halves are written as if UTF-8 could.

    UnicodeDecodeError for bytes that are no text even so.
    """
    try:
        return content.decode()
    except UnicodeDecodeError:
        return _mended(content).decode()


def _mended(content: bytes) -> bytes:
    """The bytes without halves: ED A0 BD ED B8 80 -> F0 9F 98 80, and ED A0 BD -> EF BF BD."""
    said = np.frombuffer(content + bytes(_LENGTH), np.uint8).copy()
    halves = np.flatnonzero(said == _LEAD)
    second, third = said[halves + 1], said[halves + 2]
    is_half = (second >= _HALVES) & (second < 0xC0) & (third >= 0x80) & (third < 0xC0)
    halves = halves[is_half]
    if not len(halves):
        return content
    is_low = said[halves + 1] >= _LOW
    starts = np.zeros(len(halves), np.bool_)
    starts[:-1] = ~is_low[:-1] & is_low[1:] & (np.diff(halves) == _LENGTH)
    ends = np.roll(starts, 1)  # the last one starts no pair
    for at, byte in enumerate(_REPLACED):
        said[halves[~(starts | ends)] + at] = byte
    high, low = (_value(said, halves[each]) for each in (starts, ends))
    code_points = 0x10000 + (high << 10) + low
    for at, shift in enumerate((18, 12, 6, 0)):
        said[halves[starts] + at] = 0x80 | (code_points >> shift) & 0x3F
    said[halves[starts]] |= 0x70  # 1111 0xxx
    stays = np.ones(len(said), np.bool_)
    stays[-_LENGTH:] = False
    for at in (1, 2):  # of a low half; its first byte is the pair's fourth
        stays[halves[ends] + at] = False
    return said[stays].tobytes()


def _value(said: npt.NDArray[np.uint8], halves: npt.NDArray[np.intp]) -> npt.NDArray[np.int64]:
    """The ten bits that each of these halves holds."""
    second, third = (said[halves + at].astype(np.int64) for at in (1, 2))
    value: npt.NDArray[np.int64] = (second & 0xF) << 6 | third & 0x3F
    return value
