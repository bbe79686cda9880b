"""The pieces of a SentencePiece model as a file has them, checked before anything is built.

Source: what sentencepiece's own library refuses (empty and repeated pieces, a second unknown token,
bytes that are not all there), and limits that keep encoding within bounds.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tokviz.checks.limits import FILE_SPECIALS, PIECE_LENGTH, PIECES_LENGTH, SCORE, SPECIALS_LENGTH
from tokviz.files.errors import FormatError, short
from tokviz.files.pieces import PieceKind
from tokviz.files.vocabulary import check_all_well_formed, check_number_of_tokens

Row: TypeAlias = tuple[str, float, PieceKind]
"""How a piece is spelled, its score and its kind."""

_BYTE = re.compile("<0x[0-9A-F]{2}>")


def check_rows(rows: Sequence[Row], name: str) -> None:
    """FormatError where no tokenizer can be made of them; ``name`` is the file's."""
    check_number_of_tokens(len(rows), name)
    fault = next(_faults(rows), None)
    if fault is not None:
        rule, value = fault
        raise FormatError(f"{rule}, but in {name} {value}. Train or save the model again.")
    check_all_well_formed((piece for piece, _, _ in rows), name)


def _faults(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Each rule that is broken, and what breaks it, the cheap ones first."""
    yield from _faults_of_pieces(rows)
    by_kind = {kind: [piece for piece, _, own in rows if own is kind] for kind in PieceKind}
    unknown = len(by_kind[PieceKind.UNKNOWN])
    if unknown != 1:
        yield "A model has one unknown token", f"there are {unknown}"
    in_bytes = by_kind[PieceKind.BYTE]
    if in_bytes and (len(in_bytes) != 256 or not all(map(_BYTE.fullmatch, in_bytes))):
        yield (
            "A model has the 256 bytes from <0x00> to <0xFF>, or none",
            f"there are {len(in_bytes)}, such as {short(in_bytes[0])}",
        )
    own = by_kind[PieceKind.USER_DEFINED]
    if len(own) > FILE_SPECIALS or sum(map(len, own)) > SPECIALS_LENGTH:
        yield (
            f"User-defined pieces are at most {FILE_SPECIALS:,}, of {SPECIALS_LENGTH:,} "
            "characters together",
            f"there are {len(own):,} of {sum(map(len, own)):,}",
        )
    length = sum(len(piece) for piece, _, _ in rows)
    if length > PIECES_LENGTH:
        yield f"All pieces together have at most {PIECES_LENGTH:,} characters", f"{length:,}"


def _faults_of_pieces(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    place_of: dict[str, int] = {}
    for place, (piece, score, _) in enumerate(rows):
        if not 0 < len(piece) <= PIECE_LENGTH:
            length = f"{len(piece):,} characters"
            yield f"A piece has 1 to {PIECE_LENGTH} characters", f"piece {place} has {length}"
        if piece in place_of:
            both = f"pieces {place_of[piece]} and {place}"
            yield "Each piece has a spelling of its own", f"{both} are {short(piece)}"
        if not abs(score) <= SCORE:
            score_range = f"a number from -{SCORE:,.0f} to {SCORE:,.0f}"
            yield f"A score is {score_range}", f"that of piece {place} is {score}"
        place_of[piece] = place
