"""What a hostile link or saved lesson may say: fixed values, and seeded mutations without end."""

import base64
import json
import random
import re
import zlib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tokviz.checks import limits

UI = Path(__file__).parents[1] / "tokviz" / "ui"
NAMES = sorted(
    {"step", "source", "nobody_reads_this"}
    | set(
        re.findall(
            r"(?:start|linked|number_input|choice_input|_select)\(\s*(?:state,\s*)?\"(\w+)\"",
            "".join(path.read_text(encoding="utf-8") for path in UI.rglob("*.py")),
        )
    )
    | {f"lattice_{part}" for part in ("text", "ways_text", "temperature", "seed")}
)
"""Every value that some page reads from a link."""


def packed(content: bytes) -> str:
    """Anything at all, packed as a link packs a text."""
    return base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


BOMB = packed(b"a b " * 1_000_000)
VALUES = (
    "",
    "None",
    "null",
    "nan",
    "-inf",
    "1e999",
    "-1",
    "9" * 5_000,
    "９",
    "0.5.5",
    "[" * 5_000,
    "[]",
    "[[]]",
    '[["a"]]',
    '[{"a": 1}]',
    '["\\ud800"]',
    '["<|endoftext|>", "<|endoftext|>", ""]',
    "[NaN]",
    '[[3,"t","h"]]',
    "[[3,[116],[104]],[9,[116],[256]]]",
    '{"a": "b"}',
    "\ud800",
    "\ud83d\udc4f",
    "a\x00b",
    "\u202e",
    "(?:",
    "__class__",
    "own",
    "file",
    "a" * (limits.SETTING + 1),
    BOMB,
    BOMB[:-3],
    packed(b"\xff\xfe"),
    packed("\ud800".encode("utf-8", "surrogatepass")),
    packed(b""),
)
OTHER_TYPES: tuple[Any, ...] = (None, True, 7, -1.5, [], ["a"], [["a"]], {"a": 1}, 10**400)
"""What a saved lesson, unlike a link, may hold for a value."""


def fuzzed(source: random.Random) -> str:
    """A value as nobody wrote it: one of those above, or what two of them have become."""
    value = source.choice(VALUES)[:600]
    for _ in range(source.randrange(4)):
        at = source.randrange(len(value) + 1)
        kind = source.randrange(5)
        if kind == 0:
            value = (
                value[:at]
                + chr(source.choice((0, 9, 34, 92, 0x202E, 0xD83D, 0x1F44F)))
                + value[at:]
            )
        elif kind == 1:
            value = value[:at]
        elif kind == 2:
            value += source.choice(VALUES)[:600]
        elif kind == 3:
            value = json.dumps([value])
        else:
            value = packed(value.encode("utf-8", "surrogatepass"))
    return value


def link(source: random.Random, names: Collection[str]) -> dict[str, str]:
    """Values of a link, each hostile in its own way; an address is always well-formed."""
    return {name: fuzzed(source).encode("utf-8", "replace").decode() for name in sorted(names)}


def saved_lesson(source: random.Random) -> bytes:
    """A saved lesson whose settings are a hostile link's, some of them not even text."""
    settings: dict[str, Any] = {name: fuzzed(source) for name in NAMES}
    for name in source.sample(NAMES, 8):
        settings[name] = source.choice(OTHER_TYPES)
    text = source.choice(("low lower lowest", "", "half \ud83d", "안녕 hello"))
    return json.dumps({"tokviz": 1, "text": text, "settings": settings}).encode()
