"""One sentence, cut the best way at every step of a Unigram training.

A step's vocabulary is enough to segment any text as the model of that step would. A character that
no piece covers at a step is cut off alone.
"""

from collections.abc import Sequence

import numpy as np

from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.piece_model import UNK_PENALTY
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.traces.rounds import Cut, UnigramTrace

LONGEST = 80
"""Characters of the text's beginning that a training watches by itself."""
_NO_PIECE = -1


def beginning(text: str | Sequence[str]) -> str:
    """The first line with anything in it, of a text or of documents; as much as is watched."""
    documents = (text,) if isinstance(text, str) else text
    lines = (line.strip() for document in documents for line in document.splitlines())
    return next(filter(None, lines), "")[:LONGEST]


def cuts(trace: UnigramTrace, normalized: str) -> tuple[Cut, ...]:
    """(s + 1,) the pieces of a normalized sentence after 0, 1, ... s steps of the training."""
    standing = [seed for seed, piece in enumerate(trace.seeds) if piece in normalized]
    return tuple(_cut(trace, k, normalized, standing) for k in range(len(trace) + 1))


def _cut(trace: UnigramTrace, k: int, normalized: str, standing: list[int]) -> Cut:
    log_probs = np.full(len(trace.seeds), np.nan)
    log_probs[trace.pieces(k)] = trace.log_probs(k)
    pieces = {
        trace.seeds[seed]: (seed, float(log_probs[seed]))
        for seed in standing
        if not np.isnan(log_probs[seed])
    }
    least = float(trace.log_probs(k).min(initial=0.0))
    table = PieceTable(pieces, _NO_PIECE, least - UNK_PENALTY)
    return Lattice.build(normalized, table).viterbi_path().pieces
