"""How many times longer the stages of a ``tokenizer.json`` can make a text.

A stage that replaces "a" by a hundred letters, five times over, makes ten billion of one; thirty
stages that write each byte as a character make as many; and a regular expression may try its ways
without end.
"""

import base64
import math
from collections.abc import Mapping
from typing import Any

from tokviz.text.normalizers.charsmap import longest_replacement

MOST_GROWTH = 200
"""Times: a table of rules writes up to 33 bytes for one character, Metaspace a ▁ in front of it."""
_STAGES = ("normalizer", "pre_tokenizer", "decoder")
_TIMES = {
    "Sequence": 1.0,
    **dict.fromkeys(("NFKC", "NFKD"), 18.0),
    **dict.fromkeys(("BertNormalizer", "ByteLevel", "Lowercase", "NFC", "NFD"), 4.0),
    **dict.fromkeys(("BPEDecoder", "CTC"), 3.0),
    **dict.fromkeys(("Metaspace", "WordPiece"), 2.0),
    **dict.fromkeys(("BertPreTokenizer", "CharDelimiterSplit", "Digits", "Punctuation"), 1.1),
    **dict.fromkeys(("Split", "UnicodeScripts", "Whitespace", "WhitespaceSplit"), 1.1),
    **dict.fromkeys(("ByteFallback", "Fuse", "Nmt", "Strip", "StripAccents"), 1.1),
}
"""By type. Those that write no more than they read take their time: many count as growth too. A
type that is not here may write anything."""


def growth(content: Mapping[str, Any]) -> float:
    """Characters for one character at most; infinite where nothing bounds them, or the time.

    Arguments:
        content: a ``tokenizer.json`` that the library has read.
    """
    return math.prod(_of(content.get(name)) for name in _STAGES)


def _of(part: object) -> float:
    """Of a stage, and of the stages in it."""
    if isinstance(part, list):
        return math.prod(map(_of, part))
    if not isinstance(part, dict):
        return 1.0
    inner = math.prod(_of(value) for name, value in part.items() if name != "pattern")
    return inner * _own(part) if "type" in part else inner


def _own(stage: Mapping[str, Any]) -> float:
    kind, pattern = stage["type"], stage.get("pattern")
    if isinstance(pattern, dict) and "String" not in pattern:
        return math.inf
    if kind == "Replace" and isinstance(pattern, dict):
        return max(1.1, (len(stage["content"]) + 1) / max(len(pattern["String"]), 1))
    if kind == "Prepend":  # once for each stretch between added tokens
        return 1.1 + len(stage["prepend"])
    if kind == "Precompiled" and isinstance(stage["precompiled_charsmap"], str):
        return 1.1 + longest_replacement(base64.b64decode(stage["precompiled_charsmap"]))
    return _TIMES.get(kind, math.inf)
