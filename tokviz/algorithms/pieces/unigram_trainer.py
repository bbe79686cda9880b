"""How a Unigram vocabulary is learned: begin with too much, and drop what is missed least.

1. Seeds: all substrings that may be worth it, scored by the text they cover.
2. E-step: how often is each piece used, averaged over all segmentations of every word?
3. M-step: these expected counts become probabilities; what is used less than half a time goes. The
   digamma function in place of the logarithm makes rare pieces rarer still.
4. Prune: for each piece, how much likelihood would the text lose if the piece were replaced by its
   own next best segmentation? The quarter that loses least goes. Back to 2, until 1.1 times the
   wanted vocabulary is left.
5. Final cut: characters of the alphabet come back, pieces that no best segmentation can use go,
   and the others are taken by falling probability.

Sources: Kudo 2018 (arXiv:1804.10959); SentencePiece's trainer, whose constants and order of steps
these are; Liang and Klein 2007 for the digamma (a Bayesian M-step).
Tie rule: of two equal losses or probabilities, the piece that comes first in the list stays.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.pruning import PieceModel, Spellings, prune_losses
from tokviz.algorithms.pieces.seeds import Seeds
from tokviz.algorithms.pieces.word_lattices import WordLattices
from tokviz.traces.rounds import EmStep, Fate, FinalStep, PruneStep, UnigramStep

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

FEWEST_EXPECTED_USES = 0.5
SURPLUS = 1.1
"""Pruning stops at this multiple of the wanted size, so that the final cut has a choice."""
RESTORED_STEP = 0.0001
"""Restored characters get the least log-probability, each this much more than the one before."""


@dataclass(frozen=True, eq=False)
class Learned:
    """The result: pieces by falling log-probability, and the steps that led to them."""

    pieces: tuple[str, ...]
    log_probs: tuple[float, ...]
    seed_log_probs: Floats
    alphabet_size: int
    steps: tuple[UnigramStep, ...]


class UnigramTrainer:
    """The state of one training: the words' lattices, the vocabulary, the steps so far."""

    def __init__(
        self,
        seeds: Seeds,
        *,
        shrinking_factor: float = 0.75,
        num_sub_iterations: int = 2,
        on_step: Callable[[UnigramStep], None] | None = None,
    ) -> None:
        self._seeds = seeds
        self._on_step = on_step
        self._size = len(seeds.pieces)
        self._shrinking_factor = shrinking_factor
        self._num_sub_iterations = num_sub_iterations
        self._words = WordLattices.build(
            np.diff(seeds.word_starts), seeds.place_starts, seeds.place_ends, seeds.place_seeds
        )
        self._model = PieceModel(np.arange(self._size), _seed_log_probs(seeds.scores))
        self._steps: list[UnigramStep] = []

    def train(self, num_pieces: int, surplus_size: int, alphabet: Mapping[str, int]) -> Learned:
        """EM and pruning down to ``surplus_size`` pieces, then the cut to ``num_pieces``."""
        seed_log_probs = self._model.log_probs.astype(np.float64)
        round_ = 0
        while True:
            for _ in range(self._num_sub_iterations):
                self._expect_and_maximize(round_)
            self._prune(round_, surplus_size)
            if len(self._model.pieces) <= surplus_size:
                break
            round_ += 1
        pieces, log_probs = self._finish(round_, num_pieces, alphabet)
        return Learned(pieces, log_probs, seed_log_probs, len(alphabet), tuple(self._steps))

    def _record(self, step: UnigramStep) -> None:
        self._steps.append(step)
        if self._on_step is not None:
            self._on_step(step)

    # ---- EM -----------------------------------------------------------------------------------

    def _expect_and_maximize(self, round_: int) -> None:
        model, weights = self._model, self._seeds.weights
        self._words = lattices = self._words.keep(model.living(self._size))
        score_of = model.score_of(self._size)
        shares, log_partitions = lattices.marginals(score_of)
        edge_weights = weights[lattices.words_of(slice(None))]
        expected = model.count_by_piece(lattices.inward.piece, shares * edge_weights, self._size)
        best, _ = lattices.viterbi(score_of)

        kept = expected >= FEWEST_EXPECTED_USES
        dropped = model.pieces[~kept]
        logs = digamma(expected[kept]) - digamma(expected[kept].sum(keepdims=True))
        self._model = PieceModel(model.pieces[kept], logs.astype(np.float32))
        self._record(
            EmStep(
                round=round_,
                pieces=self._model.pieces,
                log_probs=self._model.log_probs.astype(np.float64),
                dropped=dropped,
                counted=model.pieces,
                expected_counts=expected,
                objective=float(-(weights * log_partitions).sum() / weights.sum()),
                num_tokens=int(edge_weights[best].sum()),
            )
        )

    @cached_property
    def _spellings(self) -> Spellings:
        """Of the pieces that are left when the first pruning begins; no others come later."""
        return Spellings.of(self._seeds, self._model.pieces)

    # ---- pruning ------------------------------------------------------------------------------

    def _prune(self, round_: int, surplus_size: int) -> None:
        model, weights = self._model, self._seeds.weights
        self._words = lattices = self._words.keep(model.living(self._size))
        best, _ = lattices.viterbi(model.score_of(self._size))
        counts = model.count_by_piece(
            lattices.inward.piece[best], weights[lattices.words_of(best)], self._size
        )
        owners, parts, better_split = self._spellings.replacements(model, self._size)
        losses = prune_losses(counts, owners, parts, float(weights.sum()))

        unused = (counts == 0) | better_split
        losses[unused] = 0.0
        candidates = np.flatnonzero(~unused & np.isfinite(losses))
        candidates = candidates[np.argsort(-losses[candidates].astype(np.float32), kind="stable")]
        kept = np.flatnonzero(~unused & np.isinf(losses))
        room = max(surplus_size, int(self._shrinking_factor * len(model.pieces))) - len(kept)
        stay = candidates if room < 0 else candidates[:room]
        order = np.concatenate([kept, stay])
        gone = np.setdiff1d(np.arange(len(model.pieces)), order)
        self._model = PieceModel(model.pieces[order], model.log_probs[order])
        self._record(
            PruneStep(
                round=round_,
                pieces=self._model.pieces,
                log_probs=self._model.log_probs.astype(np.float64),
                dropped=model.pieces[gone],
                judged=model.pieces,
                losses=losses,
                counts=counts,
                fates=tuple(
                    _fate(split, count)
                    for split, count in zip(
                        better_split[gone].tolist(), counts[gone].tolist(), strict=True
                    )
                ),
            )
        )

    def _unreachable(self) -> Ints:
        """Pieces that no best segmentation can use, because their own spelling splits better."""
        _, _, better_split = self._spellings.replacements(self._model, self._size)
        return self._model.pieces[better_split]

    # ---- the final cut ------------------------------------------------------------------------

    def _finish(
        self, round_: int, num_pieces: int, alphabet: Mapping[str, int]
    ) -> tuple[tuple[str, ...], tuple[float, ...]]:
        model, unreachable = self._model, self._unreachable()
        chosen: dict[int, float] = {}
        log_prob_of = dict(zip(model.pieces.tolist(), model.log_probs.tolist(), strict=True))
        least = float(model.log_probs.min())
        restored = [number for number in range(len(alphabet)) if number not in log_prob_of]
        for number in range(len(alphabet)):  # the alphabet is the first of the seeds
            chosen[number] = log_prob_of.get(number, 0.0)
        for place, number in enumerate(restored):
            chosen[number] = float(np.float32(least) + np.float32(place * RESTORED_STEP))
        spelling = self._seeds.pieces
        reachable = log_prob_of.keys() - set(unreachable.tolist())
        for number in sorted(reachable, key=lambda n: (-log_prob_of[n], spelling[n])):
            if len(chosen) >= num_pieces:
                break
            chosen.setdefault(number, log_prob_of[number])
        order = sorted(chosen, key=lambda n: (-chosen[n], spelling[n]))
        self._record(
            FinalStep(
                round=round_,
                pieces=np.array(order, np.int64),
                log_probs=np.array([chosen[number] for number in order]),
                dropped=np.setdiff1d(model.pieces, order),
                restored=np.array(restored, np.int64),
                unreachable=unreachable,
            )
        )
        return tuple(spelling[n] for n in order), tuple(chosen[n] for n in order)


