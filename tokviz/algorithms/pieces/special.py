"""The tokens of a SentencePiece model that are not learned, and the ids they take.

The unknown token and the marks for the beginning, the end and the padding of a text have ids of
their own; a negative id means that a model has no such mark. Control symbols stand for no text.
User-defined symbols stand for their own spelling, and are cut out of a text before anything else.
With byte fallback there are 256 tokens for single bytes. These take, in this order, the ids that
are free; learned pieces take the ids after that.

Source: SentencePiece's trainer, with whose options the names here agree.
"""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import cached_property

from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import PIECE_LENGTH
from tokviz.files.pieces import USUAL_MARKS, Marks, PieceKind
from tokviz.text.labels import plural
from tokviz.text.pre_tokens import well_formed
from tokviz.text.special_tokens import given_twice


@dataclass(frozen=True)
class SpecialPieces:
    """Which tokens a model has beside the learned ones."""

    marks: Marks = USUAL_MARKS
    unk_id: int = 0
    bos_id: int = 1
    eos_id: int = 2
    pad_id: int = -1
    control_symbols: tuple[str, ...] = ()
    user_defined_symbols: tuple[str, ...] = ()
    byte_fallback: bool = False

    @cached_property
    def by_id(self) -> Mapping[int, tuple[str, PieceKind]]:
        """Id -> spelling and kind; TokvizError where two tokens want one id or one spelling."""
        marks = self._marks()
        self._check_ids([token_id for _, token_id, _ in marks])
        self._check_spellings([piece for piece, _, _ in marks])
        wanted = {piece: token_id for piece, token_id, _ in marks}
        placed = {token_id: (piece, kind) for piece, token_id, kind in marks}
        free = 0
        for piece, kind in self._symbols():
            if piece in wanted:  # a mark that is named again changes its kind
                token_id = wanted[piece]
            else:
                while free in placed:
                    free += 1
                token_id = free
            placed[token_id] = (piece, kind)
        return dict(sorted(placed.items()))

    @property
    def spellings(self) -> tuple[str, ...]:
        """How they are spelled, by id."""
        return tuple(piece for piece, _ in self.by_id.values())

    @property
    def counted(self) -> str:
        """How many there are: "3 special tokens", "3 special tokens, 256 byte pieces"."""
        kinds = [kind for _, kind in self.by_id.values()]
        num_bytes = kinds.count(PieceKind.BYTE)
        special = plural(len(kinds) - num_bytes, "special token")
        return f"{special}, {num_bytes} byte pieces" if num_bytes else special

    def free_ids(self, number: int) -> list[int]:
        """The first ``number`` ids for learned pieces; TokvizError where an id would stay empty."""
        taken = self.by_id
        size, last = len(taken) + number, max(taken)
        if last >= size:
            raise TokvizError(
                f"The ids of a vocabulary have no gaps, but {taken[last][0]!r} wants the id "
                f"{last} and there are {size} tokens in all. Choose a lower id."
            )
        return [token_id for token_id in range(size) if token_id not in taken]

    def _symbols(self) -> list[tuple[str, PieceKind]]:
        symbols = [(piece, PieceKind.CONTROL) for piece in self.control_symbols]
        symbols += [(piece, PieceKind.USER_DEFINED) for piece in self.user_defined_symbols]
        if self.byte_fallback:
            symbols += [(f"<0x{byte:02X}>", PieceKind.BYTE) for byte in range(256)]
        return symbols

    def _marks(self) -> list[tuple[str, int, PieceKind]]:
        """Those that the model has."""
        marks = self.marks
        all_marks = [
            (marks.unk_piece, self.unk_id, PieceKind.UNKNOWN),
            (marks.bos_piece, self.bos_id, PieceKind.CONTROL),
            (marks.eos_piece, self.eos_id, PieceKind.CONTROL),
            (marks.pad_piece, self.pad_id, PieceKind.CONTROL),
        ]
        return [mark for mark in all_marks if mark[1] >= 0]

    def _check_ids(self, ids: list[int]) -> None:
        if self.unk_id < 0 or given_twice(ids) is not None:
            raise TokvizError(
                "The unknown token has an id, and each mark an id of its own, but unk_id, bos_id, "
                f"eos_id and pad_id are {self.unk_id}, {self.bos_id}, {self.eos_id} and "
                f"{self.pad_id}. Give -1 to a mark that the model is not to have."
            )

    def _check_spellings(self, spelled: list[str]) -> None:
        symbols = [piece for piece, _ in self._symbols()]
        for spelling in (*spelled, *symbols, *astuple(self.marks)):
            if len(spelling) > PIECE_LENGTH or well_formed(spelling) != spelling:
                raise TokvizError(
                    f"A special piece has at most {PIECE_LENGTH} characters and no lone "
                    f"surrogate, but one is {spelling!r:.80}. Name it otherwise."
                )
        doubled = (given_twice(spelled), given_twice(symbols))
        barred = (piece for piece in (*spelled, *symbols) if piece == "")
        taken = (piece for piece in symbols if piece == self.marks.unk_piece)
        wrong = next((p for p in (*doubled, *barred, *taken) if p is not None), None)
        if wrong is not None:
            raise TokvizError(
                "Each symbol has a spelling of its own, and so has each mark, and none is that of "
                f"the unknown token, but there is {wrong!r}. Leave it out, or name it otherwise."
            )
