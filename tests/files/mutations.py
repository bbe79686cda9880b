"""Ways to spoil a model file, drawn with a seed: bytes, lines, numbers, JSON, protocol buffers."""

import json
import random
import re
import struct
from collections.abc import Callable
from typing import Any, cast

from tests.files.valid_files import ModelFile, valid_files
from tokviz.files.protobuf_wire import WireError, read_fields, write_bytes, write_float, write_int

NUMBERS = ("-1", "0", "256", "2147483648", "9" * 30, "9" * 5000, "1e999", "1.5", "NaN", "٣", "1_0")
TEXTS = ("", " ", "\n", "\0", "\ud800", "\ud83d\ude00", "a", "▁", "##", "</w>", "<0xZZ>", "<0x41>")
FLOATS = (float("nan"), float("inf"), -float("inf"), 3.4e38, -3.4e38, 1e-45, 0.0, -1e9, 1e9)
LONG = ("a", "ab", "▁", "é", " ", "😄", "[", "\\u00e9")
DEEP = 5_000


def spoiled(seed: str) -> ModelFile:
    """The file of this seed: a valid one, or one that was spoiled in one to four ways."""
    rng = random.Random(seed)
    file = rng.choice(valid_files())
    content = altered(file.suffix, file.content, rng, rng.choice((0, 1, 1, 1, 2, 2, 4)))
    suffix = file.suffix if rng.random() < 0.98 else rng.choice(valid_files()).suffix
    return ModelFile(suffix, content)


def altered(suffix: str, content: bytes, rng: random.Random, times: int) -> bytes:
    """The content of a file with this suffix after so many ways of spoiling it."""
    for _ in range(times):
        content = rng.choice(_ways(suffix, content))(content, rng)
    return content


def _ways(suffix: str, content: bytes) -> list[Callable[[bytes, random.Random], bytes]]:
    if suffix == ".json":
        return [_flip, _cut, _splice, _number, _json, _json, _json, _json, _deep, _untyped]
    if suffix == ".model" and content[:1] == b"\n":
        return [_flip, _flip, _cut, _splice, _fields, _fields, _fields, _fields]
    return [_flip, _cut, _splice, _number, _lines, _lines, _doubling]


def _place(content: bytes, rng: random.Random) -> int:
    return rng.randrange(len(content) + 1)


def _long(rng: random.Random) -> str:
    return rng.choice(LONG) * rng.choice((63, 65, 257, 513, 2_100, 70_000))


def _flip(content: bytes, rng: random.Random) -> bytes:
    spoilt = bytearray(content)
    for _ in range(rng.choice((1, 1, 1, 2, 8))):
        if spoilt:
            place = rng.randrange(len(spoilt))
            spoilt[place] = rng.choice((spoilt[place] ^ 1 << rng.randrange(8), 0, 255, 10, 48))
    return bytes(spoilt)


def _cut(content: bytes, rng: random.Random) -> bytes:
    start, end = sorted((_place(content, rng), _place(content, rng)))
    return rng.choice((content[:start], content[start:], content[:start] + content[end:]))


def _splice(content: bytes, rng: random.Random) -> bytes:
    other = rng.choice(valid_files()).content
    start, end = sorted((_place(other, rng), _place(other, rng)))
    at = _place(content, rng)
    return content[:at] + other[start : min(end, start + 400)] + content[at + rng.randrange(20) :]


def _number(content: bytes, rng: random.Random) -> bytes:
    found = list(re.finditer(rb"-?\d+", content))
    if not found:
        return content
    number = rng.choice(found)
    return content[: number.start()] + rng.choice(NUMBERS).encode() + content[number.end() :]


def _lines(content: bytes, rng: random.Random) -> bytes:
    lines = content.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(5)
    if way == 0:
        lines.insert(one, lines[other])
    elif way == 1:
        lines[one], lines[other] = lines[other], lines[one]
    elif way == 2:
        lines[one] = _text(rng).encode("utf-8", "surrogatepass")
    elif way == 3:
        lines[one] += b" " + _text(rng).encode("utf-8", "surrogatepass")
    else:
        del lines[one]
    return b"\n".join(lines)


def _doubling(content: bytes, rng: random.Random) -> bytes:
    """Merges that join each token with itself, to the end of a minbpe file."""
    first = 256 + max(0, content.count(b"\n") - 3)
    pairs = [(97, 97), *((i, i) for i in range(first, first + rng.choice((10, 40))))]
    return content + b"".join(b"%d %d\n" % pair for pair in pairs)


