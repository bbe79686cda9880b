"""How many times longer the stages of a ``tokenizer.json`` can make a text.

Most stages write about what they read. But one that replaces "a" by a hundred letters, five times
over, makes ten billion of one, and a regular expression may try its ways without end.
"""

import base64
import math
from collections.abc import Mapping
from typing import Any

_STAGES = ("normalizer", "pre_tokenizer", "decoder")
_EVEN = frozenset(
    (
        *("Sequence", "BertNormalizer", "Lowercase", "NFC", "NFD", "NFKC", "NFKD", "Nmt"),
        *("Strip", "StripAccents", "ByteLevel", "Metaspace", "Whitespace", "WhitespaceSplit"),
        *("BertPreTokenizer", "Punctuation", "Digits", "UnicodeScripts", "CharDelimiterSplit"),
        *("Split", "WordPiece", "BPEDecoder", "ByteFallback", "Fuse", "CTC"),
    )
)
"""Those that write about what they read; any that this does not know may write more."""


def growth(content: Mapping[str, Any]) -> float:
    """Characters for one character at most, about; infinite where nothing bounds them or the time.

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
        return max(1.0, (len(stage["content"]) + 1) / max(len(pattern["String"]), 1))
    if kind == "Prepend":  # once for each stretch between added tokens
        return 1.0 + len(stage["prepend"])
    if kind == "Precompiled" and isinstance(stage["precompiled_charsmap"], str):
        return float(_longest_rule(stage["precompiled_charsmap"]))
    return 1.0 if kind in _EVEN else math.inf


def _longest_rule(charsmap: str) -> int:
    """Bytes of the longest replacement: they stand behind the trie, each ended by a zero."""
    table = base64.b64decode(charsmap)
    rules = table[4 + int.from_bytes(table[:4], "little") :]
    return max(map(len, rules.split(b"\0")), default=0) + 1
