"""How many times longer the stages of a ``tokenizer.json`` can make a text.

A stage that replaces "a" by a hundred letters, five times over, makes ten billion of one; thirty
stages that write each byte as a character make as many; and a regular expression may try its ways
without end.
"""

import base64
import math
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple

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
_BY_PART = {
    **dict.fromkeys(("normalizers", "pretokenizers", "decoders"), "Sequence"),
    **{"content": "Replace", "behavior": "Split", "prepend": "Prepend"},
    "precompiled_charsmap": "Precompiled",
}
"""The types of stages whose growth is in their parts, by a part that no other has."""
_NO_PARTS = "no such part"


class _Measure(NamedTuple):
    """What counts by type, of a regular expression by what it writes, and of any stage at least."""

    by_type: Mapping[str, float]
    by_pattern: Callable[[str], float]
    least: float


_TIME = _Measure(_TIMES, lambda _: math.inf, 1.1)
_DECODING_TIME = _TIME._replace(by_type={**_TIMES, "ByteLevel": 1.1})
"""Where a normalizer writes up to four bytes of a character, a decoder makes one of them again."""
_WRITTEN = _Measure(
    {kind: times if times > 1.1 else 1.0 for kind, times in _TIMES.items()}
    | {_NO_PARTS: max(_TIMES.values())},  # as much as any type that the library may guess
    lambda content: 1.0 + len(content),  # beside every character, where it finds nothing
    1.0,
)


def growth(content: Mapping[str, Any], normalize: Callable[[str], str] = str) -> float:
    """Characters for one character at most; infinite where nothing bounds them, or the time.

    Arguments:
        content: a ``tokenizer.json`` that the library has read.
        normalize: what its normalizer makes of a text.
    """
    if any(_reads_again(added, normalize) for added in content.get("added_tokens") or ()):
        return math.inf
    written = math.prod(_of(content.get(name), _TIME) for name in _WRITING)
    return written * _of(content.get("decoder"), _DECODING_TIME)


def normalizing_growth(content: Mapping[str, Any]) -> float:
    """Characters for one character at most, once the normalizer alone has read it."""
    return _of(content.get("normalizer"), _TIME)


def _reads_again(added: Mapping[str, Any], normalize: Callable[[str], str]) -> bool:
    """Whether each of many spaces is an added token that takes the spaces beside it along.

    One that is looked for in the normalized text is normalized itself, and may become a space.
    """
    takes: bool = added["lstrip"] or added["rstrip"]
    content: str = added["content"]
    return takes and not (normalize(content) if added["normalized"] else content).strip()


def lengthening(content: Mapping[str, Any]) -> float:
    """Characters that stages write for each of a text and one more, however long they take.

    Arguments:
        content: a ``tokenizer.json`` as it was written: the library has not read it yet. Infinite
            where a stage is none.
    """
    written = {name: _of(content.get(name), _WRITTEN) for name in (*_WRITING, "decoder")}
    return max(written["normalizer"] * written["pre_tokenizer"], written["decoder"])


def _of(stage: object, measure: _Measure) -> float:
    """Of a stage, and of the stages in it."""
    match _kind(stage), stage:
        case _, None:
            times = 1.0
        case "Sequence", {**parts}:
            lists = (part for part in parts.values() if isinstance(part, list))
            times = math.prod(_of(part, measure) for part in chain.from_iterable(lists))
        case "Replace", {"pattern": {"String": str(found)}, "content": str(written)}:
            times = max(measure.least, len(written) / max(len(found), 1))
        case "Replace", {"pattern": {"Regex": str()}, "content": str(written)}:
            times = measure.by_pattern(written)
        case "Split", {"pattern": {"String": str()}}:
            times = measure.least
        case "Split", {"pattern": {"Regex": str(pattern)}}:
            times = measure.least if pattern in QUICK else measure.by_pattern("")
        case "Prepend", {"prepend": str(written)}:  # before each stretch of the text
            times = measure.least + len(written)
        case "Precompiled", {"precompiled_charsmap": str(charsmap)}:
            times = measure.least + longest_replacement(base64.b64decode(charsmap))
        case kind, _:
            times = measure.by_type.get(kind, math.inf)
    return times


def _kind(stage: object) -> str:
    """The type of a stage; where none is named that the library knows, it goes by the parts."""
    if not isinstance(stage, dict):
        return ""
    named = stage.get("type")
    if isinstance(named, str) and (named in _TIMES or named in _BY_PART.values()):
        return named
    guessed = {_BY_PART[part] for part in stage if part in _BY_PART} or {_NO_PARTS}
    return guessed.pop() if len(guessed) == 1 else ""
