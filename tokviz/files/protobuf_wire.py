"""Protocol buffers on the wire, as much as a SentencePiece model needs.

A message is a row of fields. Each begins with a number that holds the field's number and its wire
type: 0 for an integer of variable length, 2 for a length and so many bytes (text, bytes, or a
message within), 5 for 4 bytes, here always a number of single precision. A field may occur again:
that is how lists are written. Integers are written 7 bits to a byte, the lowest first, the top bit
set in all but the last. Not here: fields of 8 bytes, which no SentencePiece model has.

Source: the encoding chapter of the protocol buffers documentation.
"""

import struct
from collections.abc import Iterator
from typing import TypeAlias

Value: TypeAlias = int | bytes | float

VARINT, BYTES, FOUR_BYTES = 0, 2, 5
_LONGEST_VARINT = 10
"""Bytes that 64 bits take."""


class WireError(ValueError):
    """Bytes that are no protocol buffer message, or a field that holds another kind of value."""


def read_fields(message: bytes) -> Iterator[tuple[int, Value]]:
    """The fields in order, as (number, value): an int, the raw bytes, or a float."""
    at = 0
    while at < len(message):
        key, at = _read_varint(message, at)
        number, wire_type = key >> 3, key & 7
        if number == 0:
            raise WireError("a field has the number 0, which no field has")
        if wire_type == VARINT:
            value, at = _read_varint(message, at)
            yield number, value
            continue
        if wire_type == BYTES:
            size, at = _read_varint(message, at)
        elif wire_type == FOUR_BYTES:
            size = 4
        else:
            raise WireError(f"a field has wire type {wire_type}, which no message here uses")
        if at + size > len(message):
            raise WireError(f"a field of {size} bytes runs over the end of the message")
        raw = message[at : at + size]
        yield number, raw if wire_type == BYTES else struct.unpack("<f", raw)[0]
        at += size


def bytes_of(value: Value) -> bytes:
    """The bytes in a field that has a length."""
    if not isinstance(value, bytes):
        raise WireError("a field that should hold bytes holds a number")
    return value


def int_of(value: Value) -> int:
    """The whole number in a field of variable length."""
    if not isinstance(value, int):
        raise WireError("a field that should hold a whole number holds something else")
    return value


def float_of(value: Value) -> float:
    """The single-precision number in a field of 4 bytes."""
    if not isinstance(value, float):
        raise WireError("a field that should hold a number of 4 bytes does not")
    return value


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
    value = 0
    for place, byte in enumerate(message[at : at + _LONGEST_VARINT]):
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return value, at + place + 1
    raise WireError("an integer has no end")
