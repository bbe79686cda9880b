"""Labels that are too long for a sentence: both ends are shown, and the length between them.

Where one is cut is decided here alone. A script is told the two places, as it must not look for
them: what is one character to its browser depends on the Unicode that the browser knows.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple, TypeAlias

from tokviz.text.characters import iter_graphemes
from tokviz.text.labels import Part, label_parts, on_one_line, plural, unit_of
from tokviz.text.markers import Markers, spelled_length

Parts: TypeAlias = tuple[Part, ...]
Cut: TypeAlias = tuple[int, int]

WHOLE, HEAD, TAIL = 24, 8, 6
"""Characters that a label has at most to be shown whole; of a longer one, those of its two ends.

The length that stands between them takes twelve and more: of 24, less would be more.
"""
NAMES = ("control", "bytes", "marker", "more")
"""Kinds of parts whose letters are ours, or are not to be parted."""
JOINER: Part = ("control", "ZWJ")
"""It stands by its name between the pictures of a family."""


def both_ends(token: str | bytes, markers: Markers = ()) -> str:
    """A token on one line, of a long one both ends: "the·quic… 43 bytes …zy·dog" """
    length = plural(spelled_length(token, markers), unit_of([token]))
    return on_one_line(ends_of(label_parts(token, markers), length))


def ends_of(parts: Parts, length: str) -> Parts:
    """The parts of that, as ``bothEnds`` of views/tokens/tokens.js makes them of ``cut_of``."""
    start, end = _places(parts) or (0, 0)
    rest = _between(parts, start, end)
    beginning, ending = _between(parts, 0, start), _between(parts, end, _length(parts))
    return (*beginning, ("more", f"… {length} …"), *ending) if rest else parts


def cut_of(parts: Parts) -> Cut | None:
    """Of a long label, where its beginning ends and where its end begins; None of another.

    Places in all its parts' texts, one behind the other, by UTF-16 code units, as scripts count.
    Where they are the same, or but for a space between bytes, nothing is left out.

    (("text", "the quick brown 🦊 jumps over"),) -> (8, 24)
    """
    places = _places(parts)
    if places is None:
        return None
    written = "".join(text for _, text in parts)
    start, end = (len(written[:at].encode("utf-16-le", "surrogatepass")) // 2 for at in places)
    return start, end


def cuts_of(labels: Sequence[Parts]) -> dict[int, Cut]:
    """Those of the long ones among these labels, by their numbers."""
    return {i: cut for i, cut in enumerate(map(cut_of, labels)) if cut is not None}


def _places(parts: Parts) -> Cut | None:
    """``cut_of`` by code points, not code units.

    A label that goes on has no end, and is long, however short. An end has HEAD or TAIL
    characters, or one unit where that alone is longer.
    """
    goes_on = any(kind == "more" for kind, _ in parts)
    if not goes_on and _length(parts) <= WHOLE:
        return None
    units = _units(parts)
    if not goes_on and sum(unit.size for unit in units) <= WHOLE:
        return None
    head = _fitting(units, HEAD)
    is_open = parts[-1][0] == "more"
    tail = len(units) - (0 if is_open else _fitting(units[head:][::-1], TAIL))
    end = units[tail].start if tail < len(units) else units[-1].end
    return units[head - 1].end, end


class _Unit(NamedTuple):
    """What may not be cut: a character, a byte, a name, or several that a joiner joins.

    ``size`` is what a reader counts: characters, and each letter of a name or byte.
    """

    start: int
    end: int
    size: int


def _units(parts: Parts) -> list[_Unit]:
    units: list[_Unit] = []
    at, joins = 0, False
    for part in parts:
        kind, text = part
        is_joiner = part == JOINER
        start = at
        for piece in _smallest(part):
            size = 1 if kind not in NAMES else sum(1 for _ in iter_graphemes(piece))
            unit = _Unit(start, start + len(piece), size)
            if units and (joins or is_joiner):
                before = units.pop()
                unit = _Unit(before.start, unit.end, before.size + size)
            units.append(unit)
            start = unit.end + (kind == "bytes")
            joins = is_joiner
        at += len(text)
    return units


def _smallest(part: Part) -> Iterable[str]:
    kind, text = part
    if kind == "bytes":
        return text.split()
    if kind in NAMES:
        return (text,)
    return text if text.isascii() else iter_graphemes(text)  # no part has a whole "\r\n"


def _fitting(units: Sequence[_Unit], room: int) -> int:
    """How many of these units have room; the first always has."""
    ends = takewhile(lambda end: end <= room, accumulate(unit.size for unit in units))
    return max(sum(1 for _ in ends), min(1, len(units)))


def _between(parts: Parts, start: int, end: int) -> Parts:
    """What stands between two places in all their texts."""
    found: list[Part] = []
    at = 0
    for kind, text in parts:
        piece = text[max(0, start - at) : max(0, end - at)]
        if shown := piece.strip() if kind == "bytes" else piece:
            found.append((kind, shown))
        at += len(text)
    return tuple(found)


def _length(parts: Parts) -> int:
    return sum(len(text) for _, text in parts)
