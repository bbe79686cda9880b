"""What may become an edge of a lattice, kept so that one walk finds all pieces at a place.

The walk goes down a tree of letters in which, behind the first, a stretch without a choice is one
string: the tail that a piece has alone, or what several begin with. So it takes about as much
memory as the pieces, however long they are. And its places name each other by numbers: tuples and
dicts of plain values are nothing that Python's collector has to look through again and again.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from tokviz.traces.lattice import Edge

Node: TypeAlias = tuple[str, int | None, float, int]
"""A place in the tree, under the letter that leads there: what must follow at once; the id of the
piece that ends here, or None, and its log-probability; the number of the branches from here on."""
NO_BRANCHES = 0
"""Nothing goes on here; the number is that of the first branches, to which none lead."""

_STEPS = 16
"""Characters that a walk looks at in the time of a merge; learned pieces have so many at most."""


def walk_effort(pieces: Iterable[str]) -> float:
    """How many times the work of a merge one walk along these pieces may cost, 1 or more."""
    return max(1.0, max(map(len, pieces), default=0) / _STEPS)


@dataclass(frozen=True, eq=False)
class PieceTable:
    """What may become an edge: pieces with their ids and log-probabilities, and the unknown.

    ``token_ids`` maps a piece to its id, ``log_probs`` an id to its log-probability. Where no
    piece covers a single character, an edge of that one character with ``unk_id`` and
    ``unk_log_prob`` keeps the lattice connected.
    """

    token_ids: Mapping[str, int]
    log_probs: Sequence[float] | Mapping[int, float]
    unk_id: int
    unk_log_prob: float

    @classmethod
    def of(
        cls, pieces: Mapping[str, tuple[int, float]], unk_id: int, unk_log_prob: float
    ) -> "PieceTable":
        """From pieces with ``(token_id, log_prob)`` for each."""
        token_ids = {piece: token_id for piece, (token_id, _) in pieces.items()}
        return cls(token_ids, dict(pieces.values()), unk_id, unk_log_prob)

    @cached_property
    def tree(self) -> Sequence[Mapping[str, Node]]:
        """All pieces by their letters: the branches where pieces begin, then all others.

        A letter where pieces begin leads to ``unknown``'s edge where it is none itself.
        """
        tree: list[dict[str, Node]] = [{}]
        waiting = [(NO_BRANCHES, 0, [piece for piece in self.token_ids if piece])]
        while waiting:
            number, depth, pieces = waiting.pop()
            for letter, same in _by_letter(pieces, depth).items():
                common = _common_prefix(same) if depth else letter
                token_id = self.token_ids.get(common)
                log_prob = 0.0 if token_id is None else self.log_probs[token_id]
                if token_id is None and not depth:
                    _, token_id, log_prob, _ = self.unknown
                onward = NO_BRANCHES
                if longer := [piece for piece in same if piece != common]:
                    onward = len(tree)
                    tree.append({})
                    waiting.append((onward, len(common), longer))
                tree[number][letter] = common[depth + 1 :], token_id, log_prob, onward
        return tree

    @property
    def unknown(self) -> Node:
        """Where a letter leads with which no piece begins."""
        return "", self.unk_id, self.unk_log_prob, NO_BRANCHES

    @cached_property
    def longest(self) -> int:
        """The characters of the longest piece."""
        return max(map(len, self.token_ids), default=1)

    @cached_property
    def edge_log_probs(self) -> Mapping[int, float]:
        """The log-probability of every edge by its id."""
        known = {token_id: self.log_probs[token_id] for token_id in self.token_ids.values()}
        return known | {self.unk_id: self.unk_log_prob}

    @cached_property
    def sizes(self) -> Mapping[int, int]:
        """The characters of every edge by its id."""
        known = {token_id: len(piece) for piece, token_id in self.token_ids.items()}
        return known | {self.unk_id: 1}

    @cached_property
    def farthest(self) -> float:
        """The log-probability farthest from zero, without its sign."""
        return max(map(abs, self.edge_log_probs.values()))

    @cached_property
    def highest(self) -> float:
        """The highest log-probability."""
        return max(self.edge_log_probs.values())

    def log_prob(self, piece: str) -> float:
        """The log-probability of the edge that spells this, minus infinity if there is none."""
        token_id = self.token_ids.get(piece)
        if token_id is not None:
            return self.log_probs[token_id]
        return self.unk_log_prob if len(piece) == 1 else float("-inf")

    def edges_from(self, text: str, start: int) -> Iterator[Edge]:
        """The edges that start at one position, shorter first."""
        tree, size = self.tree, len(text)
        node: Node | None = tree[0].get(text[start], self.unknown)
        end = start + 1
        while node is not None:
            follows, token_id, log_prob, onward = node
            if not text.startswith(follows, end):
                return
            end += len(follows)
            if token_id is not None:
                yield Edge(start, end, text[start:end], token_id, log_prob)
            if not onward or end == size:
                return
            node = tree[onward].get(text[end])
            end += 1


def _by_letter(pieces: Iterable[str], place: int) -> Mapping[str, list[str]]:
    """Pieces by the letter at one place: ["ab", "ad"], 1 -> {"b": ["ab"], "d": ["ad"]}"""
    by_letter = defaultdict[str, list[str]](list)
    for piece in pieces:
        by_letter[piece[place]].append(piece)
    return by_letter


def _common_prefix(pieces: Sequence[str]) -> str:
    """What all begin with: ["abc", "abd", "ab"] -> "ab" """
    if len(pieces) == 1:
        return pieces[0]
    first, last = min(pieces), max(pieces)  # in alphabetical order, all others lie between
    size = 0
    while size < len(first) and first[size] == last[size]:
        size += 1
    return first[:size]