def _deep(content: bytes, rng: random.Random) -> bytes:
    at = _place(content, rng)
    return content[:at] + rng.choice((b"[", b'{"a":')) * DEEP + content[at:]


def _text(rng: random.Random) -> str:
    return rng.choice(TEXTS) if rng.random() < 0.8 else _long(rng)


# ---- JSON ------------------------------------------------------------------------------------


def _json(content: bytes, rng: random.Random) -> bytes:
    """One value anywhere in the content becomes one of another type or an extreme one."""
    try:
        root = json.loads(content)
    except (ValueError, RecursionError):
        return _flip(content, rng)
    node, key = {"": root}, cast(Any, "")
    parent: Any = node
    while isinstance(parent[key], dict | list) and parent[key] and rng.random() < 0.8:
        parent = parent[key]
        key = rng.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
    if isinstance(parent, dict) and rng.random() < 0.1:
        del parent[key]
    elif isinstance(parent, list) and rng.random() < 0.2:
        parent.insert(key, rng.choice(parent))
    else:
        parent[key] = _json_value(rng, parent[key])
    return json.dumps(node.get("")).encode()


def _untyped(content: bytes, rng: random.Random) -> bytes:
    """Some parts no longer say of what type they are: one, half of them, or all."""
    chance = rng.choice((0.1, 0.5, 1.0))

    def spoil(part: Any) -> Any:
        if isinstance(part, dict):
            return {k: spoil(v) for k, v in part.items() if k != "type" or rng.random() > chance}
        return [spoil(each) for each in part] if isinstance(part, list) else part

    try:
        return json.dumps(spoil(json.loads(content))).encode()
    except (ValueError, RecursionError):
        return _flip(content, rng)


def _json_value(rng: random.Random, old: Any) -> Any:
    values: list[Any] = [
        [],
        {},
        None,
        True,
        False,
        1.5,
        -1,
        0,
        2**31,
        10**30,
        float("nan"),
        float("inf"),
    ]
    doubling = [[0, 0], *([i, i] for i in range(rng.choice((5, 60)), 100))]
    values += [_text(rng), _text(rng), _long(rng), str(old)[:99], [old], {"a": old}, doubling]
    values += [[[[[old]]]], list(range(300)), [_text(rng)] * 2]
    return rng.choice(values)


# ---- protocol buffers ------------------------------------------------------------------------


def _fields(content: bytes, rng: random.Random) -> bytes:
    """A field is spoiled, or one within it; or fields are repeated, dropped, put elsewhere."""
    try:
        fields = list(read_fields(content))
    except WireError:
        return _flip(content, rng)
    if not fields:
        return content
    at = rng.randrange(len(fields))
    if rng.random() < 0.5:  # the last ones: of hundreds of fields all others are pieces
        at = max(0, len(fields) - rng.randrange(1, 5))
    number, value = fields[at]
    way = rng.random()
    if way < 0.06:
        fields.insert(rng.randrange(len(fields)), fields[at])
    elif way < 0.12:
        del fields[at]
    elif way < 0.16:
        fields[at] = (rng.choice((1, 2, 3, 4, 5, 40, 2**29 - 1)), value)
    elif way < 0.7 and isinstance(value, bytes) and _is_message(value):
        fields[at] = (number, _fields(value, rng))
    else:
        fields[at] = (number, _field_value(rng, value))
    return b"".join(_field(*field) for field in fields)


def _is_message(value: bytes) -> bool:
    try:
        return len(list(read_fields(value))) > 0
    except WireError:
        return False


def _field_value(rng: random.Random, old: int | bytes | float) -> int | bytes | float:
    other = rng.random() < 0.1
    if isinstance(old, bytes) != other:
        text = _text(rng).encode("utf-8", "surrogatepass")
        old = old if isinstance(old, bytes) else struct.pack("<d", old)
        return rng.choice((text, text, _flip(old, rng), _flip(old, rng), _cut(old, rng), old * 2))
    if isinstance(old, float) != other:
        return rng.choice(FLOATS)
    return rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 255, 2**31, 2**63, 2**64 - 1))


def _field(number: int, value: int | bytes | float) -> bytes:
    if isinstance(value, bytes):
        return write_bytes(number, value)
    return write_float(number, value) if isinstance(value, float) else write_int(number, value)
