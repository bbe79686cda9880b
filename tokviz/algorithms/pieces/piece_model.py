"""A Unigram vocabulary in training, and the text that is segmented with it.

Sources: SentencePiece's trainer, which keeps log-probabilities and counts in single precision and
divides the words among 16 threads: each adds up the expected counts of its words, and at the end
the 16 sums are added. The sums here are made the same way, so that their last digits are the same.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.lattice_edges import UNKNOWN, Edges, Nodes
from tokviz.algorithms.pieces.seeds import Seeds
from tokviz.algorithms.pieces.single_precision import in_rounds, sum_of_many, sums_of_rounds
from tokviz.algorithms.pieces.threads import NUM_THREADS
from tokviz.algorithms.pieces.word_lattices import Ways, WordLattices
from tokviz.arrays.ragged import run_opens
from tokviz.arrays.sorting import stable_order
from tokviz.traces.lattice import UNK_PENALTY

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]


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
class Groups:
    """The edges of each piece in the words of each thread, so that their sums are made at once.

    They come round by round (``in_rounds``), and still do when some pieces are gone.
    g: groups, largest first; k: edges of known pieces.
    """

    piece: Ints  # (g,)
    thread: Ints  # (g,)
    sizes: Ints  # (g,)
    edges: Ints  # (k,)

    @classmethod
    def of(cls, pieces: Ints, threads: Ints, edges: Ints) -> "Groups":
        """From (k,) of each edge, thread by thread and there in turn."""
        by_piece = stable_order(pieces)
        keys = (pieces * NUM_THREADS + threads).take(by_piece)
        opens = run_opens(keys)
        sizes = np.diff(opens, append=len(edges))
        largest_first, places = in_rounds(sizes)
        by_round = np.empty_like(edges)
        by_round[places] = edges.take(by_piece)
        piece, thread = np.divmod(keys[opens[largest_first]], NUM_THREADS)
        return cls(piece, thread, sizes[largest_first], by_round)

    def keep(self, living: Bools, number: Ints) -> "Groups":
        """Those of pieces that live; ``number`` says what each edge is now, -1 where it is gone."""
        lives = np.flatnonzero(living.take(self.piece))
        edges = number.take(self.edges)
        return Groups(
            self.piece.take(lives),
            self.thread.take(lives),
            self.sizes.take(lives),
            edges.compress(edges >= 0),
        )


@dataclass(frozen=True, eq=False)
class TrainingText:
    """The distinct words, their counts and their lattices. w: words."""

    lattices: WordLattices
    weights: Ints  # (w,) how often each word occurs
    as_met: Ints  # (w,) the words in the corpus's order
    weight_at: Floats  # (nodes,) how often each node's word occurs
    turn_at: Ints  # (nodes,) each node's place, word by word as they come, thread by thread
    thread_ends: Ints  # (threads,) among these places
    groups: Groups
    num_seeds: int

    @classmethod
    def of(cls, seeds: Seeds) -> "TrainingText":
        """The words of the corpus that the seeds were found in."""
        listed, starts = seeds.listed, seeds.word_starts
        weights, words = listed.corpus.counts, np.arange(len(listed.words))
        nodes = Nodes.of(np.diff(starts))
        uses = nodes.uses(seeds.place_starts, seeds.place_ends, seeds.place_seeds)
        edges, use_of = Edges.of(nodes, uses)
        edge_of = np.empty_like(use_of)
        edge_of[use_of] = np.arange(len(use_of))
        as_met = np.empty_like(words)
        as_met[listed.words] = words
        uses_of_words = np.diff(np.searchsorted(seeds.place_starts, starts))
        threads = np.repeat(listed.threads, uses_of_words)
        last_words = np.searchsorted(listed.threads, np.arange(NUM_THREADS), side="right")
        return cls(
            WordLattices(nodes, edges),
            weights,
            as_met,
            weight_at=weights[nodes.word].astype(np.float64),
            turn_at=(starts[:-1] + words)[nodes.word] + nodes.column,
            thread_ends=starts[last_words] + last_words,  # a word has one node more than characters
            groups=Groups.of(seeds.place_seeds, threads, edge_of[: len(threads)]),
            num_seeds=len(seeds.pieces),
        )

    def keep(self, model: PieceModel) -> "TrainingText":
        """Without the pieces that are no longer in the vocabulary."""
        living = model.living(self.num_seeds)
        if living.take(self.groups.piece).all():
            return self
        edges, number = self.lattices.edges.keep(living)
        return replace(
            self,
            lattices=replace(self.lattices, edges=edges),
            groups=self.groups.keep(living, number),
        )

    def objective(self, ways: Ways) -> float:
        """The negative log-likelihood per word."""
        log_likelihoods = self.weights * ways.whole
        total = log_likelihoods.take(self.as_met).sum()  # in another order it is rounded otherwise
        return float(-total / self.weights.sum())

    def expected_counts(self, model: PieceModel, ways: Ways) -> Singles:
        """(p,) for each piece the sum over its uses of share times count of the word."""
        groups, edges = self.groups, self.lattices.edges
        used = ways.shares * self.weight_at.take(edges.uses.source)
        by_thread = np.zeros((NUM_THREADS, len(model.pieces)), np.float32)
        position = model.positions(self.num_seeds).take(groups.piece)
        by_thread[groups.thread, position] = sums_of_rounds(used.take(groups.edges), groups.sizes)
        if len(edges.unknown):
            by_thread[:, 0] = self._sums_of_first(model, used)
        totals: Singles = by_thread[0]
        for of_thread in by_thread[1:]:
            totals += of_thread
        return totals

    def _sums_of_first(self, model: PieceModel, used: Floats) -> Singles:
        """(threads,) what each counts for the first piece, to which unknowns are credited."""
        edges = self.lattices.edges
        own = np.flatnonzero(edges.uses.piece == model.pieces[0])
        by_turn = np.zeros((len(self.turn_at), 2))
        for nth, credited in enumerate((own, edges.unknown)):  # where both begin, so they count
            turns = self.turn_at.take(edges.uses.source.take(credited))
            by_turn[turns, nth] = used.take(credited)
        places = np.flatnonzero(by_turn > 0)
        of_threads = np.searchsorted(places, 2 * self.thread_ends[:-1])
        by_thread = np.split(by_turn.take(places), of_threads)
        return np.array([*map(sum_of_many, by_thread)], np.float32)

    def best_counts(self, model: PieceModel) -> Floats:
        """(p,) how often each piece is used in the best segmentation of the text.

        What died since ``keep`` is in nobody's way: no path takes it, and a character is unknown.
        """
        score_of, owner_of = model.score_of(self.num_seeds), model.owners(self.num_seeds)
        letters = self.lattices.edges.letters
        dead = letters.compress(~model.living(self.num_seeds).take(letters))
        score_of[dead], owner_of[dead] = score_of[UNKNOWN], owner_of[UNKNOWN]
        best, _ = self.lattices.viterbi(self.lattices.log_probs(score_of))
        owners = owner_of.take(self.lattices.edges.uses.piece.take(best))
        weights = self.weights.take(self.lattices.words_of(best))
        return np.bincount(owners, weights, minlength=len(model.pieces)).astype(np.float64)
