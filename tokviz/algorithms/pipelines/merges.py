"""The pipeline model "BPE": letters become symbols, then the merge of the lowest rank goes first.

Options of the model, as the library has them: a prefix for letters inside a word and a suffix for
the last one; the token for unknown letters, one for each or one for a run (``fuse_unk``); unknown
letters spelled in bytes (``byte_fallback``); a word that is a token as a whole left alone
(``ignore_merges``). A letter that nothing stands for is dropped.

Ties: the leftmost of equal pairs. Of a merge that the file lists twice, the last place counts.
Source: tokenizers 0.23, ``models/bpe``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np

from tokviz.algorithms.merging.apply_merges import EncodeRecord, apply_merges
from tokviz.algorithms.pipelines.models import Cut, KnownParts
from tokviz.algorithms.pipelines.stages import Located
from tokviz.arrays.frozen import FieldsAlone
from tokviz.text.markers import SPACE_MARKER, SPACES, Markers, continuations, word_ends
from tokviz.traces.choice import Pair
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import NEVER

_ROWS = 10_000
"""Merges that are read at a time from another process."""


class Symbol(NamedTuple):
    """A token that stands for a letter or a byte, and the bytes of the part that it covers."""

    token_id: int
    size: int


@dataclass(frozen=True, eq=False)
class PipelineMerges(FieldsAlone):
    """A vocabulary and its merges: pair -> (rank, token id)."""

    token_to_id: Mapping[str, int]
    merges: Mapping[Pair, tuple[int, int]]
    unk_id: int | None = None
    continuing_prefix: str = ""
    end_of_word: str = ""
    fuse_unk: bool = False
    byte_fallback: bool = False
    ignore_merges: bool = False

    @cached_property
    def markers(self) -> Markers:
        """Prefix, suffix, and ▁ where tokens have it."""
        front = continuations(self.continuing_prefix) if self.continuing_prefix else ()
        spaced = any(SPACE_MARKER in token for token in self.token_to_id)
        return (*front, *word_ends(self.end_of_word or None), *(SPACES if spaced else ()))

    @property
    def effort(self) -> float:
        """The most symbols for one character: a prefix and a suffix may be spelled in bytes."""
        marks = self.continuing_prefix + self.end_of_word
        return 1.0 + len(marks.encode()) * self.byte_fallback

    def encode(self, part: str) -> list[int]:
        """The ids of one part."""
        return list(self._known.ids(part))

    def _ids(self, part: str) -> list[int]:
        symbols = [symbol.token_id for symbol in self._symbols(part)]
        return apply_merges(symbols, self._merge_of)

    def locate(self, part: str) -> list[Located]:
        """The ids, each with the bytes of the part that it covers.

        Where that is none, as for a suffix in bytes: the byte before it, if there is one.
        """
        symbols = self._symbols(part)
        record = EncodeRecord()
        ids = self._merge(symbols, record)
        kept = record.trace(self._any_token).boundary_rank == NEVER
        starts = [number for number, stays in enumerate(kept) if stays or number == 0]
        ends_at = [0]
        for symbol in symbols:
            ends_at.append(ends_at[-1] + symbol.size)
        borders = [ends_at[start] for start in (*starts, len(symbols))]
        return [
            (token_id, max(0, min(start, end - 1)), end)
            for token_id, (start, end) in zip(ids, pairwise(borders), strict=True)
        ]

    def trace(self, cut: Cut) -> EncodeTrace:
        """Every merge, part by part."""
        record = EncodeRecord()
        for part in cut.parts:
            if part.added is not None:
                record.begin([part.added])
            else:
                self._merge(self._symbols(part.text), record)
        gaps = cut.gaps if any(cut.gaps) else ()
        added = frozenset(part.added for part in cut.parts if part.added is not None)
        marks: dict[str, Any] = {"markers": cut.markers, "special_ids": added}
        return record.trace(cut.vocab, gaps=gaps, unk_id=self.unk_id, **marks)

    def _merge(self, symbols: list[Symbol], record: EncodeRecord) -> list[int]:
        ids = [symbol.token_id for symbol in symbols]
        record.begin(ids)
        return apply_merges(ids, self._merge_of, record)

    def _merge_of(self, left: int, right: int) -> tuple[int, int] | None:
        return self.merges.get((left, right))

    def _symbols(self, part: str) -> list[Symbol]:
        """What merging begins with: a word that is a token, or its letters."""
        if self.ignore_merges and part in self.token_to_id:
            return [Symbol(self.token_to_id[part], len(part.encode()))]
        symbols: list[Symbol] = []
        unknown = 0  # bytes of unknown letters that are not written yet
        for place, letter in enumerate(part):
            size = len(letter.encode())
            prefix = self.continuing_prefix if place else ""
            suffix = self.end_of_word if place == len(part) - 1 else ""
            spelled = prefix + letter + suffix
            token_id = self.token_to_id.get(spelled)
            if token_id is not None:
                symbols += self._unknown(unknown)
                unknown = 0
                symbols.append(Symbol(token_id, size))
            elif (spelled_out := self._bytes(prefix, letter, suffix)) is not None:
                symbols += spelled_out  # in front of an unknown letter that still waits
            elif self.fuse_unk:
                unknown += size
            else:
                symbols += self._unknown(unknown)
                unknown = size
        return symbols + self._unknown(unknown)

    def _unknown(self, size: int) -> list[Symbol]:
        return [Symbol(self.unk_id, size)] if size and self.unk_id is not None else []

    def _bytes(self, prefix: str, letter: str, suffix: str) -> list[Symbol] | None:
        """The letter byte by byte, or None where a byte is no token.

        The bytes of prefix and suffix are spelled too, and cover nothing of the part.
        """
        if not self.byte_fallback:
            return None
        found: list[Symbol] = []
        for text, size in ((prefix, 0), (letter, 1), (suffix, 0)):
            for byte in text.encode():
                token_id = self.token_to_id.get(f"<0x{byte:02X}>")
                if token_id is None:
                    return None
                found.append(Symbol(token_id, size))
        return found

    @cached_property
    def _known(self) -> KnownParts:
        return KnownParts(self._ids)

    @cached_property
    def _any_token(self) -> Mapping[int, str]:
        return {token_id: token for token, token_id in self.token_to_id.items()}

    def __getstate__(self) -> dict[str, Any]:
        """The merges as rows of numbers: half a million tuples would hold up whoever reads them."""
        rows = ((*pair, *made) for pair, made in self.merges.items())
        flat = np.fromiter(chain.from_iterable(rows), np.int64, 4 * len(self.merges))
        return {**super().__getstate__(), "merges": flat.reshape(-1, 4)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        rows = state["merges"]
        merges: dict[Pair, tuple[int, int]] = {}
        for start in range(0, len(rows), _ROWS):  # between the rows, other threads have their turn
            left, right, rank, made = rows[start : start + _ROWS].T.tolist()
            merges.update(
                zip(zip(left, right, strict=True), zip(rank, made, strict=True), strict=True)
            )
        vars(self).update({**state, "merges": merges})
