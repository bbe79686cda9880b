"""What Unigram training recorded: frozen data from which every round can be shown again.

Training begins with far too many seed pieces. Each round re-estimates their probabilities (steps
of kind "em"), then drops those that the text would miss least ("prune"). A last step ("final") cuts
to the size that was asked for. Pieces are named by their number among the seeds throughout, so
a step's vocabulary is an array of numbers and an array of log-probabilities.
What encoding records, the lattice of one text and its best path, is in lattice.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.text.markers import Markers

Numbers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Fate: TypeAlias = Literal["unused", "better split", "least missed"]


@dataclass(frozen=True, eq=False)
class _Step:
    """What every step has: the vocabulary after it.

    ``pieces`` (p,) are numbers of seeds in the trainer's order, ``log_probs`` (p,) natural
    logarithms. ``dropped`` (d,) are the numbers that this step removed.
    """

    round: int
    pieces: Numbers
    log_probs: Floats
    dropped: Numbers

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)


@dataclass(frozen=True, eq=False)
class EmStep(_Step):
    """One E-step and M-step.

    ``counted`` (q,) are the pieces before the step and ``expected_counts`` (q,) how often each is
    used on average over all segmentations of the whole text. ``objective`` is the negative
    log-likelihood per word under the probabilities before the step, ``num_tokens`` how many tokens
    the best segmentation of the text had. ``dropped`` fell below half an expected use.
    """

    counted: Numbers
    expected_counts: Floats
    objective: float
    num_tokens: int
    kind: Literal["em"] = "em"


@dataclass(frozen=True, eq=False)
class PruneStep(_Step):
    """One pruning round.

    ``judged`` (q,) are the pieces before it. ``losses`` (q,) say how much log-likelihood per word
    the text would lose without the piece; infinite for a piece that nothing can replace, zero for
    one that goes without a loss. ``counts`` (q,) are the uses in the best segmentation.
    ``fates`` gives the reason for each of ``dropped``.
    """

    judged: Numbers
    losses: Floats
    counts: Floats
    fates: tuple[Fate, ...]
    kind: Literal["prune"] = "prune"


@dataclass(frozen=True, eq=False)
class FinalStep(_Step):
    """The cut to size.

    ``restored`` (r,) are characters that had been dropped but are required; ``unreachable`` (u,)
    pieces that no best segmentation can use, because their own spelling splits better.
    """

    restored: Numbers
    unreachable: Numbers
    kind: Literal["final"] = "final"


UnigramStep: TypeAlias = EmStep | PruneStep | FinalStep


@dataclass(frozen=True, eq=False)
class UnigramTrace:
    """Everything the trainer did. n: seeds.

    ``vocab`` is the finished model's (id -> piece).
    """

    vocab: Mapping[int, str]
    seeds: Sequence[str]  # (n,) seed pieces: the alphabet, then candidates by falling score
    seed_counts: Numbers  # (n,) how often each occurs
    seed_scores: Numbers  # (n,) count times length; a single character's count
    seed_log_probs: Floats  # (n,) the scores as probabilities
    alphabet_size: int  # the first so many seeds are characters
    steps: Sequence[UnigramStep]
    stop_reason: str
    markers: Markers = ()  # what the tokenizer writes into its tokens

    def __len__(self) -> int:
        return len(self.steps)

    def pieces(self, k: int) -> Numbers:
        """The numbers of the pieces after ``k`` steps; ``k == 0``: the seeds."""
        self._check(k)
        return self.steps[k - 1].pieces if k else np.arange(len(self.seeds))

    def log_probs(self, k: int) -> Floats:
        """Their log-probabilities, in the same order."""
        self._check(k)
        return self.steps[k - 1].log_probs if k else self.seed_log_probs

    def vocabulary(self, k: int) -> dict[str, float]:
        """Piece -> log-probability after ``k`` steps: enough to segment any text at that step."""
        numbers, log_probs = self.pieces(k).tolist(), self.log_probs(k).tolist()
        return {self.seeds[n]: log_prob for n, log_prob in zip(numbers, log_probs, strict=True)}

    def num_pieces(self, k: int) -> int:
        """How many pieces there are after ``k`` steps."""
        return len(self.pieces(k))

    @cached_property
    def pieces_per_step(self) -> tuple[int, ...]:
        """(s + 1,) the size of the vocabulary after 0, 1, ... s steps, without special tokens."""
        return tuple(self.num_pieces(k) for k in range(len(self) + 1))

    @cached_property
    def objectives(self) -> tuple[tuple[int, float], ...]:
        """(k, objective) of each EM step: what the probabilities before step k were worth."""
        return tuple((k, step.objective) for k, step in enumerate(self.steps) if step.kind == "em")

    def _check(self, k: int) -> None:
        if not 0 <= k <= len(self):
            raise IndexError(
                f"step {k} is outside this trace, which has {len(self)} steps. "
                f"Ask for a step from 0 to {len(self)}."
            )
