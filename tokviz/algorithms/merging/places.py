"""Where pairs of neighbours stand in a text: at the borders between its base symbols."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.arrays.ragged import run_opens
from tokviz.arrays.sorting import stable_order
from tokviz.checks.errors import TokvizError
from tokviz.traces.merges import NEVER, IntArray

Ints: TypeAlias = npt.NDArray[np.int64]

MANY = 100
"""From so many places on, operations on arrays are faster than loops."""
NO_PAIR = -1
"""At the border of a pre-token no pair stands."""
GONE = -2
"""Where merge k removed the border, GONE - k stands."""
STRIDE = 1 << 24
"""A pair travels as one integer, left * STRIDE + right: half the cost of hashing a tuple."""


class Standing:
    """Which pair stands at each border, and where, and how often, each pair stands.

    ``pair_at`` and ``pairs_at`` are one, to be read and written one by one, or as an array.

    Arguments:
        codes: those of the pairs, by number.
        places, opens: pair i stands at ``places[opens[i]:opens[i + 1]]``.
        weights: how often the pre-token of each border occurs in the text.
    """

    def __init__(self, codes: Ints, places: Ints, opens: Ints, weights: Ints) -> None:
        self.pair_at = array("q", [NO_PAIR]) * (len(weights) + 1)
        self.pairs_at: Ints = np.frombuffer(self.pair_at, np.int64)
        self.pairs_at[places] = np.repeat(np.arange(len(codes)), np.diff(opens))
        self.codes = array("q", codes.tobytes())
        self.counts: list[int] = np.add.reduceat(weights[places], opens[:-1]).tolist()
        """How often each stands in the text."""
        self._places = array("q", places.tobytes())  # each pair's ascending; it may be gone there
        self._opens: list[int] = opens.tolist()
        self.came_of = array("q", [NO_PAIR]) * len(codes)
        """Which pair each was before the merge with which it came up."""
        self._weights = weights
        self._weight: list[int] = weights.tolist()

    def places(self, number: int) -> Sequence[int] | Ints:
        """Ascending places, an array of many; of a few a pair may stand at some no more."""
        places = self._places[self._opens[number] : self._opens[number + 1]]
        if len(places) < MANY:
            return places
        all_places = np.asarray(places)
        standing: Ints = all_places[self.pairs_at[all_places] == number]
        return standing if len(standing) >= MANY else standing.tolist()

    def first(self, number: int) -> int:
        """The first place of a pair that stands in the text; what lies before it is forgotten.

        It is left to the pair numbered before, which is gone there, too: a place that has got a
        pair never gets one with a lower number.
        """
        places, pair_at, at = self._places, self.pair_at, self._opens[number]
        while pair_at[places[at]] != number:
            at += 1
        self._opens[number] = at
        return places[at]

    def merge_few(
        self,
        number: int,
        places: Iterable[int],
        gone: int,
        widths: tuple[int, int],
        shifts: tuple[int, int],
    ) -> list[int]:
        """Merge a pair where it stands among these places; returns the places between two merges.

        ``gone`` is put there; ``widths`` are those of its two tokens. The codes of the pairs before
        and after them rise by ``shifts``.
        """
        pair_at = self.pair_at
        to_left, to_right = widths
        befores: dict[int, list[int]] = {}
        afters: dict[int, list[int]] = {}
        for place in places:
            if pair_at[place] != number:
                continue
            pair_at[place] = gone
            start = place - to_left
            if (before := pair_at[start]) != NO_PAIR:
                if before in befores:
                    befores[before].append(start)
                else:
                    befores[before] = [start]
            end = place + to_right
            if (after := pair_at[end]) != NO_PAIR:
                if after in afters:
                    afters[after].append(end)
                else:
                    afters[after] = [end]
        disjoint = befores.keys().isdisjoint(afters)
        touching = [] if disjoint else take_touching(befores, afters)
        if befores:
            self.add(befores, shifts[0])
        if afters:
            self.add(afters, shifts[1])
        return touching

    def add(self, grouped: Mapping[int, list[int]], shift: int) -> None:
        """Number the pairs that others become, of each the places where it stood.

        The new codes are so much higher.
        """
        pair_at, weight, codes, counts = self.pair_at, self._weight, self.codes, self.counts
        all_places, opens = self._places, self._opens
        for number, (old, places) in enumerate(grouped.items(), len(codes)):
            count = 0
            for place in places:
                pair_at[place] = number
                count += weight[place]
            counts[old] -= count
            counts.append(count)
            codes.append(codes[old] + shift)
            all_places.fromlist(places)
            opens.append(len(all_places))
        self.came_of.extend(grouped)

    def merge_many(
        self, places: Ints, gone: int, widths: tuple[int, int], shifts: tuple[int, int]
    ) -> list[int]:
        """``merge_few`` at all of these places, by operations on arrays."""
        beside, touching = replace_many(self.pairs_at, places, gone, widths)
        self._add_many(beside, shifts)
        return touching

    def _add_many(self, beside: "Beside", shifts: tuple[int, int]) -> None:
        """``add`` for many places, by operations on arrays."""
        pairs, after, sizes, places = beside
        if not len(pairs):
            return
        first, ends = len(self.codes), np.cumsum(sizes)
        self.pairs_at[places] = np.repeat(np.arange(first, first + len(pairs)), sizes)
        counts = np.add.reduceat(self._weights[places], ends - sizes).tolist()
        codes = np.frombuffer(self.codes, np.int64)[pairs] + np.where(after, *shifts[::-1])
        self.codes.frombytes(codes.tobytes())
        self.counts += counts
        self._opens.extend((ends + len(self._places)).tolist())
        self._places.frombytes(places.tobytes())
        self.came_of.frombytes(pairs.tobytes())
        for old, count in zip(pairs.tolist(), counts, strict=True):
            self.counts[old] -= count


def check_ids(*ids: int) -> None:
    """Raises TokvizError where two pairs of these would be one integer."""
    for token_id in ids:
        if not 0 <= token_id < STRIDE:
            raise TokvizError(
                f"A token's id is from 0 to {STRIDE - 1:,}, but one is {token_id:,}. "
                "Number the tokens from 0."
            )


def count_pairs(symbols: IntArray, starts: IntArray, weights: IntArray) -> Standing:
    """The pairs of pre-tokens that occur so often."""
    check_ids(int(symbols.min(initial=0)), int(symbols.max(initial=0)))
    pairs, opens, places = group_places(symbols, starts)
    codes = pairs[:, 0] * STRIDE + pairs[:, 1]
    weight_at: Ints = np.repeat(weights, np.diff(starts)).astype(np.int64)
    return Standing(codes, places, opens, weight_at)


def group_places(symbols: IntArray, starts: IntArray) -> tuple[Ints, Ints, Ints]:
    """The pairs of neighbours within the pre-tokens, by a sort of integers.

    Arguments:
        symbols: (n,) the base symbols of the pre-tokens, one after the other.
        starts: (d + 1,) pre-token i is ``symbols[starts[i]:starts[i + 1]]``.

    Returns the distinct pairs (p, 2), where the places of each begin and end (p + 1,), and all
    places: pair i stands before the symbols ``places[opens[i]:opens[i + 1]]``.
    [7, 8, 7, 8], [0, 3, 4] -> [[7, 8], [8, 7]], [0, 1, 2], [1, 2]
    """
    inside = np.ones(len(symbols) + 1, bool)
    inside[starts] = False
    places = np.flatnonzero(inside)
    size = int(symbols.max(initial=0)) + 1
    ids = symbols.astype(np.int64)
    both = ids[places - 1] * size + ids[places]
    order = stable_order(both)
    both, places = both[order], places[order]
    first = run_opens(both)
    pairs = np.stack(np.divmod(both[first], size), axis=1)
    return pairs, np.append(first, len(places)), places


class Beside(NamedTuple):
    """Places next to merges, by the pairs that stood there and the side; before each comes first.

    Groups come as their first places do, each group's places ascending.
    """

    pairs: Ints  # (g,)
    after: npt.NDArray[np.bool_]  # (g,) on which side of the merges
    sizes: Ints  # (g,) at how many places each stood
    places: Ints  # those of the first group, of the second, and so on


def replace_many(
    pair_at: Ints, places: Ints, gone: int, widths: tuple[int, int]
) -> tuple[Beside, list[int]]:
    """Put ``gone`` at places; what stands next to them, and the places between two merges."""
    to_left, to_right = widths
    pair_at[places] = gone
    sides = np.concatenate([places - to_left, places + to_right])
    touching = np.zeros(len(sides), bool)
    touching[1 : len(places)] = sides[1 : len(places)] == sides[len(places) : -1]
    standing = pair_at[sides]
    keys = standing * 2
    keys[len(places) :] += 1
    inside = standing != NO_PAIR
    sides, touching, keys = sides[inside], touching[inside], keys[inside]

    in_turn = np.arange(len(keys))
    first_of = np.empty(int(keys.max(initial=0)) + 1, np.int64)
    first_of[keys[::-1]] = in_turn[::-1]  # the last one written is the first place
    firsts = first_of[keys]
    order = stable_order(firsts)
    opens = run_opens(firsts[order])
    keys, sizes = keys[order[opens]], np.append(opens[1:], len(order)) - opens
    if touching.any():  # those have a say in the order of groups all the same
        kept = ~touching[order]
        sizes = np.add.reduceat(kept, opens, dtype=np.int64)
        keys, sizes, order = keys[sizes > 0], sizes[sizes > 0], order[kept]
    return Beside(keys >> 1, keys % 2 == 1, sizes, sides[order]), sides[touching].tolist()


def leave_out_overlaps(places: Iterable[int], width: int) -> list[int]:
    """The places at which a pair of equal tokens so wide merges, from left to right.

    "aaaa b aa" -> [1, 2, 3, 6], 1 -> [1, 3, 6]
    """
    kept: list[int] = []
    taken = -1
    for place in places:
        if place == taken:
            taken = -1
        else:
            kept.append(place)
            taken = place + width
    return kept


def take_touching(befores: dict[int, list[int]], afters: dict[int, list[int]]) -> list[int]:
    """The places between two merges ("abab"); they are taken out of ``befores``.

    Both say, for each pair, where it stood just before a merge and just after one.
    """
    touching: set[int] = set()
    for turned in befores.keys() & afters.keys():  # "ba" at most
        touching = set(befores[turned]).intersection(afters[turned])
        befores[turned] = [place for place in befores[turned] if place not in touching]
        if not befores[turned]:
            del befores[turned]
    return sorted(touching)


def boundary_ranks(pair_at: Ints) -> npt.NDArray[np.int32]:
    """The rank at which each border vanished, or ``NEVER``."""
    return np.where(pair_at <= GONE, GONE - pair_at, NEVER).astype(np.int32)


def as_array(numbers: Sequence[int]) -> Ints:
    """``np.array``, which looks at every number twice."""
    return np.fromiter(numbers, np.int64, len(numbers))