def digamma(x: Floats) -> Floats:
    """The derivative of log(gamma(x)), for x > 0, to about 1e-9.

    The recurrence digamma(x) = digamma(x + 1) - 1 / x lifts the argument above 7, where an
    asymptotic series in 1 / (x - 1/2) is exact enough (Abramowitz and Stegun, 6.3.5 and 6.3.18).
    """
    result = np.zeros_like(x)
    x = x.copy()
    while (small := x < 7).any():
        result[small] -= 1 / x[small]
        x[small] += 1
    x -= 0.5
    square = 1 / (x * x)
    series = 1 / 24 + square * (-7 / 960 + square * (31 / 8064 - square * 127 / 30720))
    return result + np.log(x) + square * series


def _seed_log_probs(scores: Ints) -> Singles:
    log_probs: Floats = np.log(scores) - np.log(scores.sum())
    return log_probs.astype(np.float32)


def _fate(better_split: bool, count: float) -> Fate:
    if better_split:
        return "better split"
    return "least missed" if count else "unused"


def surplus_size(vocab_size: int) -> int:
    """Where pruning stops."""
    return int(vocab_size * SURPLUS)


def why_stopped(wanted: int, reached: int) -> str:
    """The reason, in words."""
    if reached >= wanted:
        return f"The vocabulary has the {wanted} tokens that were asked for."
    return f"No more pieces are worth keeping: {reached} tokens, though {wanted} were asked for."
