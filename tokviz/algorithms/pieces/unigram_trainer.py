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
Tie rules: of two equal losses, the piece that comes first in the list stays; of two equal
probabilities in the final cut, the one whose code points come first.
Not here: the same word by word, in plain numbers, as a textbook writes it (plain_unigram.py).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.piece_model import PieceModel, TrainingText
from tokviz.algorithms.pieces.pruning import Spellings, prune_losses
from tokviz.algorithms.pieces.seeds import Seeds
from tokviz.algorithms.pieces.single_precision import running_sum
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
    """The state of one training: the text, the vocabulary, the steps so far."""

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
        self._shrinking_factor = shrinking_factor
        self._num_sub_iterations = num_sub_iterations
        self._text = TrainingText.of(seeds)
        self._seed_log_probs = _seed_log_probs(seeds.scores)
        present = np.flatnonzero(seeds.scores)
        self._model = PieceModel(present, self._seed_log_probs[present])
        self._steps: list[UnigramStep] = []

    def train(self, num_pieces: int, surplus_size: int, alphabet: Mapping[str, int]) -> Learned:
        """EM and pruning down to ``surplus_size`` pieces, then the cut to ``num_pieces``."""
        round_ = 0
        while True:
            for _ in range(self._num_sub_iterations):
                self._text = self._text.keep(self._model)
                expectation = expect(self._text, self._model)
                self._take(maximize(round_, self._model, expectation))
            self._take(self._prune(round_, surplus_size))
            if len(self._model.pieces) <= surplus_size:
                break
            round_ += 1
        unreachable = self._spellings.unreachable(self._model, self._text.num_seeds)
        cut = finalize(
            round_, self._model, unreachable, self._seeds, num_pieces=num_pieces, alphabet=alphabet
        )
        self._take(cut)
        return Learned(
            tuple(self._seeds.pieces[number] for number in self._model.pieces.tolist()),
            tuple(self._model.log_probs.tolist()),
            self._seed_log_probs.astype(np.float64),
            sum(count > 0 for count in alphabet.values()),
            tuple(self._steps),
        )

    def _take(self, step: UnigramStep) -> None:
        """Go on with the vocabulary that a step left, and record it."""
        self._model = PieceModel(step.pieces, step.log_probs.astype(np.float32))
        self._steps.append(step)
        if self._on_step is not None:
            self._on_step(step)

    def _prune(self, round_: int, surplus_size: int) -> PruneStep:
        room = max(surplus_size, int(self._shrinking_factor * len(self._model.pieces)))
        return prune(round_, self._text, self._model, self._spellings, room)

    @cached_property
    def _spellings(self) -> Spellings:
        """Of the pieces that are left when the first pruning begins; no others come later."""
        return Spellings.of(self._seeds, self._model.pieces)


# ---- 2. E-step -----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Expectation:
    """p: pieces, w: words."""

    counts: Singles  # (p,) how often each piece is used, averaged over all segmentations
    objective: float  # the negative log-likelihood per word
    num_tokens: int  # how many tokens the best segmentation has


def expect(text: TrainingText, model: PieceModel) -> Expectation:
    """How often is each piece used, averaged over all segmentations of every word?"""
    log_probs = text.lattices.log_probs(model.score_of(text.num_seeds))
    ways = text.lattices.ways(log_probs)
    best, _ = text.lattices.viterbi(log_probs)
    return Expectation(
        text.expected_counts(model, ways),
        text.objective(ways),
        int(text.weights.take(text.lattices.words_of(best)).sum()),
    )


# ---- 3. M-step -----------------------------------------------------------------------------


def maximize(round_: int, model: PieceModel, expectation: Expectation) -> EmStep:
    """Expected counts become probabilities; what is used less than half a time goes."""
    kept = expectation.counts >= FEWEST_EXPECTED_USES
    counts = expectation.counts[kept]
    log_total = digamma(np.array([running_sum(counts)], np.float64)).astype(np.float32)
    log_probs = (digamma(counts.astype(np.float64)) - log_total).astype(np.float32)
    return EmStep(
        round=round_,
        pieces=model.pieces[kept],
        log_probs=log_probs.astype(np.float64),
        dropped=model.pieces[~kept],
        counted=model.pieces,
        expected_counts=expectation.counts.astype(np.float64),
        objective=expectation.objective,
        num_tokens=expectation.num_tokens,
    )


# ---- 4. Prune ------------------------------------------------------------------------------


