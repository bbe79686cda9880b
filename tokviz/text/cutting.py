"""Cutting a text into stretches that a split pattern can be run on alone, each known by a number.

A published split pattern always cuts before a space that follows something else, and before a sign
that follows an ASCII letter or digit. What it finds on one side of such a cut does not depend on
the other: no part of it goes on over the cut, and where one tries to, it fails as it would at the
end of the text. So a text falls into stretches, such as "the" and " men\\nin", found by comparing
arrays. With any other pattern, each part of the text is one stretch.

Which stretches are the same is found in two steps. In a block of the text, numpy compares the short
ones as integers; what it does not know to be a repetition, a fifth of them, is looked up as a str.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, count
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.text.code_points import code_points
from tokviz.text.pre_tokens import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    O200K_PATTERN,
    TIKTOKEN_GPT2_PATTERN,
)

Numbers: TypeAlias = npt.NDArray[np.int32]
Places: TypeAlias = npt.NDArray[np.int64]
Part: TypeAlias = tuple[str, bool]
"""A stretch of text or a special token, and whether it is the latter."""

WORTH_COUNTING = 1 << 10
"""From how many characters on a text is cut into stretches."""
SPECIAL = "\ud800"
"""Stands before the name of a special token: no text is like it, none has a lone surrogate."""

_CUT_BEFORE = {
    GPT2_PATTERN: " \t\n\r\f\v",
    TIKTOKEN_GPT2_PATTERN: " \t\n\r\f\v",
    GPT4_PATTERN: " \t",
    O200K_PATTERN: " \t",
}
"""The spaces that begin a pre-token wherever something else stands before them."""
_SIGNS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~'
"""Those that begin one behind an ASCII letter or digit; an apostrophe may belong to the letters."""
_LAST_SPACE = 0x3000
_BLOCK = 1 << 18  # characters cut at a time
_LOWEST = np.array([(1 << 8 * size) - 1 for size in range(9)], np.uint64)  # so many bytes of eight
_SPREAD = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], np.uint64)  # any large odd numbers do
_SLOT_BITS = 16


def may_be_cut(pattern: str) -> bool:
    """Whether this pattern always cuts before a space that follows something else."""
    return pattern in _CUT_BEFORE


def number_stretches(parts: Iterable[Part], pattern: str | None) -> tuple[list[str], Numbers]:
    """The distinct stretches in the order of their first places, and the text as their numbers.

    Without a pattern no part is cut. A special token's stretch is its name behind ``SPECIAL``.
    """
    number_of: defaultdict[str, int] = defaultdict(count().__next__)
    before = "" if pattern is None else _CUT_BEFORE.get(pattern, "")
    rows = [_number_block(block, number_of, before) for block in _blocks(parts, before)]
    return list(number_of), np.concatenate([np.empty(0, np.int32), *rows])


def _blocks(parts: Iterable[Part], before: str) -> Iterator[list[str]]:
    """The parts in order, some at a time; what may not be cut stands alone."""
    waiting: list[str] = []
    size = 0
    for text, is_special in parts:
        if is_special or not before:
            yield from filter(None, [waiting, [SPECIAL + text if is_special else text]])
            waiting, size = [], 0
            continue
        start = 0
        while size + len(text) - start > _BLOCK:
            end = _last_cut(text, start, start + _BLOCK - size, before)
            yield [*waiting, text[start:end]]
            waiting, size, start = [], 0, end
        waiting.append(text[start:])
        size += len(text) - start
    yield waiting


def _last_cut(text: str, start: int, end: int, before: str) -> int:
    """Where to end a block that began at ``start``: near ``end`` if the text may be cut there."""
    while end < len(text):
        for place in range(end, max(start, end - 1000), -1):
            if text[place] in before and not text[place - 1].isspace():
                return place
        end += end - start + 1000
    return len(text)


def _number_block(texts: list[str], number_of: Mapping[str, int], before: str) -> Numbers:
    """The stretches of several texts as numbers; new ones are numbered on."""
    joined = "".join(texts)
    if not before or len(joined) < WORTH_COUNTING or joined.startswith(SPECIAL):
        return np.fromiter(map(number_of.__getitem__, texts), np.int32, len(texts))
    is_edge = _edges(joined, list(accumulate(map(len, texts))), before)
    return number_spans(joined, np.flatnonzero(is_edge), number_of)


def number_spans(text: str, edges: Places, number_of: Mapping[str, int]) -> Numbers:
    """What stands between neighbouring edges as numbers; new spans are numbered on.

    ``number_of`` gives a span that it does not know the next number.
    """
    like = _like_before(text.encode(), _in_bytes(text, edges))
    new = np.flatnonzero(like == np.arange(len(like)))
    spans = zip(edges[new].tolist(), edges[new + 1].tolist(), strict=True)
    stretches = [text[start:end] for start, end in spans]
    numbers = np.empty(len(like), np.int32)
    numbers[new] = np.fromiter(map(number_of.__getitem__, stretches), np.int32, len(new))
    return numbers[like]


def _in_bytes(text: str, edges: Places) -> Places:
    """Places between characters as places between bytes of UTF-8."""
    if text.isascii():
        return edges
    codes = code_points(text)
    sizes = 1 + (codes >= 1 << 7) + (codes >= 1 << 11) + (codes >= 1 << 16).astype(np.int64)
    return np.append(0, np.cumsum(sizes))[edges]


def _edges(text: str, ends: Sequence[int], before: str) -> npt.NDArray[np.bool_]:
    """Whether a stretch begins or ends at each place of the text; ``ends`` are those of texts."""
    flags_of = _flags(before)
    if text.isascii():
        flags = np.frombuffer(text.encode().translate(flags_of[:256].tobytes()), np.uint8)
    else:
        codes = code_points(text)
        flags = flags_of[np.minimum(codes, _LAST_SPACE + 1)]
    is_edge = np.ones(len(text) + 1, bool)
    is_edge[1:-1] = flags[:-1] & (flags[1:] >> 2)
    is_edge[ends] = True
    return is_edge


@lru_cache(maxsize=3)
def _flags(before: str) -> npt.NDArray[np.uint8]:
    """For each kind of cut a bit: may the character stand before it? Four times that: behind it?"""
    return np.array(
        [
            (not c.isspace())
            + 2 * (c.isascii() and c.isalnum())
            + 4 * (c in before)
            + 8 * (c in _SIGNS)
            for c in map(chr, range(_LAST_SPACE + 2))
        ],
        np.uint8,
    )


def _like_before(raw: bytes, edges: Places) -> npt.NDArray[np.int64]:
    """Of each stretch one that is the same, the first with luck; of those over 15 bytes, itself.

    Where two share a slot, the later one counts as new.
    """
    starts, sizes = edges[:-1], np.diff(edges)
    eights = np.ndarray(len(raw) + 9, "<u8", raw + bytes(16), strides=(1,))
    low = eights[starts] & _LOWEST[np.minimum(sizes, 8)]
    high = eights[starts + 8] & _LOWEST[np.clip(sizes - 8, 0, 7)]
    high |= np.minimum(sizes, 16).astype(np.uint64) << 56
    slots = (low * _SPREAD[0] ^ high * _SPREAD[1]) >> (64 - _SLOT_BITS)
    places = np.arange(len(starts))
    in_slot = np.empty(1 << _SLOT_BITS, np.int64)
    in_slot[slots[::-1]] = places[::-1]  # the last one written is the first place
    found = in_slot[slots]
    same = (low[found] == low) & (high[found] == high) & (sizes < 16)
    return np.where(same, found, places)
