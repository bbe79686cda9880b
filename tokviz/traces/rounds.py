"""What Unigram training recorded: frozen data from which every round can be shown again.

Training begins with far too many seed pieces. Each round re-estimates their probabilities (steps
of kind "em"), then drops those that the text would miss least ("prune"). A last step ("final") cuts
to the size that was asked for. Pieces are named by their number among the seeds throughout, so
a step's vocabulary is an array of numbers and an array of log-probabilities. How each step chose
(``UnigramTrace.choice``) follows from what it recorded.
What encoding records, the lattice of one text and its best path, is in lattice.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tokviz.arrays.frozen import ReadOnlyArrays
from tokviz.checks.arguments import checked
from tokviz.text.markers import Markers
from tokviz.traces.saving.saved import SavedTrace
from tokviz.traces.step_numbers import check_chosen, check_step

Numbers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
NO_PIECE = -1
"""The number of a code point that no piece covers at a step."""
Cut: TypeAlias = tuple[str, ...]
"""One text in pieces, left to right."""
Fate: TypeAlias = Literal["unused", "better split", "least missed"]

FATES: dict[Fate, str] = {
    "unused": "never used in the best segmentation of the text",
    "better split": "more probable when split",
    "least missed": "the least loss to the text",
}
"""Why a pruning drops a piece, in words."""
RARE = "used less than half a time in the text"
TOO_MANY = "others are more probable, and fill the vocabulary"
IRREPLACEABLE = "nothing can replace it"
REQUIRED = "required, as each covered code point is"
RESTORED = f"{REQUIRED}: back at the end"


@dataclass(frozen=True, slots=True)
class RoundChoice:
    """How one step decided which pieces go. Pieces are numbers of seeds.

    ``dropped`` went, each for a reason, in words. ``tied`` stood equal to the last of those that
    went by rank, but stayed: the tie rule alone spared them. ``barred`` were not up for it, or
    stood lower, each with the rule that kept it, in words. ``rule`` says by what the step decides,
    ``ties`` who stays among equals, in words.
    """

    dropped: tuple[tuple[int, str], ...]
    tied: tuple[int, ...]
    barred: tuple[tuple[int, str], ...]
    rule: str
    ties: str = ""


@dataclass(frozen=True, eq=False)
class _Step(ReadOnlyArrays):
    """What every step has: the vocabulary after it.

    ``pieces`` (p,) are numbers of seeds in the trainer's order, ``log_probs`` (p,) natural
    logarithms. ``dropped`` (d,) are the numbers that this step removed.
    """

    round: int
    pieces: Numbers
    log_probs: Floats
    dropped: Numbers

    rule: ClassVar[str]
    """By what the step decides, in words."""
    ties: ClassVar[str]
    """Who stays among equals, in words; empty where nothing can tie."""


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

    rule = "A piece that the text uses less than half a time, on average, goes."
    ties = ""

    def choice(self) -> RoundChoice:
        """Each piece is judged alone, so nothing ties."""
        return RoundChoice(tuple((n, RARE) for n in self.dropped.tolist()), (), (), self.rule)


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

    rule = "Of the pieces in use, those with the smallest losses go."
    ties = "of equal losses, the piece that comes first in the list stays"

    def choice(self) -> RoundChoice:
        """Losses are in single precision, as the trainer compares them."""
        dropped = dict(zip(self.dropped.tolist(), self.fates, strict=True))
        loss_of = dict(zip(self.judged.tolist(), self.losses.tolist(), strict=True))
        by_rank = [loss_of[n] for n, fate in dropped.items() if fate == "least missed"]
        last = max(by_rank, default=np.nan)
        stayed = [n for n in loss_of if n not in dropped]
        return RoundChoice(
            tuple((n, FATES[fate]) for n, fate in dropped.items()),
            tuple(n for n in stayed if loss_of[n] == last),
            tuple((n, IRREPLACEABLE) for n in stayed if loss_of[n] == np.inf),
            self.rule,
            self.ties,
        )


@dataclass(frozen=True, eq=False)
class FinalStep(_Step):
    """The cut to size.

    ``restored`` (r,) are code points that had been dropped but are required; ``unreachable`` (u,)
    pieces that no best segmentation can use, because their own spelling splits better.
    """

    restored: Numbers
    unreachable: Numbers
    kind: Literal["final"] = "final"

    rule = "Every required code point is in; then the most probable pieces, until it is full."
    ties = "of equal probabilities, the piece whose code points come first stays"

    def choice(self, before: Mapping[int, float]) -> RoundChoice:
        """``before``: the log-probability of each piece before the cut.

        What stayed with a lower one than a piece that went is required.
        """
        unreachable = set(self.unreachable.tolist())
        dropped = self.dropped.tolist()
        last = max((before[n] for n in dropped if n not in unreachable), default=np.nan)
        stayed = [n for n in self.pieces.tolist() if n in before]
        lower = [n for n in stayed if before[n] < last]
        return RoundChoice(
            tuple((n, FATES["better split"] if n in unreachable else TOO_MANY) for n in dropped),
            tuple(n for n in stayed if before[n] == last),
            tuple([(n, REQUIRED) for n in lower] + [(n, RESTORED) for n in self.restored.tolist()]),
            self.rule,
            self.ties,
        )


@dataclass(frozen=True, slots=True)
class PieceUses:
    """A piece that stands in a word, in one EM step (``algorithms.pieces.word_uses``)."""

    piece: str
    in_word: float  # expected uses in the word, standing once
    in_text: float  # in all words, as the step recorded it
    before: float  # the probability that the step counted with
    after: float | None  # and the new one; None where the step dropped the piece


UnigramStep: TypeAlias = EmStep | PruneStep | FinalStep


@dataclass(frozen=True, eq=False, repr=False)
class UnigramTrace(SavedTrace):
    """Everything the trainer did. n: seeds. Arrays are read-only.

    ``vocab`` is the finished model's (id -> piece).
    """

    vocab: Mapping[int, str]
    seeds: Sequence[str]  # (n,) seed pieces: the alphabet, then candidates by falling score
    seed_counts: Numbers  # (n,) how often each occurs
    seed_scores: Numbers  # (n,) count times length; that of a single code point, its count
    seed_log_probs: Floats  # (n,) the scores as probabilities
    alphabet_size: int  # the first so many seeds are single code points
    steps: Sequence[UnigramStep]
    stop_reason: str
    markers: Markers = ()  # what the tokenizer writes into its tokens
    sentence: tuple[Cut, ...] = ()  # (s + 1,) the text's beginning, cut after 0, 1, ... s steps

    def __len__(self) -> int:
        return len(self.steps)

    @checked
    def pieces(self, k: int) -> Numbers:
        """The numbers of the pieces after ``k`` steps; ``k == 0``: the seeds."""
        check_step(k, len(self), "step")
        return self.steps[k - 1].pieces if k else np.arange(len(self.seeds))

    @checked
    def log_probs(self, k: int) -> Floats:
        """Their log-probabilities, in the same order."""
        check_step(k, len(self), "step")
        return self.steps[k - 1].log_probs if k else self.seed_log_probs

    @checked
    def vocabulary(self, k: int) -> dict[str, float]:
        """Piece -> log-probability after ``k`` steps: enough to segment any text at that step."""
        numbers, log_probs = self.pieces(k).tolist(), self.log_probs(k).tolist()
        return {self.seeds[n]: log_prob for n, log_prob in zip(numbers, log_probs, strict=True)}

    @checked
    def choice(self, k: int) -> RoundChoice:
        """How step ``k``, counted from 0, decided which pieces go."""
        check_chosen(k, len(self), "step")
        step = self.steps[k]
        if step.kind != "final":
            return step.choice()
        before = zip(self.pieces(k).tolist(), self.log_probs(k).tolist(), strict=True)
        return step.choice(dict(before))

    @checked
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

    @cached_property
    def restored(self) -> tuple[int, ...]:
        """The code points that were dropped and come back at the end."""
        final = (step.restored.tolist() for step in self.steps if step.kind == "final")
        return tuple(chain.from_iterable(final))
