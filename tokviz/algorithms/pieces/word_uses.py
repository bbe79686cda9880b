"""What one word adds to an EM step of Unigram's training, in slow motion.

The E-step asks of every word how often it uses each piece, averaged over all its segmentations; a
word that stands n times counts n times. The trainer does so for all words at once, as arrays
(word_lattices.py), and in single precision, as SentencePiece does. Here one word is looked at
alone, in double precision: its uses are the trainer's up to rounding. What all words add up to,
and the probabilities, are what the trainer recorded.

Source: Kudo 2018 (arXiv:1804.10959), section 3.2.
"""

import math
from dataclasses import dataclass

from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.watched import lattice_at
from tokviz.checks.errors import TokvizError
from tokviz.traces.rounds import NO_PIECE, EmStep, PieceUses, UnigramTrace


@dataclass(frozen=True, eq=False)
class WordUses:
    """A word in one EM step: all its segmentations, and its pieces, the most used first."""

    lattice: Lattice
    pieces: tuple[PieceUses, ...]

    @property
    def num_unknown(self) -> int:
        """How many of its characters no piece covers; they count for the trainer's first piece."""
        return sum(edge.token_id == NO_PIECE for edge in self.lattice.edges)


def word_uses(trace: UnigramTrace, k: int, word: str) -> WordUses:
    """What EM step ``k``, counted from 0, finds in a normalized word.

    Raises TokvizError where step ``k`` is none, or no EM step, or the word is empty.
    """
    step = trace.steps[k] if 0 <= k < len(trace) else None
    if not isinstance(step, EmStep):
        steps = [number for number, _ in trace.objectives]
        raise TokvizError(f"Step {k} is no EM step of this training. Those are: {steps}.")
    if not word:
        raise TokvizError("The word is empty, so nothing is counted in it. Give one of the text.")
    lattice = lattice_at(trace, k, word)
    counted = dict(zip(step.counted.tolist(), step.expected_counts.tolist(), strict=True))
    before = dict(zip(trace.pieces(k).tolist(), trace.log_probs(k).tolist(), strict=True))
    after = dict(zip(step.pieces.tolist(), step.log_probs.tolist(), strict=True))
    uses = lattice.expected_counts()
    uses.pop(NO_PIECE, None)
    return WordUses(
        lattice,
        tuple(
            PieceUses(
                trace.seeds[seed],
                uses[seed],
                counted[seed],
                math.exp(before[seed]),
                math.exp(after[seed]) if seed in after else None,
            )
            for seed in sorted(uses, key=lambda seed: (-uses[seed], seed))
        ),
    )
