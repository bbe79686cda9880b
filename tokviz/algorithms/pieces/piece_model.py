"""A Unigram vocabulary in training, and the text that is segmented with it.

Sources: SentencePiece's trainer, which keeps log-probabilities and counts in single precision and
divides the words among 16 threads: each adds up the expected counts of its words, and at the end
the 16 sums are added. The sums here are made the same way, so that their last digits are the same.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.lattice_edges import UNKNOWN, Nodes, Uses
from tokviz.algorithms.pieces.seeds import Seeds
from tokviz.algorithms.pieces.single_precision import sum_of_many, sums_of_groups
from tokviz.algorithms.pieces.word_lattices import Ways, WordLattices
from tokviz.arrays.ragged import row_indices, run_opens
from tokviz.arrays.sorting import stable_order
from tokviz.traces.lattice import UNK_PENALTY

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

NUM_THREADS = 16


@dataclass(frozen=True, eq=False)
class PieceModel:
    """The vocabulary at one moment: numbers of seeds in the trainer's order, with log-probs.

    Single precision, as SentencePiece keeps them. p: pieces.
    """

    pieces: Ints
    log_probs: Singles

    def score_of(self, num_seeds: int) -> Singles:
        """(n + 1,) the log-probability of every piece by its number; the last is the unknown's."""
        by_number = np.full(num_seeds + 1, -np.inf, np.float32)  # one more, so that -1 is UNKNOWN
        by_number[self.pieces] = self.log_probs
        by_number[UNKNOWN] = self.log_probs.min() - np.float32(UNK_PENALTY)
        return by_number

    def living(self, num_seeds: int) -> npt.NDArray[np.bool_]:
        """(n + 1,) whether each seed is still in the vocabulary; the last is the unknown."""
        living = np.zeros(num_seeds + 1, bool)
        living[self.pieces] = living[UNKNOWN] = True
        return living

    def positions(self, num_seeds: int) -> Ints:
        """(n,) where each seed stands in the vocabulary; -1 where it does not."""
        position = np.full(num_seeds, -1, np.int64)
        position[self.pieces] = np.arange(len(self.pieces))
        return position

    def owners(self, num_seeds: int) -> Ints:
        """(n + 1,) where the piece stands that a seed's uses count for; the last is the unknown's.

        SentencePiece gives an unknown the number 0, so its uses are credited to the first piece.
        """
        return np.append(self.positions(num_seeds), 0)


@dataclass(frozen=True, eq=False)
class TrainingText:
    """The distinct words, their counts and their lattices. w: words."""

    lattices: WordLattices
    weights: Ints  # (w,) how often each word occurs
    weight_at: Floats  # (nodes,) the same of each node's word
    thread_at: Ints  # (nodes,) which of SentencePiece's threads sums up for each node's word
    turn_at: Ints  # (nodes,) each node's place, thread by thread, and there as in its list
    uses: Uses  # of known pieces, piece by piece, those of each in turn
    num_seeds: int

    @classmethod
    def of(cls, seeds: Seeds) -> "TrainingText":
        """The words of the corpus that the seeds were found in."""
        nodes = Nodes.of(np.diff(seeds.word_starts))
        uses = nodes.uses(seeds.place_starts, seeds.place_ends, seeds.place_seeds)
        threads = seeds.turns % NUM_THREADS  # a word's list: by falling count, then by spelling
        turns = threads * len(threads) + seeds.turns
        uses_of_words = np.searchsorted(seeds.place_starts, seeds.word_starts)
        in_turn = row_indices(uses_of_words, stable_order(turns))
        by_piece = in_turn.take(stable_order(uses.piece.take(in_turn)))
        turn_at = np.empty(len(nodes.word), np.int64)
        turn_at[stable_order(turns[nodes.word])] = np.arange(len(nodes.word))
        return cls(
            WordLattices.build(nodes, uses),
            seeds.weights,
            weight_at=seeds.weights[nodes.word].astype(np.float64),
            thread_at=threads[nodes.word],
            turn_at=turn_at,
            uses=uses.take(by_piece),
            num_seeds=len(seeds.pieces),
        )

    def keep(self, model: PieceModel) -> "TrainingText":
        """Without the pieces that are no longer in the vocabulary."""
        living = model.living(self.num_seeds)
        lives = living.take(self.uses.piece)
        if lives.all():
            return self
        uses = self.uses.take(np.flatnonzero(lives))
        return replace(self, lattices=self.lattices.keep(living), uses=uses)

    def expected_counts(self, model: PieceModel, ways: Ways) -> Singles:
        """(p,) for each piece the sum over its uses of share times count of the word."""
        groups = self.uses.piece * NUM_THREADS + self.thread_at.take(self.uses.source)
        opens = run_opens(groups)
        sums = sums_of_groups(self._used(self.uses, ways), np.diff(opens, append=len(groups)))
        piece, thread = np.divmod(groups[opens], NUM_THREADS)
        by_piece = np.zeros((len(model.pieces), NUM_THREADS), np.float32)
        by_piece[model.positions(self.num_seeds)[piece], thread] = sums
        unknown = np.flatnonzero(self.lattices.edges.uses.piece == UNKNOWN)
        if len(unknown):
            by_piece[0] = self._sums_of_first(model, ways, unknown)
        totals: Singles = np.cumsum(by_piece, axis=1, dtype=np.float32)[:, -1]
        return totals

    def _sums_of_first(self, model: PieceModel, ways: Ways, unknown: Ints) -> Singles:
        """(threads,) what each counts for the first piece, to which unknowns are credited."""
        own = self.uses.take(np.flatnonzero(self.uses.piece == model.pieces[0]))
        both = own.join(self.lattices.edges.uses.take(unknown))
        in_turn = stable_order(self.turn_at[both.source])
        sizes = np.bincount(self.thread_at[both.source], minlength=NUM_THREADS)
        by_thread = np.split(self._used(both, ways)[in_turn], np.cumsum(sizes)[:-1])
        return np.array([*map(sum_of_many, by_thread)], np.float32)

    def _used(self, uses: Uses, ways: Ways) -> Floats:
        """(u,) how often each use is expected in the whole text."""
        return ways.shares(uses) * self.weight_at.take(uses.source)

    def best_counts(self, model: PieceModel) -> Floats:
        """(p,) how often each piece is used in the best segmentation of the text."""
        best, _ = self.lattices.viterbi(model.score_of(self.num_seeds))
        owners = model.owners(self.num_seeds)[self.lattices.edges.uses.piece[best]]
        weights = self.weights[self.lattices.words_of(best)]
        return np.bincount(owners, weights, minlength=len(model.pieces)).astype(np.float64)
