"""The rule table that SentencePiece models carry for normalization, and looking a rule up in it.

The table is a trie over UTF-8 bytes, packed into one array of 32-bit units (a double array), then
the replacements, each ended by a zero byte. From a node, byte c leads to the unit at ``node ^ c``,
if the label of that unit is c. There are over 200,000 rules, so none is unpacked before a text asks
for it; steps are remembered by character, so a text pays for each kind of step once.

Sources: Aoe 1989, "An Efficient Digital Search Algorithm by Using a Double-Array Structure"; the
unit's bit fields are those of the Darts-clone library.
"""

import sys
from array import array
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from operator import add

import numpy as np
import numpy.typing as npt

from tokviz.arrays.sorting import distinct
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import RULE_LENGTH
from tokviz.text.code_points import code_points
from tokviz.text.markers import SPACE_MARKER

_BLOCK = 1024
"""Bytes: the array comes in blocks of 256 units, so that a node's children are all in it."""
MOST_CHARACTERS = 1 << 16
"""Of how many characters, and pairs of neighbours, a table remembers what it says of them."""
_LONG = 256
"""Characters of a text from which on arrays find its pairs of neighbours faster."""
_FEW = 64
"""So many kinds of characters are rewritten kind by kind."""
_CODE_BITS = 21
_MIXED = "\ud800"
"""Stands for a replacement with a space among other characters; no text has it."""


def check_rule_table(charsmap: bytes) -> None:
    """TokvizError for a table in which looking a rule up could leave it, or find no text."""
    fault = _fault(charsmap) if charsmap else None
    if fault is not None:
        raise TokvizError(
            "A table of normalization rules is an array of whole blocks and the replacements "
            f"that it points to, but in this one {fault}. Train or save the model again."
        )


