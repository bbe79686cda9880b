"""The pieces of a SentencePiece model as plain data: how each is spelled, its score, its kind.

Source: SentencePiece's model file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from types import MappingProxyType

from tokviz.arrays.frozen import FieldsAlone
from tokviz.text.markers import SPACE_MARKER

UNK_SURFACE = " ⁇ "
"""What an unknown token decodes to."""


class PieceKind(IntEnum):
    """What a token is; the numbers are those of SentencePiece's file."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


@dataclass(frozen=True)
class Marks:
    """How the unknown token and the three marks are spelled, and what the unknown decodes to."""

    unk_piece: str = "<unk>"
    bos_piece: str = "<s>"
    eos_piece: str = "</s>"
    pad_piece: str = "<pad>"
    unk_surface: str = UNK_SURFACE


USUAL_MARKS = Marks()


@dataclass(frozen=True, eq=False)
class Pieces(FieldsAlone):
    """n tokens: how each is spelled, its score, its kind."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    kinds: tuple[PieceKind, ...]
    marks: Marks = USUAL_MARKS

    @cached_property
    def vocab(self) -> Mapping[int, str]:
        """Id -> piece."""
        return MappingProxyType(dict(enumerate(self.pieces)))

    @cached_property
    def unk_id(self) -> int:
        """The id of the unknown token."""
        return self.kinds.index(PieceKind.UNKNOWN)

    def control_id(self, piece: str) -> int | None:
        """The id of a control token, as of ``marks.bos_piece``; None where there is none."""
        ids = (i for i, kind in enumerate(self.kinds) if kind is PieceKind.CONTROL)
        return next((i for i in ids if self.pieces[i] == piece), None)

    @cached_property
    def special_ids(self) -> frozenset[int]:
        """The ids of tokens that are no text: unknown and control."""
        wanted = (PieceKind.UNKNOWN, PieceKind.CONTROL)
        return frozenset(i for i, kind in enumerate(self.kinds) if kind in wanted)

    @cached_property
    def text_ids(self) -> Mapping[str, int]:
        """Piece -> id, for the pieces that may stand for text."""
        wanted = (PieceKind.NORMAL, PieceKind.USER_DEFINED)
        return {
            piece: token_id
            for token_id, (piece, kind) in enumerate(zip(self.pieces, self.kinds, strict=True))
            if kind in wanted
        }

    @cached_property
    def byte_ids(self) -> Sequence[int] | None:
        """The 256 ids of the bytes, or None without byte fallback."""
        ids = [token_id for token_id, kind in enumerate(self.kinds) if kind is PieceKind.BYTE]
        if len(ids) != 256:
            return None
        return sorted(ids, key=self.byte)

    @property
    def user_defined(self) -> tuple[str, ...]:
        """Pieces that are cut out of the text before anything else."""
        pieces = zip(self.pieces, self.kinds, strict=True)
        return tuple(piece for piece, kind in pieces if kind is PieceKind.USER_DEFINED)

    @cached_property
    def words_stand_alone(self) -> bool:
        """Whether ▁ is only ever at the front of a piece, so that no piece spans two words."""
        return all(SPACE_MARKER not in piece[1:] for piece in self.text_ids)

    def byte(self, token_id: int) -> int:
        """The value of a byte token: "<0x0A>" -> 10"""
        return int(self.pieces[token_id][3:-1], 16)
