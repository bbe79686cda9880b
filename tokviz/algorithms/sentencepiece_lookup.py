"""SentencePiece's word and character models: no algorithm but looking each unit up.

The text is normalized and cut into words (in front of every ▁) or into characters, and a unit that
is not in the vocabulary is unknown. User-defined tokens stay whole in a character model. Not here:
training, which is no more than counting.

Source: SentencePiece's word and character models, with which the tests compare.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal

from tokviz.algorithms.pieces.spans import piece_spans
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.files.sentencepiece import SentencePieceModel, write_sentencepiece
from tokviz.text.markers import SPACE_MARKER, SPACES, Markers
from tokviz.text.normalizers.sentencepiece import Normalizer

_WORD = re.compile(f"{SPACE_MARKER}[^{SPACE_MARKER}]*|[^{SPACE_MARKER}]+")


@dataclass(frozen=True, eq=False)
class SentencePieceLookup:
    """A loaded word or character model."""

    unit: Literal["word", "char"]
    pieces: PieceVocab
    normalizer: Normalizer
    denormalizer: Normalizer | None = None
    trace: None = None
    markers: ClassVar[Markers] = SPACES

    @property
    def vocab(self) -> Mapping[int, str]:
        """id -> unit."""
        return self.pieces.vocab

    @property
    def special_ids(self) -> frozenset[int]:
        """The ids of what is no text: unknown, begin, end."""
        return self.pieces.special_ids

    @property
    def unk_id(self) -> int:
        """The id of the unknown token."""
        return self.pieces.unk_id

    def encode(self, text: str, *, add_bos: bool = False, add_eos: bool = False) -> list[int]:
        """The text as token ids, between the marks of its beginning and end if asked for."""
        ids = [token_id for _, token_id in self._tokens(text)]
        return self.pieces.framed(ids, add_bos=add_bos, add_eos=add_eos)

    def encode_batch(
        self, texts: Iterable[str], *, add_bos: bool = False, add_eos: bool = False
    ) -> list[list[int]]:
        """Each text as ``encode`` has it."""
        return [self.encode(text, add_bos=add_bos, add_eos=add_eos) for text in texts]

    def tokenize(self, text: str) -> list[str]:
        """The units of the text; an unknown stretch stands for itself."""
        return [unit for unit, _ in self._tokens(text)]

    def decode(self, ids: Iterable[int]) -> str:
        """The text of the tokens, as normalization left it. TokvizError for a wrong id."""
        return self.pieces.decode(ids, self.normalizer, self.denormalizer)

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """The UTF-8 byte range that each token of ``encode`` stands for."""
        return piece_spans(self._tokens(text), self.normalizer.align(text), self.pieces.kinds)

    def save(self, path: str | Path) -> None:
        """Write a ``.model`` file that the sentencepiece library loads."""
        model = SentencePieceModel(self.unit, self.pieces, self.normalizer, self.denormalizer)
        write_sentencepiece(path, model)

    def _tokens(self, text: str) -> Iterator[tuple[str, int]]:
        ids, unk_id = self.pieces.text_ids, self.pieces.unk_id
        units = self._units.findall(self.normalizer.normalize(text))
        return self.pieces.resolve_unknown((unit, ids.get(unit, unk_id)) for unit in units)

    @cached_property
    def _units(self) -> re.Pattern[str]:
        if self.unit == "word":
            return _WORD
        longest_first = sorted(self.pieces.user_defined, key=len, reverse=True)
        return re.compile("|".join([*map(re.escape, longest_first), "."]), re.DOTALL)
