"""The pipeline model "Unigram": each part is cut in the most probable way, by itself.

As in unigram.py, but with the library's habits: sums are in double precision; every entry of the
vocabulary may stand for text, the special ones too; an unknown run that spells a token is that
token, and else is spelled in bytes if the file has them.

Ties: of equally good ways to a place, the one whose last piece starts earlier.
Source: tokenizers 0.23, ``models/unigram``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tokviz.algorithms.pieces.best_path import DOUBLE, best_path
from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.piece_table import PieceTable, walk_effort
from tokviz.algorithms.pipelines.models import Cut, KnownParts
from tokviz.algorithms.pipelines.stages import Located
from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.errors import TokvizError
from tokviz.text.markers import SPACES, Markers
from tokviz.traces.lattice import UNK_PENALTY, Edge, LatticePath, LatticeStep, LatticeTrace

NO_TOKEN = -1


@dataclass(frozen=True, eq=False)
class PipelineLattice(FieldsAlone):
    """Pieces in id order with their natural log-probabilities."""

    pieces: Sequence[str]
    log_probs: Sequence[float]
    unk_id: int | None
    byte_fallback: bool = False
    markers: Markers = SPACES

    @cached_property
    def token_to_id(self) -> Mapping[str, int]:
        """Piece -> id; of a piece that stands twice, the last."""
        return {piece: token_id for token_id, piece in enumerate(self.pieces)}

    @property
    def effort(self) -> float:
        """From each character the walk goes as far as the longest piece."""
        return walk_effort(self.pieces)

    def encode(self, part: str) -> list[int]:
        """The ids of one part."""
        return list(self._known.ids(part))

    def _ids(self, part: str) -> Iterator[int]:
        return (token_id for _, token_id, _ in self._tokens(*self._best(part)))

    def locate(self, part: str) -> list[Located]:
        """The ids, each with the bytes of the part that it covers; bytes share their letter's."""
        located: list[Located] = []
        position = 0
        for text, token_id, first in self._tokens(*self._best(part)):
            size = len(text.encode()) if first else 0
            position += size
            start = position - len(text.encode())
            located.append((token_id, start, position))
        return located

    def trace(self, cut: Cut) -> LatticeTrace:
        """The lattices of the parts one after another; each total goes on from the part before."""
        edges: list[Edge] = []
        steps: list[LatticeStep] = []
        best: list[Edge] = []
        tokens: list[tuple[str, int]] = []
        position, total = 0, 0.0
        for part in cut.parts:
            if part.added is None:
                cuts = self._best(part.text)
                lattice = Lattice.build(part.text, self._table, DOUBLE)
                path, settled = lattice.viterbi_path().edges, lattice.viterbi_steps()
                tokens += [
                    (
                        self.pieces[i]
                        if text not in self.token_to_id and i != self.unk_id
                        else text,
                        i,
                    )
                    for text, i, _ in self._tokens(*cuts)
                ]
                found = lattice.edges
            else:
                edge = Edge(0, len(part.text), part.text, part.added, 0.0)
                found = path = (edge,)
                settled = (LatticeStep(edge.end, found, (0.0,), edge, 0.0),) if edge.end else ()
                tokens.append((str(cut.vocab[part.added]), part.added))
            edges += (_moved(edge, position) for edge in found)
            best += (_moved(edge, position) for edge in path)
            steps += [_moved_step(step, position, total) for step in settled]
            position += len(part.text)
            total += settled[-1].log_prob if settled else 0.0
        normalized = "".join(part.text for part in cut.parts)
        whole = LatticePath(tuple(best), total)
        told = (tuple(edges), tuple(steps), whole, tuple(tokens), cut.markers, self.unk_id)
        return LatticeTrace(cut.text, normalized, *told)

    def _best(self, part: str) -> tuple[Sequence[str], Sequence[int]]:
        """The pieces of the most probable way, and their ids, without a lattice.

        TokvizError where there is no unknown token and the best way to some place ends with an
        unknown character, though the best way to the end may pass by it.
        """
        path = best_path(part, self._table, precision=DOUBLE)
        if self.unk_id is None and NO_TOKEN in path.last_ids[1:]:
            unknown = part[path.last_ids.index(NO_TOKEN, 1) - 1]
            raise TokvizError(
                f"Every character must be a piece where no unk_id stands for others, but "
                f"{unknown!r} is none. Use another text, or give the file an unk_id."
            )
        return path.pieces, path.token_ids

    def _tokens(
        self, pieces: Sequence[str], token_ids: Sequence[int]
    ) -> Iterator[tuple[str, int, bool]]:
        """The text, the id, and whether it is the first token of that text."""
        run = ""
        for piece, token_id in zip(pieces, token_ids, strict=True):
            if token_id == self.unk_id:
                run += piece
                continue
            if run:
                yield from self._unknown(run)
                run = ""
            yield piece, token_id, True
        if run:
            yield from self._unknown(run)

    def _unknown(self, run: str) -> Iterator[tuple[str, int, bool]]:
        assert self.unk_id is not None, "only then there are unknown runs"
        token_id = self.token_to_id.get(run)
        if token_id is None and self.byte_fallback:
            ids = [self.token_to_id.get(f"<0x{byte:02X}>") for byte in run.encode()]
            if None not in ids:
                yield from ((run, i, k == 0) for k, i in enumerate(ids) if i is not None)
                return
        yield run, self.unk_id if token_id is None else token_id, True

    @cached_property
    def _table(self) -> PieceTable:
        unk_id = NO_TOKEN if self.unk_id is None else self.unk_id
        unk_log_prob = min(self.log_probs, default=0.0) - UNK_PENALTY
        return PieceTable(self.token_to_id, self.log_probs, unk_id, unk_log_prob)

    @cached_property
    def _known(self) -> KnownParts:
        return KnownParts(self._ids)


def _moved(edge: Edge, by: int) -> Edge:
    return edge._replace(start=edge.start + by, end=edge.end + by)


def _moved_step(step: LatticeStep, by: int, total: float) -> LatticeStep:
    return LatticeStep(
        step.position + by,
        tuple(_moved(edge, by) for edge in step.arriving),
        tuple(total + through for through in step.totals),
        _moved(step.best, by),
        total + step.log_prob,
    )
