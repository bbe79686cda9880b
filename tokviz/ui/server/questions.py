"""How large a question may be that a browser asks over its WebSocket, seen before it is read.

Whoever writes messages by hand can put a million boxes into one, or lists within a box. To read
such a message and to compare its boxes takes the thread that answers all readers some seconds, and
memory that stays. So its parts are counted first, as they lie in its bytes, and the counting ends
where they are too many. It builds nothing, and takes an honest question less than a millisecond.

Source: protobuf's wire format, https://protobuf.dev/programming-guides/encoding
"""

from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

BOXES = 200
"""What a page says of its boxes, buttons and replays. SentencePiece's has the most: 16 after a
visit to all pages with all open. A browser forgets those of a page that was left."""

PARTS = 5_000
"""Fields of a message, within one another too. A visit to all pages came to 92; a box that holds a
hundred special tokens has as many."""

ID = 300
"""Bytes of a box's id, which the session keeps; ours have up to 111."""

SMALL = 10
"""Numbers of a list, or values of a JSON, that cost what a field does. A text has a thousand commas
soon, and so may an address that a button saves."""

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_WIDTHS = {_FIXED64: 8, _FIXED32: 4}
_LONGEST = 70
"""Bits that the bytes of a number may hold: ten bytes of seven."""
_NEVER_PACKED = (
    FieldDescriptor.TYPE_STRING,
    FieldDescriptor.TYPE_BYTES,
    FieldDescriptor.TYPE_MESSAGE,
)
_Part = tuple[FieldDescriptor | None, memoryview]


class _TooMuchError(Exception):
    """The message is larger than a page's, or no message."""


def is_too_much(message: bytes) -> bool:
    """Whether a message has more boxes or parts than any page's, too long an id, or is broken."""
    try:
        _Count().look_into(memoryview(message), BackMsg.DESCRIPTOR)
    except (_TooMuchError, IndexError):
        return True
    return False


class _Count:
    """What was found in a message so far."""

    def __init__(self) -> None:
        self.boxes = self.parts = 0

    def look_into(self, message: memoryview, kind: Descriptor) -> None:
        """Count the parts of a message of this kind, and of those within it."""
        if kind is WidgetState.DESCRIPTOR:
            self.boxes += 1
        for field, held in _fields(message, kind):
            self.parts += 1 + _small_parts(field, held) // SMALL
            too_long = kind is WidgetState.DESCRIPTOR and _is_id(field) and len(held) > ID
            if too_long or self.boxes > BOXES or self.parts > PARTS:
                raise _TooMuchError
            if field is not None and field.message_type is not None:
                self.look_into(held, field.message_type)


def _small_parts(field: FieldDescriptor | None, held: memoryview) -> int:
    """About how many numbers or values are packed into what a field holds."""
    if field is None or not held:
        return 0
    if field.name.startswith("json"):
        said = held.tobytes()
        return said.count(b",") + said.count(b"[") + said.count(b"{")
    return len(held) if field.is_repeated and field.type not in _NEVER_PACKED else 0


def _is_id(field: FieldDescriptor | None) -> bool:
    return field is not None and field.name == "id"


def _fields(message: memoryview, kind: Descriptor) -> Iterator[_Part]:
    """Each field of a message, None where the kind knows none, and its bytes, none of a number."""
    at = 0
    while at < len(message):
        tag, at = _number(message, at)
        number, wire = tag >> 3, tag & 7
        size = _WIDTHS.get(wire, 0)
        if wire == _VARINT:
            _, at = _number(message, at)
        elif wire == _BYTES:
            size, at = _number(message, at)
        elif wire not in _WIDTHS:  # groups, which none of these messages has
            raise _TooMuchError
        if at + size > len(message):
            raise _TooMuchError
        held = message[at : at + size] if wire == _BYTES else message[:0]
        yield kind.fields_by_number.get(number), held
        at += size


def _number(message: memoryview, at: int) -> tuple[int, int]:
    """The number that begins here, and where it ends. [0x96, 0x01], 0 -> 150, 2"""
    value = 0
    for shift in range(0, _LONGEST, 7):
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise _TooMuchError
