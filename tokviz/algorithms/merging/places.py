"""Where pairs of neighbours stand in a text: at the borders between its base symbols."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.text.sorting import stable_order
from tokviz.traces.merges import NEVER, IntArray

Ints: TypeAlias = npt.NDArray[np.int64]

Places: TypeAlias = list[int] | Ints
"""Ascending; an array where there are ``MANY``."""

MANY = 100
"""From so many places on, operations on arrays are faster than loops."""
NO_PAIR = -1
"""At the border of a pre-token no pair stands."""
GONE = -2
"""Where merge k removed the border, GONE - k stands."""
STRIDE = 1 << 24
"""A pair travels as one integer, left * STRIDE + right: half the cost of hashing a tuple."""


def count_pairs(
    symbols: IntArray, starts: IntArray, weights: IntArray
) -> tuple[list[int], list[Places], list[int], Ints]:
    """The pairs of pre-tokens that occur so often, and the number of the pair at each border.

    Of each pair its code, its places and its count.
    """
    pairs, opens, places = group_places(symbols, starts)
    pair_at = np.full(len(symbols) + 1, NO_PAIR)
    pair_at[places] = np.repeat(np.arange(len(pairs)), np.diff(opens))
    weight_at = np.repeat(weights, np.diff(starts))[places]
    places_of = [list_few(places[first:last]) for first, last in pairwise(opens.tolist())]
    codes = pairs[:, 0] * STRIDE + pairs[:, 1]
    return codes.tolist(), places_of, np.add.reduceat(weight_at, opens[:-1]).tolist(), pair_at


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
    ids, numbers = np.arange(size), symbols.astype(np.int64)
    if size**2 >= 2**63:  # sparse ids: number them, so that two fit in one
        ids, numbers = np.unique(numbers, return_inverse=True)
    both = numbers[places - 1] * len(ids) + numbers[places]
    order = stable_order(both)
    both, places = both[order], places[order]
    first = np.flatnonzero(np.diff(both, prepend=-1))
    pairs = np.stack([ids[both[first] // len(ids)], ids[both[first] % len(ids)]], axis=1)
    return pairs, np.append(first, len(places)), places


def replace_few(
    pair_at: MutableSequence[int],
    places: Iterable[int],
    number: int,
    gone: int,
    widths: tuple[int, int],
) -> tuple[dict[int, Places], dict[int, Places]]:
    """Merge where a pair still stands; the places next to it by the pairs that stood there.

    ``gone`` is put in its place; ``widths`` are those of its two tokens.
    """
    to_left, to_right = widths
    befores: defaultdict[int, Any] = defaultdict(list)
    afters: defaultdict[int, Any] = defaultdict(list)
    for place in places:
        if pair_at[place] != number:
            continue
        start, end = place - to_left, place + to_right
        befores[pair_at[start]].append(start)
        afters[pair_at[end]].append(end)
        pair_at[place] = gone
    befores.pop(NO_PAIR, None)
    afters.pop(NO_PAIR, None)
    return befores, afters


def replace_many(
    pair_at: Ints, places: Ints, number: int, gone: int, widths: tuple[int, int]
) -> tuple[dict[int, Places], dict[int, Places]]:
    """The same, by operations on arrays."""
    to_left, to_right = widths
    merged = places[pair_at[places] == number]
    pair_at[merged] = gone
    return by_pair(pair_at, merged - to_left), by_pair(pair_at, merged + to_right)


def by_pair(pair_at: Ints, places: Ints) -> dict[int, Places]:
    """The places, ascending, by the pair that stands there; pairs in the order of their first."""
    places = places[pair_at[places] != NO_PAIR]
    order = stable_order(pair_at[places])
    places = places[order]
    pairs = pair_at[places]
    opens = np.flatnonzero(np.diff(pairs, prepend=NO_PAIR))
    ends = np.append(opens, len(pairs))[1:]
    in_turn = np.argsort(order[opens])
    spans = np.stack([pairs[opens], opens, ends], axis=1)[in_turn].tolist()
    return {pair: list_few(places[first:last]) for pair, first, last in spans}


def list_few(places: Ints) -> Places:
    """The places as they are kept."""
    return places if len(places) >= MANY else places.tolist()


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


def take_touching(befores: dict[int, Places], afters: Mapping[int, Places]) -> list[int]:
    """The places between two merges ("abab"); they are taken out of ``befores``.

    Both say, for each pair, where it stood just before a merge and just after one.
    """
    if befores.keys().isdisjoint(afters):
        return []
    touching: set[int] = set()
    for turned in befores.keys() & afters.keys():  # "ba" at most
        touching = set(map(int, befores[turned])).intersection(map(int, afters[turned]))
        befores[turned] = [place for place in map(int, befores[turned]) if place not in touching]
        if not befores[turned]:
            del befores[turned]
    return sorted(touching)


def boundary_ranks(pair_at: Ints) -> npt.NDArray[np.int32]:
    """The rank at which each border vanished, or ``NEVER``."""
    return np.where(pair_at <= GONE, GONE - pair_at, NEVER).astype(np.int32)


def as_array(numbers: Sequence[int]) -> Ints:
    """``np.array``, which looks at every number twice."""
    return np.fromiter(numbers, np.int64, len(numbers))
