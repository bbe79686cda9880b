"""A Unigram vocabulary as the rows of a table: how probable each piece is, and where it began."""

import math
from collections.abc import Sequence

from tokviz.text.direction import unmarked
from tokviz.text.labels import plain_label
from tokviz.text.markers import SPACES
from tokviz.traces.rounds import UnigramTrace


def piece_rows(
    trace: UnigramTrace, log_probs: Sequence[float], *, find: str = ""
) -> list[dict[str, int | float | str | None]]:
    """The pieces in the order of their ids; ``find`` keeps those that hold it, or have that id.

    ``log_probs`` are by id. Special tokens have no probability and stood in no text.
    """
    find = unmarked(find)
    seed_of = {piece: number for number, piece in enumerate(trace.seeds)}
    rows: list[dict[str, int | float | str | None]] = []
    for token_id, piece in trace.vocab.items():
        label = plain_label(piece, SPACES)
        if find and find not in piece and find not in label and find != str(token_id):
            continue
        seed = seed_of.get(piece)
        rows.append(
            {
                "id": token_id,
                "piece": label,
                "log-probability": None if seed is None else float(log_probs[token_id]),
                "probability %": None if seed is None else 100 * math.exp(log_probs[token_id]),
                "times as a substring": None if seed is None else int(trace.seed_counts[seed]),
            }
        )
    return rows
