"""Any text, as a step of a Unigram training cuts it: all ways, or the best one at every step.

A step's vocabulary is enough to segment any text as the model of that step would. A character that
no piece covers at a step is cut off alone.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.text.characters import first_words
from tokviz.traces.lattice import UNK_PENALTY
from tokviz.traces.rounds import NO_PIECE, Cut, UnigramTrace

LONGEST = 80
"""Characters of the text's beginning that a training watches by itself."""


def beginning(text: str | Sequence[str]) -> str:
    """The first line with anything in it, of a text or of documents; the words that are watched."""
    documents = (text,) if isinstance(text, str) else text
    lines = (line.strip() for document in documents for line in document.splitlines())
    return first_words(next(filter(None, lines), ""), LONGEST)


def cuts(trace: UnigramTrace, normalized: str) -> tuple[Cut, ...]:
    """(s + 1,) the pieces of a normalized sentence after 0, 1, ... s steps of the training."""
    standing = [seed for seed, piece in enumerate(trace.seeds) if piece in normalized]
    lattices = (lattice_at(trace, k, normalized, standing) for k in range(len(trace) + 1))
    return tuple(lattice.viterbi_path().pieces for lattice in lattices)


def lattice_at(
    trace: UnigramTrace, k: int, normalized: str, standing: Iterable[int] | None = None
) -> Lattice:
    """Every way to cut a normalized text after ``k`` steps; an edge's id is its seed's number.

    ``standing`` are the seeds that stand in the text, where the caller knows them.
    """
    if standing is None:
        standing = [seed for seed, piece in enumerate(trace.seeds) if piece in normalized]
    log_probs = np.full(len(trace.seeds), -np.inf)
    log_probs[trace.pieces(k)] = trace.log_probs(k)
    pieces = {
        trace.seeds[seed]: (seed, float(log_probs[seed]))
        for seed in standing
        if log_probs[seed] > -np.inf
    }
    least = float(log_probs.min(initial=0.0, where=log_probs > -np.inf))
    return Lattice.build(normalized, PieceTable.of(pieces, NO_PIECE, least - UNK_PENALTY))
