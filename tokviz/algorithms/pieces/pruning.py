"""What a Unigram vocabulary would lose without each of its pieces.

If a piece goes, its uses are taken over by the next best segmentation of its own spelling: without
"ing", every "ing" becomes, say, "in" and "g". Their counts grow by the uses of the piece, the total
grows too, and the difference in log-likelihood is the loss. It is an estimate, because the best
segmentation of a whole word may change in other ways, but it needs no new pass over the text.

To find the replacements, every piece's spelling is a small word with a lattice of its own, from
which the piece itself is left out. Where ways through it are as good as equal ("aaa" is "a aa" or
"aa a"), it matters which of them SentencePiece takes: it searches for the two best segmentations
of the spelling, the piece itself among them, from the end (``Lattice.nbest``).

Source: SentencePiece's trainer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.lattice_edges import Bools, Nodes
from tokviz.algorithms.pieces.piece_model import PieceModel
from tokviz.algorithms.pieces.seeds import Seeds
from tokviz.algorithms.pieces.word_lattices import Best, WordLattices
from tokviz.arrays.ragged import span_indices
from tokviz.traces.lattice import Edge

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Spellings:
    """One small lattice for each longer piece: the seeds that stand inside its spelling."""

    pieces: Ints  # (w,) the piece that each lattice spells
    lattices: WordLattices

    @classmethod
    def of(cls, seeds: Seeds, pieces: Ints) -> "Spellings":
        """For the given pieces, as the places of seeds inside one of each piece's own places."""
        lengths = np.fromiter(map(len, seeds.pieces), np.int64, len(seeds.pieces))
        spelled = np.sort(pieces[lengths[pieces] > 1])
        first, length = seeds.first_places[spelled], lengths[spelled]
        num_places = np.bincount(seeds.place_starts, minlength=int(seeds.word_starts[-1]))
        places_before = np.append(0, np.cumsum(num_places))
        opens = places_before[first]
        sizes = places_before[first + length] - opens
        owner = np.repeat(np.arange(len(first)), sizes)
        place = span_indices(opens, sizes)
        inside = seeds.place_ends[place] <= (first + length)[owner]
        inside &= seeds.place_seeds[place] != spelled[owner]
        owner, place = owner[inside], place[inside]
        shift = (np.cumsum(length) - length - first)[owner]
        nodes = Nodes.of(length)
        uses = nodes.uses(
            seeds.place_starts[place] + shift,
            seeds.place_ends[place] + shift,
            seeds.place_seeds[place],
        )
        return cls(spelled, WordLattices.build(nodes, uses))

    def replacements(self, model: PieceModel, num_seeds: int) -> tuple[Ints, Ints, Bools]:
        """How each piece's spelling is segmented without the piece itself.

        The pieces that replace piece ``owners[i]`` are the ``parts[i]`` (positions in the model),
        and a piece is split better when that segmentation is more probable than the piece.
        """
        lattices = self.lattices.keep(model.living(num_seeds))
        position, owner_of = model.positions(num_seeds)[self.pieces], model.owners(num_seeds)
        score_of, alive = model.score_of(num_seeds), position >= 0
        best, whole = lattices.best(lattices.log_probs(score_of)), score_of[self.pieces]
        is_split = best.totals[lattices.nodes.last] > whole
        close = alive & lattices.close_calls(best, whole)

        path = lattices.path_of(best)[::-1]  # it was traced from the ends
        path = path[(alive & ~close)[lattices.words_of(path)]]
        owners = [position[lattices.words_of(path)]]
        parts = [owner_of[lattices.edges.uses.piece[path]]]
        for word, edges in _edges_of(lattices, best, close, owner_of):
            itself = Edge(0, edges[-1].end, "", int(position[word]), float(whole[word]))
            first, second = _two_best([*edges, itself])
            is_split[word] = len(first) > 1
            owners.append(np.full(len(second), itself.token_id))
            parts.append(np.array(second))
        better_split = np.zeros(len(model.pieces), bool)
        better_split[position[alive]] = is_split[alive]
        return np.concatenate(owners), np.concatenate(parts), better_split

    def unreachable(self, model: PieceModel, num_seeds: int) -> Ints:
        """Pieces that no best segmentation can use, because their own spelling splits better."""
        score_of, position = model.score_of(num_seeds), model.positions(num_seeds)[self.pieces]
        lattices = self.lattices.keep(model.living(num_seeds))
        totals = lattices.best(lattices.log_probs(score_of)).totals[lattices.nodes.last]
        is_split = (position >= 0) & (totals > score_of[self.pieces])
        return model.pieces[np.sort(position[is_split])]


def _edges_of(
    lattices: WordLattices, best: Best, words: Bools, owner_of: Ints
) -> Iterator[tuple[int, list[Edge]]]:
    """These words, each with its edges as they begin; what ends at its last node comes last."""
    word, column = lattices.nodes.word, lattices.nodes.column
    source, target, piece = lattices.edges.uses
    rows = np.flatnonzero(words[word[source]])
    start, end = column[source[rows]], column[target[rows]]
    order = np.lexsort((end, start, word[source[rows]]))
    rows, start, end = rows[order], start[order], end[order]
    columns = (word[source[rows]], start, end, owner_of[piece[rows]], best.log_probs[rows])
    edges = zip(*(column.tolist() for column in columns), strict=True)
    for number, group in groupby(edges, key=lambda edge: edge[0]):
        yield (
            number,
            [Edge(first, last, "", owner, score) for _, first, last, owner, score in group],
        )


def _two_best(edges: list[Edge]) -> tuple[list[int], list[int]]:
    """The ids of the two best segmentations, as SentencePiece finds them."""
    size = max(edge.end for edge in edges)
    lattice = Lattice(" " * size, sorted(edges))
    first, second = ([edge.token_id for edge in path.edges] for path in lattice.nbest(2))
    return first, second


def prune_losses(counts: Floats, owners: Ints, parts: Ints, num_words: float) -> Floats:
    """(p,) the log-likelihood per word that the text loses without each piece.

    If piece i, used c times, is replaced by k parts, the total of all counts grows by c (k - 1),
    and the count of each part by c. The loss is c times the difference of the log-probabilities.
    Pieces without a replacement have an infinite loss. ``parts`` come left to right.

    Rounded to single precision wherever SentencePiece rounds, so that close calls fall alike.
    """
    single = np.float32
    num_parts = np.bincount(owners, minlength=len(counts))
    judged = (num_parts > 0) & (counts > 0)
    uses, total = counts.astype(single), single(counts.sum())
    with np.errstate(divide="ignore"):
        before = (np.log(counts) - float(single(np.log(float(total))))).astype(single)
        grown = total + uses * (num_parts - 1).astype(single)
        log_total = np.log(grown.astype(np.float64)).astype(single).astype(np.float64)
    by_owner = np.argsort(owners, kind="stable")
    opens = np.cumsum(num_parts) - num_parts
    after = np.zeros(len(counts), single)
    for nth in range(int(num_parts.max(initial=0))):
        has = np.flatnonzero(judged & (num_parts > nth))
        part = parts[by_owner[opens[has] + nth]]
        log_part = np.log((uses[part] + uses[has]).astype(np.float64)) - log_total[has]
        after[has] = (after[has].astype(np.float64) + log_part).astype(single)
    share = (uses / single(num_words)).astype(single)
    with np.errstate(invalid="ignore"):
        losses = (share * (before - after)).astype(np.float64)
    return np.where(judged, losses, np.inf)
