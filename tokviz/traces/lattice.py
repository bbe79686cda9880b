"""What Unigram's encoding recorded: the lattice of one text, and how its best path was found.

The lattice holds an edge for every piece that stands in the text. Viterbi goes through the
positions from left to right and keeps, for each, the best way to get there: one step a position.
All positions count characters of the normalized text, all probabilities are natural logarithms.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tokviz.checks.arguments import checked
from tokviz.text.markers import Markers
from tokviz.traces.saving.saved import Cell, SavedTrace, cell

UNK_PENALTY = 10.0
"""An unknown character costs this much more than the least probable piece (natural logarithm)."""


class Edge(NamedTuple):
    """One piece in the text: ``text[start:end]``, in characters. ``log_prob`` is natural."""

    start: int
    end: int
    piece: str
    token_id: int
    log_prob: float


class LatticePath(NamedTuple):
    """One segmentation: its edges from left to right, and the sum of their log-probabilities."""

    edges: tuple[Edge, ...]
    log_prob: float

    @property
    def pieces(self) -> tuple[str, ...]:
        """The text of each edge."""
        return tuple(edge.piece for edge in self.edges)


class LatticeStep(NamedTuple):
    """How Viterbi settled one position.

    ``arriving`` are the edges that end here, ``totals`` the log-probability of the best path
    through each, ``best`` the edge that won, ``log_prob`` its total.
    """

    position: int
    arriving: tuple[Edge, ...]
    totals: tuple[float, ...]
    best: Edge
    log_prob: float


@dataclass(frozen=True, eq=False, repr=False)
class LatticeTrace(SavedTrace):
    """How one text was encoded: every edge, and the best path into each position, left to right.

    ``normalized`` is the text that was segmented, ``edges`` all pieces that stand in it, and one
    for each character that is no piece. ``best`` is the segmentation found; ``tokens`` are the
    (text, id) pairs that encode returns, with unknown stretches joined or spelled in bytes.
    """

    text: str
    normalized: str
    edges: tuple[Edge, ...]
    steps: tuple[LatticeStep, ...]
    best: LatticePath
    tokens: tuple[tuple[str, int], ...]
    markers: Markers = ()  # what the tokenizer writes into its tokens
    unk_id: int | None = None  # the id of edges that are no piece; their log_prob is a penalty

    def __len__(self) -> int:
        return len(self.steps)

    @checked
    def is_unknown(self, edge: Edge) -> bool:
        """Whether the edge stands for a character that is no piece."""
        return edge.token_id == self.unk_id

    @property
    def ids(self) -> list[int]:
        """What ``encode`` returns."""
        return [token_id for _, token_id in self.tokens]

    @checked
    def step_rows(self) -> Iterator[dict[str, Cell]]:
        """A row for each position: how many pieces end there, and which is on the best path."""
        for step in self.steps:
            yield {
                "position": step.position,
                "arriving": len(step.arriving),
                "best": cell(step.best.piece),
                "token_id": step.best.token_id,
                "log_prob": step.log_prob,
            }
