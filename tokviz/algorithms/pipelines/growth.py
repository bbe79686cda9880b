"""How many times longer the stages of a ``tokenizer.json`` can make a text.

A stage that replaces "a" by a hundred letters, five times over, makes ten billion of one; thirty
stages that write each byte as a character make as many; and a regular expression may try its ways
without end.
"""

import base64
import math
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from tokviz.files.hugging_face.quick_patterns import QUICK
from tokviz.text.normalizers.charsmap import longest_replacement

_WRITING = ("normalizer", "pre_tokenizer")
_TIMES = {
    **dict.fromkeys(("NFKC", "NFKD"), 18.0),
    **dict.fromkeys(("BertNormalizer", "ByteLevel", "Lowercase", "NFC", "NFD"), 4.0),
    **dict.fromkeys(("BPEDecoder", "CTC"), 3.0),
    **dict.fromkeys(("Metaspace", "WordPiece"), 2.0),
    **dict.fromkeys(("BertPreTokenizer", "CharDelimiterSplit", "Digits", "Punctuation"), 1.1),
    **dict.fromkeys(("UnicodeScripts", "Whitespace", "WhitespaceSplit"), 1.1),
    **dict.fromkeys(("ByteFallback", "Fuse", "Nmt", "Strip", "StripAccents"), 1.1),
}
"""By type. Those that write no more than they read take their time: many count as growth too. A
type that is not here may write anything."""
_DECODED = {**_TIMES, "ByteLevel": 1.1}
"""Where a normalizer writes up to four bytes of a character, a decoder makes one of them again."""


def growth(content: Mapping[str, Any], normalize: Callable[[str], str] = str) -> float:
    """Characters for one character at most; infinite where nothing bounds them, or the time.

    Arguments:
        content: a ``tokenizer.json`` that the library has read.
        normalize: what its normalizer makes of a text.
    """
    if any(_reads_again(added, normalize) for added in content.get("added_tokens") or ()):
        return math.inf
    written = math.prod(_of(content.get(name)) for name in _WRITING)
    return written * _of(content.get("decoder"), _DECODED)


def _reads_again(added: Mapping[str, Any], normalize: Callable[[str], str]) -> bool:
    """Whether each of many spaces is an added token that takes the spaces beside it along.

    One that is looked for in the normalized text is normalized itself, and may become a space.
    """
    takes: bool = added["lstrip"] or added["rstrip"]
    content: str = added["content"]
    return takes and not (normalize(content) if added["normalized"] else content).strip()


def _of(stage: object, by_type: Mapping[str, float] = _TIMES) -> float:
    """Of a stage, and of the stages in it."""
    match stage:
        case None:
            times = 1.0
        case {"type": "Sequence", **parts}:
            lists = (part for part in parts.values() if isinstance(part, list))
            times = math.prod(_of(part, by_type) for part in chain.from_iterable(lists))
        case {"type": "Replace", "pattern": {"String": str(found)}, "content": str(written)}:
            times = max(1.1, (len(written) + 1) / max(len(found), 1))
        case {"type": "Split", "pattern": {"String": str()}}:
            times = 1.1
        case {"type": "Split", "pattern": {"Regex": str(pattern)}} if pattern in QUICK:
            times = 1.1
        case {"type": "Prepend", "prepend": str(written)}:  # before each stretch of the text
            times = 1.1 + len(written)
        case {"type": "Precompiled", "precompiled_charsmap": str(charsmap)}:
            times = 1.1 + longest_replacement(base64.b64decode(charsmap))
        case {"type": str(kind)}:
            times = by_type.get(kind, math.inf)
        case _:  # without a type the library reads whatever it looks like
            times = math.inf
    return times