def _fault(charsmap: bytes) -> str | None:
    """The first thing that is wrong."""
    size = int.from_bytes(charsmap[:4], "little")
    if not _BLOCK <= size <= len(charsmap) - 4 or size % _BLOCK:
        return f"the array has {size:,} of {len(charsmap):,} bytes"
    units = np.frombuffer(charsmap, "<u4", size // 4, 4).astype(np.int64)
    replacements = charsmap[4 + size :]
    inner = np.flatnonzero(units < 1 << 31)
    children = inner ^ ((units[inner] >> 10) << ((units[inner] & 0x200) >> 6))
    if (children >= len(units)).any():
        return "a node points out of the array"
    leaves = units[children[(units[inner] >> 8 & 1).astype(bool)]]
    starts = leaves & 0x7FFFFFFF
    if len(leaves) and (leaves.min() < 1 << 31 or starts.max() >= len(replacements)):
        return "a rule has no replacement"
    return _fault_of_replacements(replacements, starts)


def _fault_of_replacements(replacements: bytes, starts: npt.NDArray[np.int64]) -> str | None:
    try:
        replacements.decode()
    except UnicodeDecodeError:
        return "the replacements are no UTF-8 text"
    values = np.frombuffer(replacements, np.uint8)
    if len(starts) and (values[-1] != 0 or (values[starts] & 0xC0 == 0x80).any()):
        return "a replacement begins or ends inside a character"
    longest = _longest(replacements)
    if longest > RULE_LENGTH:
        return f"a replacement has {longest:,} bytes, more than {RULE_LENGTH}"
    return None


def longest_replacement(charsmap: bytes) -> int:
    """How many bytes a rule of the table writes at most."""
    return _longest(charsmap[4 + int.from_bytes(charsmap[:4], "little") :])


def _longest(replacements: bytes) -> int:
    return max(map(len, replacements.split(b"\0")))


@lru_cache(maxsize=4)
def rules_of(charsmap: bytes) -> "RuleTrie":
    """The rules of one table; models share theirs, and what it has found out about characters."""
    return RuleTrie(charsmap)


class RuleTrie:
    """The rules of one table. An empty table has none; TokvizError for one that is none."""

    def __init__(self, charsmap: bytes) -> None:
        check_rule_table(charsmap)
        size = int.from_bytes(charsmap[:4], "little")
        self._units = array("I", charsmap[4 : 4 + size])
        if sys.byteorder == "big":
            self._units.byteswap()
        self._replacements = charsmap[4 + size :]
        self._root = self._base(0) if charsmap else -1
        self._steps: dict[tuple[int, str], tuple[int, str | None]] = {}
        self._apart: set[str] = set()  # neighbours met that no rule takes together
        self._alone = _Alone(self._step, self._root)

    def longest_match(self, text: str, at: int) -> tuple[int, str | None]:
        """The end of the longest rule that fits at ``at``, and its replacement; None if none."""
        node, end, after = self._root, at, None
        for position in range(at, min(len(text), at + RULE_LENGTH)):
            node, replacement = self._step(node, text[position])
            if replacement is not None:
                end, after = position + 1, replacement
            if node < 0:
                break
        return end, after

    def one_by_one(self, text: str) -> str | None:
        """The well-formed text after the rules for single characters.

        None where another rule fits anywhere in it, or more than a space becomes a space or ▁.
        """
        pairs = _neighbours(text) if len(text) >= _LONG else map(add, text, text[1:])
        if not self._apart.issuperset(pairs) and not self._stand_apart(_neighbours(text)):
            return None
        rewritten = self._each_rewritten(text, pairs)
        return None if _MIXED in rewritten or SPACE_MARKER in rewritten else rewritten

    def _stand_apart(self, pairs: Iterable[str]) -> bool:
        """Whether no rule takes both characters of any of the pairs."""
        for pair in pairs:
            node, _ = self._step(self._root, pair[0])
            if self._step(node, pair[1]) != (-1, None):
                return False
            if len(self._apart) >= MOST_CHARACTERS:
                self._apart.clear()
            self._apart.add(pair)
        return True

    def _each_rewritten(self, text: str, pairs: Iterable[str]) -> str:
        """Every character by the rule for it: of a long text, if few kinds have one, kind by kind.

        ``pairs`` are those of a long text's neighbours.
        """
        alone = self._alone
        if len(text) >= _LONG:
            changed = [
                character for character in set("".join(pairs)) if alone[character] != character
            ]
            after = {alone[character] for character in changed}
            if len(changed) <= _FEW and set("".join(after)).isdisjoint(changed):
                for character in changed:
                    text = text.replace(character, alone[character])
                return text
        return "".join(map(alone.__getitem__, text))

    def begins_no_rule(self, character: str) -> bool:
        """Whether no rule takes this character first."""
        return self._step(self._root, character) == (-1, None)

    @cached_property
    def inert_ascii(self) -> str:
        """The visible ASCII characters that no rule takes alone or with ASCII after them."""
        return "".join(chr(code) for code in range(33, 127) if self._is_inert(chr(code)))

    def _is_inert(self, character: str) -> bool:
        node, replacement = self._step(self._root, character)
        if node < 0 or replacement is not None:
            return replacement is None
        return not any(self._leads_on(node, code) for code in range(1, 128))

    def _step(self, node: int, character: str) -> tuple[int, str | None]:
        """Where a character leads from a node (-1: nowhere), and the rule that ends there."""
        known = self._steps.get((node, character))
        if known is None:
            if len(self._steps) >= MOST_CHARACTERS:
                self._steps.clear()
            known = self._steps[node, character] = self._walk(node, character)
        return known

    def _walk(self, node: int, character: str) -> tuple[int, str | None]:
        if node < 0 or character == "\0":  # a zero byte is the trie's own end mark
            return -1, None
        ends = False
        for byte in character.encode("utf-8", "surrogatepass"):
            place = node ^ byte
            if not self._leads_on(node, byte):
                return -1, None
            node = self._base(place)
            ends = bool(self._units[place] >> 8 & 1)
        if not ends:
            return node, None
        start = self._units[node] & 0x7FFFFFFF
        return node, self._replacements[start : self._replacements.index(b"\0", start)].decode()

    def _leads_on(self, node: int, byte: int) -> bool:
        """Whether a byte leads to another node."""
        place = node ^ byte
        return place < len(self._units) and self._units[place] & 0x800000FF == byte

    def _base(self, place: int) -> int:
        """What a node's children are found from: its own place, moved by the offset it holds."""
        unit = self._units[place]
        return place ^ ((unit >> 10) << ((unit & 0x200) >> 6))


class _Alone(dict[str, str]):
    """Character -> what becomes of it where it stands alone, asked once for each."""

    def __init__(self, step: Callable[[int, str], tuple[int, str | None]], root: int) -> None:
        self._step, self._root = step, root

    def __missing__(self, character: str) -> str:
        _, after = self._step(self._root, character)
        if after is not None and after != " " and " " in after:
            after = _MIXED
        if len(self) >= MOST_CHARACTERS:
            self.clear()
        alone = self[character] = character if after is None else after
        return alone


def _neighbours(text: str) -> list[str]:
    """The different pairs of neighbours in a well-formed text."""
    codes = code_points(text).astype(np.int64)
    pairs = distinct(codes[:-1] << _CODE_BITS | codes[1:])
    firsts, seconds = pairs >> _CODE_BITS, pairs & ((1 << _CODE_BITS) - 1)
    return list(map(add, map(chr, firsts.tolist()), map(chr, seconds.tolist())))
