"""Protocol buffers on the wire, as much as a SentencePiece model needs.

A message is a row of fields. Each begins with a number that holds the field's number and its wire
type: 0 for an integer of variable length, 1 for 8 bytes, 2 for a length and so many bytes (text,
bytes, or a message within), 5 for 4 bytes. A field may occur again: that is how lists are written.
Integers are written 7 bits to a byte, the lowest first, the top bit set in all but the last.

Source: the encoding chapter of the protocol buffers documentation.
"""

import struct
from collections.abc import Iterator
from typing import TypeAlias

Value: TypeAlias = int | bytes

VARINT, EIGHT_BYTES, BYTES, FOUR_BYTES = 0, 1, 2, 5


class WireError(ValueError):
    """Bytes that are no protocol buffer message."""


def read_fields(message: bytes) -> Iterator[tuple[int, Value]]:
    """The fields in order, as (number, value): an int, or the raw bytes."""
    at = 0
    while at < len(message):
        key, at = _read_varint(message, at)
        number, wire_type = key >> 3, key & 7
        if wire_type == VARINT:
            value, at = _read_varint(message, at)
            yield number, value
            continue
        if wire_type == BYTES:
            size, at = _read_varint(message, at)
        elif wire_type in (EIGHT_BYTES, FOUR_BYTES):
            size = 8 if wire_type == EIGHT_BYTES else 4
        else:
            raise WireError(f"a field has wire type {wire_type}, which no message here uses")
        if at + size > len(message):
            raise WireError(f"a field of {size} bytes runs over the end of the message")
        yield number, message[at : at + size]
        at += size


def float_of(value: Value) -> float:
    """The single-precision number in a field of 4 bytes."""
    if not isinstance(value, bytes) or len(value) != 4:
        raise WireError("a field that should hold a number of 4 bytes does not")
    number: float = struct.unpack("<f", value)[0]
    return number


def write_int(number: int, value: int) -> bytes:
    """A field that holds an integer (False and True are 0 and 1).

    A negative one is written as the 64 bits of its two's complement.
    """
    return _varint(number << 3 | VARINT) + _varint(value % (1 << 64))


def write_float(number: int, value: float) -> bytes:
    """A field that holds a single-precision number."""
    return _varint(number << 3 | FOUR_BYTES) + struct.pack("<f", value)


def write_bytes(number: int, value: bytes) -> bytes:
    """A field that holds bytes, UTF-8 text or a message."""
    return _varint(number << 3 | BYTES) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    """300 -> AC 02"""
    digits = bytearray()
    while value > 0x7F:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    digits.append(value)
    return bytes(digits)


def _read_varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(message) and shift < 70:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise WireError("an integer has no end")
