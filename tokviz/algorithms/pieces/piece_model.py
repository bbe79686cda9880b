"""A Unigram vocabulary in training, and the text that is segmented with it.

Sources: SentencePiece's trainer, which keeps log-probabilities and counts in single precision and
divides the words among 16 threads: each adds up the expected counts of its words, and at the end
the 16 sums are added. The sums here are made the same way, so that their last digits are the same.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.seeds import Seeds
from tokviz.algorithms.pieces.single_precision import sums_of_groups
from tokviz.algorithms.pieces.word_lattices import UNKNOWN, WordLattices
from tokviz.text.sorting import stable_order

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

NUM_THREADS = 16
UNK_PENALTY = 10.0
"""An unknown character costs this much more than the least probable piece (natural logarithm)."""


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
    weights_of_nodes: Ints  # (nodes,) how often the word of each occurs
    threads_of_nodes: Ints  # (nodes,) which of SentencePiece's threads sums up for its word
    turns_of_nodes: Ints  # (nodes,) each node's place, thread by thread, and there as in its list
    num_seeds: int

    @classmethod
    def of(cls, seeds: Seeds) -> "TrainingText":
        """The words of the corpus that the seeds were found in."""
        lattices = WordLattices.build(
            np.diff(seeds.word_starts), seeds.place_starts, seeds.place_ends, seeds.place_seeds
        )
        turn = seeds.turns[lattices.word]  # its list: by falling count, then by spelling
        threads = turn % NUM_THREADS
        turns = np.empty(len(turn), np.int64)
        turns[stable_order(threads * len(turn) + turn)] = np.arange(len(turn))
        weights = seeds.weights
        by_node = weights[lattices.word], threads, turns
        return cls(lattices, weights, *by_node, num_seeds=len(seeds.pieces))

    def keep(self, model: PieceModel) -> "TrainingText":
        """Without the pieces that are no longer in the vocabulary."""
        return replace(self, lattices=self.lattices.keep(model.living(self.num_seeds)))

    def expected_counts(self, model: PieceModel, shares: Floats) -> Singles:
        """(p,) for each piece the sum over its edges of share times count of the word."""
        edges, num_pieces = self.lattices.outward, len(model.pieces)
        owner = model.owners(self.num_seeds)[edges.piece]
        group = owner * NUM_THREADS + self.threads_of_nodes[edges.node]
        turns = self.turns_of_nodes
        in_turn = stable_order(owner * len(turns) + turns[edges.node])
        values = (shares * self.weights_of_nodes[edges.node])[in_turn]
        sums = sums_of_groups(values, np.bincount(group, minlength=num_pieces * NUM_THREADS))
        by_piece = sums.reshape(num_pieces, NUM_THREADS)
        totals: Singles = np.cumsum(by_piece, axis=1, dtype=np.float32)[:, -1]
        return totals

    def best_counts(self, model: PieceModel) -> Floats:
        """(p,) how often each piece is used in the best segmentation of the text."""
        best, _ = self.lattices.viterbi(model.score_of(self.num_seeds))
        owners = model.owners(self.num_seeds)[self.lattices.inward.piece[best]]
        weights = self.weights[self.lattices.words_of(best)]
        return np.bincount(owners, weights, minlength=len(model.pieces)).astype(np.float64)
