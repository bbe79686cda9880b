"""Where pieces stand in many words, found for all of them at once: letter by letter, as arrays.

The first level has the letters that pieces begin with, the second what may follow each of them, and
so on. ``piece_table.py`` keeps the same as a tree that one word is walked along.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokviz.arrays.sorting import CODE_BITS, find, with_end
from tokviz.text.code_points import code_points

Ints = npt.NDArray[np.int64]

_NO_PIECE = -1


class Found(NamedTuple):
    """Pieces where they stand in a text: characters ``starts:ends``. All are (f,)."""

    starts: Ints
    ends: Ints
    token_ids: Ints


class _Level(NamedTuple):
    """Places as far down; the key of each has the number of the place above and the letter."""

    keys: Ints  # ascending, and behind them one that no letter has
    token_ids: Ints  # of the piece that ends there, or _NO_PIECE


class PieceLevels:
    """The pieces of at most ``longest`` characters, with their ids."""

    def __init__(self, token_ids: Mapping[str, int], longest: int) -> None:
        pieces = [piece for piece in token_ids if 0 < len(piece) <= longest]
        codes = code_points("".join(pieces)).astype(np.int64)
        sizes = np.fromiter(map(len, pieces), np.int64, len(pieces))
        opens = np.cumsum(sizes) - sizes
        ids = np.fromiter(map(token_ids.__getitem__, pieces), np.int64, len(pieces))
        self._levels: list[_Level] = []
        places = np.zeros_like(sizes)
        while len(sizes):
            depth = len(self._levels)
            keys, places = np.unique(_keys(places, codes.take(opens + depth)), return_inverse=True)
            ends = sizes == depth + 1
            ending = np.full(len(keys), _NO_PIECE)
            ending[places[ends]] = ids[ends]
            self._levels.append(_Level(with_end(keys), ending))
            longer = np.flatnonzero(~ends)
            sizes, opens, ids, places = (each.take(longer) for each in (sizes, opens, ids, places))

    def in_words(self, words: str, ends: Ints, unk_id: int) -> Found:
        """Every piece in every word, and the unknown over each character that none stands for.

        ``words`` stand without a gap; ``ends[i]``, (c,), is the end of the one with character i.
        Ascending by their sizes, then by where they start.
        """
        codes = code_points(words).astype(np.int64)
        starts, places = np.arange(len(codes)), np.zeros(len(codes), np.int64)
        found: list[Found] = []
        for depth, (keys, token_ids) in enumerate(self._levels):
            asked = _keys(places, codes.take(starts + depth))
            at, known = find(keys, asked)
            goes_on = np.flatnonzero(known)
            starts, places = starts.take(goes_on), at.take(goes_on)
            ending = token_ids.take(places)
            if depth == 0:
                whole = np.full(len(codes), _NO_PIECE)
                whole[starts] = ending
                found.append(_found(np.arange(len(codes)), 1, np.where(whole < 0, unk_id, whole)))
            else:
                here = np.flatnonzero(ending >= 0)
                found.append(_found(starts.take(here), depth + 1, ending.take(here)))
            room = np.flatnonzero(starts + depth + 1 < ends.take(starts))
            starts, places = starts.take(room), places.take(room)
        return Found(*map(np.concatenate, zip(*found, strict=True)))


def _found(starts: Ints, size: int, token_ids: Ints) -> Found:
    return Found(starts, starts + size, token_ids)


def _keys(places: Ints, codes: Ints) -> Ints:
    return places << CODE_BITS | codes
