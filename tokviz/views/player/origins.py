"""What the base symbols of a replay are where they are no byte or character of the text.

A card says of a token what it is made of. One that no merge made is a letter, but for these: a
special token, the mark of a space or of a word's end, what stands for the unknown, one byte of a
character that has no token, and what a tokenizer takes whole before it merges. Of a training, the
same says what its vocabulary began with. Not here: the words (card.js, vocabulary.js).
"""

from collections import Counter
from typing import Literal, TypeAlias, get_args

from tokviz.arrays.sorting import distinct
from tokviz.text.markers import named_byte, spelled_length
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeTrace

Origin: TypeAlias = Literal["special", "unknown", "space", "word_end", "byte", "whole"]

Kind: TypeAlias = Literal["unit", "byte", "mark", "start", "special"]
_KINDS: dict[Origin | None, Kind] = {
    None: "unit",
    "space": "unit",
    "byte": "byte",
    "word_end": "mark",
    "whole": "start",
    "special": "special",
    "unknown": "special",
}


def origins(trace: MergeTrace | EncodeTrace) -> dict[int, Origin]:
    """token id -> what it is, of those base symbols that are no letter; in the order of ids."""
    found: dict[int, Origin] = {}
    for token_id in distinct(trace.symbols).tolist():
        origin = _origin(trace, token_id)
        if origin is not None:
            found[token_id] = origin
    return found


def _origin(trace: MergeTrace | EncodeTrace, token_id: int) -> Origin | None:
    if token_id == trace.unk_id:
        return "unknown"
    if token_id in trace.special_ids:
        return "special"
    token = trace.vocab[token_id]
    for mark in trace.markers:
        if mark.text == token and (mark.spells or mark.place == "end"):
            return "space" if mark.spells else "word_end"
    if isinstance(token, str) and named_byte(token, trace.markers):
        return "byte"
    return "whole" if spelled_length(token, trace.markers) > 1 else None


def alphabet(trace: MergeTrace) -> list[tuple[Kind, int]]:
    """How many tokens of each kind a vocabulary has before the first merge.

    "unit" are those of one base symbol, "start" others. Where a mark says that a word goes on, as
    WordPiece's "##", one character may be two tokens: those, too, are "start".
    """
    learned = set(trace.merged_ids.tolist())
    counts = Counter(_KINDS[_origin(trace, each)] for each in trace.vocab if each not in learned)
    if any(mark.place == "front" and not mark.spells for mark in trace.markers):
        counts["start"] += counts.pop("unit", 0)
    return [(kind, counts[kind]) for kind in get_args(Kind) if counts[kind]]