def prune(
    round_: int, text: TrainingText, model: PieceModel, spellings: Spellings, room: int
) -> PruneStep:
    """How much would the text lose without each piece? The ``room`` missed most stay.

    What nothing can replace stays first. Where that alone is more than ``room``, all in use stays:
    SentencePiece takes from the others until there are exactly so many, which never comes.
    """
    counts = text.best_counts(model)
    owners, parts, better_split = spellings.replacements(model, text.num_seeds)
    losses = prune_losses(counts, owners, parts, float(text.weights.sum()))

    unused = (counts == 0) | better_split
    losses[unused] = 0.0
    candidates = np.flatnonzero(~unused & np.isfinite(losses))
    candidates = candidates[np.argsort(-losses[candidates].astype(np.float32), kind="stable")]
    irreplaceable = np.flatnonzero(~unused & np.isinf(losses))
    room -= len(irreplaceable)
    order = np.concatenate([irreplaceable, candidates if room < 0 else candidates[:room]])
    gone = np.delete(np.arange(len(model.pieces)), order)
    fates = zip(better_split[gone].tolist(), counts[gone].tolist(), strict=True)
    return PruneStep(
        round=round_,
        pieces=model.pieces[order],
        log_probs=model.log_probs[order].astype(np.float64),
        dropped=model.pieces[gone],
        judged=model.pieces,
        losses=losses,
        counts=counts,
        fates=tuple(_fate(split, count) for split, count in fates),
    )


def _fate(better_split: bool, count: float) -> Fate:
    if better_split:
        return "better split"
    return "least missed" if count else "unused"


# ---- 5. The final cut ----------------------------------------------------------------------


def finalize(
    round_: int,
    model: PieceModel,
    unreachable: Ints,
    seeds: Seeds,
    *,
    num_pieces: int,
    alphabet: Mapping[str, int],
) -> FinalStep:
    """The alphabet, most frequent first, then other pieces by falling probability."""
    log_prob_of = dict(zip(model.pieces.tolist(), model.log_probs.tolist(), strict=True))
    required = _required(alphabet, len(seeds.pieces))
    restored = [number for number in required if number not in log_prob_of]
    steps = np.full(len(restored), RESTORED_STEP, np.float32)
    steps[:1] = 0
    above_least = np.cumsum(steps, dtype=np.float32)
    back = model.log_probs.min() + above_least
    log_prob_of |= zip(restored, back.tolist(), strict=True)
    best_first = sorted(log_prob_of, key=lambda n: (-log_prob_of[n], seeds.pieces[n]))

    chosen, barred = set(required), set(unreachable.tolist())
    for number in best_first:
        if len(chosen) >= num_pieces:
            break
        if number not in barred:
            chosen.add(number)
    order = [number for number in best_first if number in chosen]
    return FinalStep(
        round=round_,
        pieces=np.array(order, np.int64),
        log_probs=np.array([log_prob_of[number] for number in order]),
        dropped=np.array(sorted({*model.pieces.tolist()}.difference(order)), np.int64),
        restored=np.array(restored, np.int64),
        unreachable=unreachable,
    )


def _required(alphabet: Mapping[str, int], num_seeds: int) -> list[int]:
    """The seeds that are characters of the alphabet; those that the text lacks come last of all."""
    absent = sum(count == 0 for count in alphabet.values())
    return [*range(len(alphabet) - absent), *range(num_seeds - absent, num_seeds)]


def digamma(x: Floats) -> Floats:
    """The derivative of log(gamma(x)), for x > 0, to about 1e-9.

    The recurrence digamma(x) = digamma(x + 1) - 1 / x lifts the argument above 7, where an
    asymptotic series in 1 / (x - 1/2) is exact enough (Abramowitz and Stegun, 6.3.5 and 6.3.18).
    """
    result = np.zeros_like(x)
    x = x.copy()
    while (small := x < 7).any():
        result -= small / x
        x += small
    x -= 0.5
    inverse = 1 / x
    square = inverse * inverse
    fourth = square * square
    series = np.log(x) + 1 / 24 * square - 7 / 960 * fourth + 31 / 8064 * fourth * square
    return result + (series - 127 / 30720 * fourth * fourth)


def _seed_log_probs(scores: Ints) -> Singles:
    with np.errstate(divide="ignore"):
        log_probs: Singles = (np.log(scores) - np.log(scores.sum())).astype(np.float32)
    return log_probs


def surplus_size(vocab_size: int) -> int:
    """Where pruning stops."""
    return int(min(vocab_size, 1 << 53) * SURPLUS)  # a float holds no whole numbers beyond
