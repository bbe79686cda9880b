"""The vocabulary of a SentencePiece model: pieces with scores, and what is not a piece of text.

Beside the learned pieces there are special ones (``special.py``). With byte fallback, what no piece
covers is spelled in bytes; otherwise it becomes the unknown token, one for a whole run. A piece's
score is its log-probability (Unigram) or the negated order in which it was learned (BPE).

Source: SentencePiece's model file and its decoder, with which the tests compare.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tokviz.algorithms.pieces.piece_table import walk_effort
from tokviz.algorithms.pieces.special import SpecialPieces
from tokviz.checks.errors import TokvizError
from tokviz.checks.whole_numbers import token_of
from tokviz.files.pieces import PieceKind, Pieces
from tokviz.text.markers import SPACE_MARKER
from tokviz.text.normalizers.sentencepiece import Normalizer
from tokviz.text.special_tokens import search_effort


@dataclass(frozen=True, eq=False)
class PieceVocab(Pieces):
    """The pieces of a model, which spells and decodes with them."""

    @classmethod
    def of(
        cls, pieces: Sequence[str], scores: Sequence[float], special: SpecialPieces
    ) -> "PieceVocab":
        """Learned pieces, in order, on the ids that the special tokens leave free."""
        free, size = special.free_ids(len(pieces)), len(pieces) + len(special.by_id)
        spelled, kinds, all_scores = [""] * size, [PieceKind.NORMAL] * size, [0.0] * size
        for token_id, (piece, kind) in special.by_id.items():
            spelled[token_id], kinds[token_id] = piece, kind
        for token_id, piece, score in zip(free, pieces, scores, strict=True):
            spelled[token_id], all_scores[token_id] = piece, score
        return cls(tuple(spelled), tuple(all_scores), tuple(kinds), special.marks)

    def framed(self, ids: list[int], *, add_bos: bool, add_eos: bool) -> list[int]:
        """The ids with the marks of the text's beginning and end; TokvizError without such."""
        for wanted, name in ((add_bos, "bos"), (add_eos, "eos")):
            mark = self.marks.bos_piece if name == "bos" else self.marks.eos_piece
            token_id = self.control_id(mark)
            if wanted and token_id is None:
                raise TokvizError(
                    f"add_{name} adds the control token {mark!r}, but this vocabulary has none. "
                    f"Leave add_{name} out."
                )
            if wanted and token_id is not None:
                ids = [token_id, *ids] if name == "bos" else [*ids, token_id]
        return ids

    @cached_property
    def effort(self) -> float:
        """How many times the work of a merge each character of a text may cost, 1 or more.

        At each place all user-defined pieces may be looked for, letter by letter; and an unknown
        character decodes to as many as its surface has.
        """
        walk = walk_effort((*self.pieces, self.marks.unk_surface))
        return walk + search_effort(self.user_defined)

    def resolve_unknown(self, tokens: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
        """Spell unknown stretches in bytes, or join each run of them into one unknown token.

        ``tokens`` are (text, id) pairs in order; the pairs that come out are too.
        """
        run = ""
        for text, token_id in tokens:
            if token_id == self.unk_id:
                run += text
                continue
            if run:
                yield from self._unknown(run)
                run = ""
            yield text, token_id
        if run:
            yield from self._unknown(run)

    def _unknown(self, run: str) -> Iterator[tuple[str, int]]:
        if self.byte_ids is None:
            yield run, self.unk_id
            return
        for byte in run.encode():
            token_id = self.byte_ids[byte]
            yield self.pieces[token_id], token_id

    # ---- decoding -------------------------------------------------------------------------

    def decode(
        self, ids: Iterable[int], normalizer: Normalizer, denormalizer: Normalizer | None = None
    ) -> str:
        """The text of the tokens: ▁ becomes a space, and the one put in front goes.

        Raises TokvizError for an id that is not in the vocabulary.
        """
        text = self._joined(ids, normalizer)
        return text if denormalizer is None else denormalizer.normalize(text)

    def _joined(self, ids: Iterable[int], normalizer: Normalizer) -> str:
        parts, pending = list[str](), bytearray()
        prefix_taken = not (normalizer.add_dummy_prefix or normalizer.remove_extra_spaces)
        for token_id in ids:
            piece = token_of(self.vocab, token_id)
            kind = self.kinds[token_id]
            if kind is PieceKind.BYTE:
                pending.append(self.byte(token_id))
                continue
            if pending:
                parts.append(_decode_bytes(pending))
                pending.clear()
            if kind is PieceKind.CONTROL:
                continue
            if kind is PieceKind.UNKNOWN:
                piece = self.marks.unk_surface
            else:
                if not parts and not prefix_taken:
                    marked = piece.startswith(SPACE_MARKER)
                    prefix_taken = marked and not normalizer.remove_extra_spaces
                    piece = piece.removeprefix(SPACE_MARKER)
                piece = piece.replace(SPACE_MARKER, " ")
            if piece:  # of a text that is still empty, the next piece is the first
                parts.append(piece)
        return "".join(parts) + _decode_bytes(pending)


def check_vocab_size(vocab_size: int, special: SpecialPieces, alphabet_size: int) -> None:
    """Raise TokvizError if not even the characters have room."""
    least = len(special.by_id) + alphabet_size
    if vocab_size < least:
        remedy = ", or lower character_coverage." if vocab_size > len(special.by_id) else "."
        raise TokvizError(
            f"vocab_size is {vocab_size}, but {special.counted} and the "
            f"{alphabet_size} characters of this text need {least}. Ask for {least} or more{remedy}"
        )


def _decode_bytes(pending: bytearray) -> str:
    """UTF-8, with U+FFFD for every single byte that is not part of a character."""
    return _ESCAPED_BYTE.sub("\ufffd", pending.decode(errors="surrogateescape"))


_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")
