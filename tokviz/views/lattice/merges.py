"""A BPE model's pieces as a lattice: its edges say when each was learned, not how probable it is.

BPE weighs no paths. It has one, the one that its merges lead to, earliest first; the drawing shows
that path among all that the same pieces would allow.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tokviz.text.labels import plain_label, plural
from tokviz.text.markers import SPACES
from tokviz.views.lattice.lattice import edge_levels
from tokviz.views.stepper.stepper import Moment, Replay, stepper_payload


class LearnedEdge(NamedTuple):
    """A piece that stands in the text, and the rank of the merge that made it, if one did."""

    start: int
    end: int
    piece: str
    token_id: int
    rank: int | None


Pieces = Mapping[str, tuple[int, int | None]]
"""Piece -> its id, and the rank of the merge that made it, or None."""


def merge_lattice_payload(normalized: str, tokens: Sequence[str], pieces: Pieces) -> bytes:
    """The stepper's payload: all pieces at step 0, the path of the merges at step 1.

    Arguments:
        normalized: the text that was encoded, spaces as ▁.
        tokens: what encoding made of it, in order.
    """
    edges = piece_edges(normalized, pieces)
    path = token_spans(normalized, tokens)
    opening = Moment(
        [
            f"{plural(len(normalized), 'code point')}, and {plural(len(edges), 'piece')} found "
            "there. The number of a piece tells when it was learned."
        ],
        ["Next lights the path that the merges lead to."],
    )
    ending = Moment(
        [f"The merges, earliest first, lead to {plural(len(tokens), 'token')}."],
        ["BPE compares no paths: another one may have fewer pieces, and is never looked at."],
    )
    replay = Replay("Lattice of a BPE model", (), [opening, ending], SPACES)
    return stepper_payload(replay, drawing=_graph(normalized, edges, path))


def piece_edges(normalized: str, pieces: Pieces) -> list[LearnedEdge]:
    """Every piece that stands in the text, by its start, shorter first."""
    longest = max(map(len, pieces), default=0)
    return [
        LearnedEdge(start, end, normalized[start:end], *pieces[normalized[start:end]])
        for start in range(len(normalized))
        for end in range(start + 1, min(start + longest, len(normalized)) + 1)
        if normalized[start:end] in pieces
    ]


def token_spans(normalized: str, tokens: Sequence[str]) -> set[tuple[int, int]]:
    """Where the tokens stand; a character that was spelled in bytes has no span.

    "▁ab", ["▁a", "b"] -> {(0, 2), (2, 3)}
    """
    spans = set()
    at = num_bytes = 0
    for token in tokens:
        if normalized.startswith(token, at):
            spans.add((at, at + len(token)))
            at += len(token)
            continue
        num_bytes += 1
        if at < len(normalized) and num_bytes == len(normalized[at].encode()):
            at, num_bytes = at + 1, 0
    return spans


def _graph(
    normalized: str, edges: Sequence[LearnedEdge], path: set[tuple[int, int]]
) -> dict[str, Any]:
    levels = edge_levels([(edge.start, edge.end) for edge in edges])
    return {
        "title": f"Lattice of {len(normalized)} code points and {len(edges)} pieces",
        "characters": [plain_label(character, SPACES) for character in normalized],
        "totals": [[position, ""] for position in range(1, len(normalized) + 1)],
        "last": 1,
        "levels": max(levels, default=0) + 1,
        "edges": [
            {
                "start": edge.start,
                "end": edge.end,
                "level": level,
                "label": plain_label(edge.piece, SPACES),
                "number": edge.token_id,
                "cost": "" if edge.rank is None else f"merge {edge.rank + 1:,}",
                "step": 0,
                "wins": True,
                "best": (edge.start, edge.end) in path,
            }
            for edge, level in zip(edges, levels, strict=True)
        ],
    }
