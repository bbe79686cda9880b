"""What may become an edge of a lattice, kept so that one walk finds all pieces at a place."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from tokviz.traces.lattice import Edge

Node: TypeAlias = dict[str, Any]
"""A place in the trie: a character leads to the next one, ``ENTRY`` to the piece that ends here."""
ENTRY = ""


_STEPS = 16
"""Characters that a walk looks at in the time of a merge; learned pieces have so many at most."""


def walk_effort(pieces: Iterable[str]) -> float:
    """How many times the work of a merge one walk along these pieces may cost, 1 or more."""
    return max(1.0, max(map(len, pieces), default=0) / _STEPS)


class Entry(NamedTuple):
    """A piece, its id and its log-probability."""

    piece: str
    token_id: int
    log_prob: float


@dataclass(frozen=True, eq=False)
class PieceTable:
    """What may become an edge: pieces with their ids and log-probabilities, and the unknown.

    ``pieces`` maps a piece to ``(token_id, log_prob)``. Where no piece covers a single character,
    an edge of that one character with ``unk_id`` and ``unk_log_prob`` keeps the lattice connected.
    """

    pieces: Mapping[str, tuple[int, float]]
    unk_id: int
    unk_log_prob: float

    @cached_property
    def trie(self) -> Node:
        """All pieces by their characters."""
        root: Node = {}
        for piece, (token_id, log_prob) in self.pieces.items():
            node = root
            for character in piece:
                node = node.setdefault(character, {})
            node[ENTRY] = Entry(piece, token_id, log_prob)
        return root

    @cached_property
    def longest(self) -> int:
        """The characters of the longest piece."""
        return max(map(len, self.pieces), default=1)

    @cached_property
    def farthest(self) -> float:
        """The log-probability farthest from zero, without its sign."""
        return max(map(abs, (self.unk_log_prob, *(score for _, score in self.pieces.values()))))

    def log_prob(self, piece: str) -> float:
        """The log-probability of the edge that spells this, minus infinity if there is none."""
        found = self.pieces.get(piece)
        if found is not None:
            return found[1]
        return self.unk_log_prob if len(piece) == 1 else float("-inf")

    def unknown(self, character: str) -> Entry:
        """What stands for a character that no piece covers."""
        return Entry(character, self.unk_id, self.unk_log_prob)

    def edges_from(self, text: str, start: int) -> Iterator[Edge]:
        """The edges that start at one position, shorter first."""
        node = self.trie.get(text[start], {})
        if ENTRY not in node:
            yield Edge(start, start + 1, *self.unknown(text[start]))
        end = start + 1
        while node:
            if ENTRY in node:
                yield Edge(start, end, *node[ENTRY])
            node = node.get(text[end], {}) if end < len(text) else {}
            end += 1
