"""What an EM step counts in one word, as the rows of a table, the most used piece first."""

from collections.abc import Sequence

from tokviz.text.labels import plain_label
from tokviz.text.markers import SPACES
from tokviz.traces.rounds import PieceUses


def uses_rows(pieces: Sequence[PieceUses], times: int) -> list[dict[str, str | float | None]]:
    """``times``: how often the word stands in the text. No probability: the step dropped it."""
    return [
        {
            "piece": plain_label(row.piece, SPACES),
            "uses in one": row.in_word,
            "in all of these": times * row.in_word,
            "in the whole text": row.in_text,
            "probability % before": 100 * row.before,
            "probability % after": None if row.after is None else 100 * row.after,
        }
        for row in pieces
    ]
