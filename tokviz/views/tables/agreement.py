"""Where two vocabularies and two segmentations agree: ours and the sentencepiece library's.

Pieces are compared by their spelling; special tokens and bytes, which nothing learned, are left
out by the caller. Lines are compared by the pieces they are cut into.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tokviz.text.labels import plain_label, plural
from tokviz.text.markers import SPACES


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two vocabularies, piece -> score in the order of their ids, and how many lines agree.

    ``different`` are the lines that the two cut differently.
    """

    ours: Mapping[str, float]
    theirs: Mapping[str, float]
    num_lines: int
    different: tuple[str, ...]

    @property
    def shared(self) -> tuple[str, ...]:
        """Pieces that both have, in our order."""
        return tuple(piece for piece in self.ours if piece in self.theirs)

    @property
    def only_ours(self) -> tuple[str, ...]:
        """Pieces that we have alone."""
        return tuple(piece for piece in self.ours if piece not in self.theirs)

    @property
    def only_theirs(self) -> tuple[str, ...]:
        """Pieces that the library has alone."""
        return tuple(piece for piece in self.theirs if piece not in self.ours)

    @property
    def in_order(self) -> int:
        """How many pieces from the first on stand in the same order."""
        pairs = enumerate(zip(self.ours, self.theirs, strict=False))
        same = next((n for n, (ours, theirs) in pairs if ours != theirs), None)
        return min(len(self.ours), len(self.theirs)) if same is None else same

    @property
    def largest_score_gap(self) -> float:
        """The largest difference of scores among shared pieces; 0 where none is shared."""
        return max((abs(self.ours[p] - self.theirs[p]) for p in self.shared), default=0.0)

    def summary_table(self) -> list[dict[str, str | int]]:
        """Counts, ready for a table."""
        return [
            {"": "pieces of tokviz", "number": len(self.ours)},
            {"": "pieces of sentencepiece", "number": len(self.theirs)},
            {"": "in both", "number": len(self.shared)},
            {"": "only in tokviz", "number": len(self.only_ours)},
            {"": "only in sentencepiece", "number": len(self.only_theirs)},
            {"": "lines compared", "number": self.num_lines},
            {"": "lines cut alike", "number": self.num_lines - len(self.different)},
        ]

    def verdict(self) -> str:
        """Both results in two sentences."""
        most = max(len(self.ours), len(self.theirs))
        if not self.only_ours and not self.only_theirs:
            pieces = f"Both learned the same {plural(len(self.ours), 'piece')}"
            pieces += ", in the same order." if self.in_order == most else ", in another order."
        else:
            pieces = f"Of {most:,} pieces, both learned {len(self.shared):,}."
        alike = self.num_lines - len(self.different)
        return f"{pieces} They cut {alike:,} of {plural(self.num_lines, 'line')} alike."


def pieces_table(
    pieces: Sequence[str], scores: Mapping[str, float]
) -> list[dict[str, str | float]]:
    """A list of pieces with their scores, ready for a table."""
    return [
        {"piece": plain_label(piece, SPACES), "score": float(scores[piece])} for piece in pieces
    ]
