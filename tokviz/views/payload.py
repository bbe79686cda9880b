"""What travels from Python to the browser: one run of bytes for every component.

A payload is a header and named arrays. All integers are little-endian:

    uint32   length of the header in bytes, its padding included
    header   JSON in UTF-8, padded with spaces so that the arrays start on a multiple of 8
    arrays   each on a multiple of 8, in the order of their names

The header is one object, its keys sorted but for the first. Three keys belong to the protocol:

    sig      always first: the SHA-256, in hex, of the header without it and without its padding,
             followed by the arrays. Equal content has equal bytes, hence an equal signature,
             whatever the order in which it was put together
    version  VERSION; a script refuses any other
    arrays   name -> [type, offset, length]: u1, u2, i4 or f8, the smallest that holds the values;
             the offset in bytes from where the arrays start; the length in elements

All other keys are what the component shows. A component that opens on a step gets a mount before
its payload, six uint32:

    step     to open on, where the browser remembers no other; of strips, 1 where only the places
             that differ are shown
    clock    the number of the clock that players share; 0: one of its own
    role     the sum of: 1, another player on that clock leads; 2, the step is the one in the page's
             address; 4, the reader may ask what if a step had joined another pair; 8, the step is
             the address's other_step, which the leader writes; 16, the newest jump brings the
             replay into sight; and how the page asks from the newest jump on (MODES)
    jumps    how many jumps the page asked for so far
    replay   the number of this replay, by which charts find its step
    about    the number of the text: while it stays the same, the reader stays on a step

The mount is no part of the signature: the same replay may open on any step.

A large payload may travel deflated (``deflated``):

    uint32   0, which is the length of no header
    sig      {"sig":" and the signature, where they stand in the payload
    zlib     the payload

``script/payload.js`` reads all this; tests/js holds both sides to the same golden files. Not here:
what the components show (player, stepper, strips, rows).
"""

import base64
import hashlib
import json
import re
import struct
import zlib
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]

VERSION = 2
RESERVED = ("sig", "version", "arrays")
FOLLOWS, LINKED, ASKS, OTHER, SHOWS = 1, 2, 4, 8, 16
MODES = {"": 32, "predict": 64, "beats": 128, "answer": 256, "contest": 512}
"""How a page asks, as its address says it (script/questions.js)."""
MOUNT = struct.Struct("<6I")
"""Its length is a multiple of 8, as the arrays' places demand."""
LARGE = 100_000
"""Bytes from which a payload is worth the milliseconds of deflating, and of a network's."""
_SIG = re.compile(rb'\{"sig":"([0-9a-f]{64})')
_SIG_ENDS = 76


def pack(facts: Mapping[str, object], arrays: Mapping[str, Array] | None = None) -> bytes:
    """The payload of these facts and one-dimensional arrays.

    Raises ValueError for a fact named as a key of the protocol, for NaN and infinity in the
    facts, and for integers beyond 2**53.
    """
    taken = [name for name in RESERVED if name in facts]
    if taken:
        raise ValueError(f"The protocol itself writes {taken[0]!r} into a header. Rename the fact.")
    places: dict[str, tuple[str, int, int]] = {}
    blocks: list[bytes] = []
    offset = 0
    for name, array in sorted((arrays or {}).items()):
        kind = _smallest(name, array)
        block = np.ascontiguousarray(array).astype(f"<{kind}").tobytes()
        places[name] = (kind, offset, len(array))
        blocks.append(block + bytes(-len(block) % 8))
        offset += len(blocks[-1])
    body = b"".join(blocks)
    content = _json({**facts, "version": VERSION, "arrays": places})
    sig = hashlib.sha256(content + body).hexdigest()
    header = b'{"sig":"%s",' % sig.encode("ascii") + content[1:]
    header += b" " * (-(4 + len(header)) % 8)
    return len(header).to_bytes(4, "little") + header + body


def payload_sig(payload: bytes) -> str:
    """The signature of a payload, which names all that it shows."""
    found = _SIG.match(payload, 4)
    if found is None:
        raise ValueError(
            f"A payload's header begins with its signature, but this one with {payload[4:24]!r}. "
            "Make it with pack."
        )
    return found[1].decode("ascii")


def deflated(payload: bytes) -> bytes:
    """The payload as it is sent: a large one in less than half its bytes, others as they are."""
    if len(payload) < LARGE or not any(payload[:4]):
        return payload
    return bytes(4) + payload[4:_SIG_ENDS] + zlib.compress(payload, 1)


def inflated(payload: bytes) -> bytes:
    """The payload that ``deflated`` took."""
    return payload if any(payload[:4]) else zlib.decompress(payload[_SIG_ENDS:])


def mounted(
    payload: bytes,
    *,
    step: int = 0,
    clock: int = 0,
    role: int = 0,
    jumps: int = 0,
    replay: int = 0,
    about: int = 0,
) -> bytes:
    """The payload as it is sent, with its mount before it: what a component takes."""
    return MOUNT.pack(step, clock, role, jumps, replay, about) + deflated(payload)


def number_of(name: str) -> int:
    """A name as one of four bytes: a replay's key, or the text it is about."""
    return zlib.crc32(name.encode("utf-8", "surrogatepass"))


def as_text(payload: bytes) -> str:
    """The payload for a page that carries it in a string: base64."""
    return base64.b64encode(inflated(payload)).decode("ascii")


def _smallest(name: str, array: Array) -> str:
    """The smallest type that holds the array: floats as they are, integers and bools by range."""
    if array.dtype.kind == "f":
        return "f8"
    low, high = (int(array.min()), int(array.max())) if len(array) else (0, 0)
    if low < -(2**53) or high > 2**53:
        raise ValueError(
            f"A payload's integers are exact up to 2**53, but {name} reaches from {low:,} to "
            f"{high:,}. Send its parts."
        )
    if low < -(2**31) or high >= 2**31:
        return "f8"
    return "u1" if low >= 0 and high < 2**8 else "u2" if low >= 0 and high < 2**16 else "i4"


def _json(value: object) -> bytes:
    text = json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
    )
    # A lone surrogate has no UTF-8; Python's \ud800 for it is JSON's own escape.
    return text.encode("utf-8", "backslashreplace")
