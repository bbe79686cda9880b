"""What the SentencePiece models share: normalize, cut into stretches, look up; and the way back.

A model says only how a normalized text falls into tokens, stretch by stretch; of a stretch that
comes again it may remember how it fell.
"""

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from tokviz.algorithms.models.batches import some_at_a_time
from tokviz.algorithms.pieces.spans import piece_spans
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.algorithms.pieces.word_parts import WordParts
from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.arguments import checked
from tokviz.checks.limits import AT_ONCE
from tokviz.files.errors import FormatError
from tokviz.files.sentencepiece import (
    KIND,
    SUFFIX,
    Algorithm,
    SentencePieceModel,
    json_content,
    write_sentencepiece,
)
from tokviz.files.tokviz_json import SUFFIX as JSON_SUFFIX
from tokviz.files.tokviz_json import write_pipeline_or_ours
from tokviz.text.markers import SPACE_MARKER, SPACES, Markers
from tokviz.text.normalizers.charsmap import longest_replacement
from tokviz.text.normalizers.sentencepiece import Normalizer

MOST_WORDS = 1 << 15
"""How many words a model remembers at most: some 10 MB. Then it begins anew."""
WORD = re.compile(f"{SPACE_MARKER}[^{SPACE_MARKER}]*|[^{SPACE_MARKER}]+")
"""Normalized text falls apart in front of every ▁."""


class Encoded(NamedTuple):
    """A stretch of text as n tokens: what each of them stands for, and its id.

    ``texts`` are empty where each stands for its own spelling in the vocabulary.
    """

    texts: tuple[str, ...]
    ids: tuple[int, ...]

    @classmethod
    def of(cls, tokens: Iterable[tuple[str, int]]) -> "Encoded":
        """From pairs of a text and an id."""
        texts, ids = zip(*tokens, strict=True) if (tokens := list(tokens)) else ((), ())
        return cls(texts, ids)


@dataclass(frozen=True, eq=False)
class PieceTokenizer(FieldsAlone, ABC):
    """A trained or loaded model. ``denormalizer`` rewrites what is decoded; few models have one."""

    pieces: PieceVocab = field(repr=False)
    normalizer: Normalizer
    trace: Any = None
    denormalizer: Normalizer | None = field(default=None, kw_only=True)
    markers: ClassVar[Markers] = SPACES
    formats: ClassVar[tuple[str, ...]] = (SUFFIX,)

    @property
    @abstractmethod
    def algorithm(self) -> Algorithm:
        """What a file calls this kind of model."""

    @abstractmethod
    def _stretches(self, normalized: Iterable[str]) -> Iterator[Iterable[Encoded]]:
        """The tokens of each normalized text; no unknown stretch goes on in the next."""

    @checked
    def may_run_away(self, size: int) -> bool:
        """Whether a text of so many characters may take the server's time or memory for long."""
        tables = [each.charsmap for each in (self.normalizer, self.denormalizer) if each]
        growth = math.prod(max(1, longest_replacement(table)) for table in tables)
        return min(size, AT_ONCE + 1) * growth * self.pieces.effort > AT_ONCE

    @property
    def vocab(self) -> Mapping[int, str]:
        """id -> piece."""
        return self.pieces.vocab

    @property
    def special_ids(self) -> frozenset[int]:
        """The ids of what is no text: unknown, begin, end."""
        return self.pieces.special_ids

    @property
    def unk_id(self) -> int:
        """The id of the unknown token."""
        return self.pieces.unk_id

    @checked
    def encode(self, text: str, *, add_bos: bool = False, add_eos: bool = False) -> list[int]:
        """The text as token ids, between the marks of its beginning and end if asked for."""
        (stretches,) = self._stretches([self.normalizer.normalize(text)])
        return self._ids(stretches, add_bos, add_eos)

    def _ids(self, stretches: Iterable[Encoded], add_bos: bool, add_eos: bool) -> list[int]:
        ids: list[int] = []
        for stretch in stretches:
            ids += stretch.ids
        if add_bos or add_eos:
            return self.pieces.framed(ids, add_bos=add_bos, add_eos=add_eos)
        return ids

    @checked
    def encode_batch(
        self, texts: Iterable[str], *, add_bos: bool = False, add_eos: bool = False
    ) -> list[list[int]]:
        """Each text as ``encode`` has it; KindError for a single text that is in no list."""
        return [
            self._ids(stretches, add_bos, add_eos)
            for some in some_at_a_time(texts)
            for stretches in self._stretches(self.normalizer.normalize_texts(some))
        ]

    @checked
    def tokenize(self, text: str) -> list[str]:
        """The tokens of the text; an unknown stretch stands for itself."""
        return [token for token, _ in self._tokens(text)]

    @checked
    def decode(self, ids: Iterable[int]) -> str:
        """The text of the tokens, as normalization left it. TokvizError for a wrong id."""
        return self.pieces.decode(ids, self.normalizer, self.denormalizer)

    @checked
    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """The UTF-8 byte range that each token of ``encode`` stands for."""
        return piece_spans(self._tokens(text), self.normalizer.align(text), self.pieces.kinds)

    @checked
    def save(self, path: str | Path) -> None:
        """Write SentencePiece's ``.model``, or a ``.json``.

        That is Hugging Face's where it can hold the model; else it is tokviz's own, which
        ``tokviz.load`` reads. FormatError, with the reason, for a file named ``tokenizer.json``,
        which others take for theirs, and for a Unigram that learned no piece.
        """
        model = SentencePieceModel(self.algorithm, self.pieces, self.normalizer, self.denormalizer)
        if Path(path).suffix == JSON_SUFFIX:
            write_pipeline_or_ours(path, self.pipeline, KIND, lambda: json_content(model, path))
        else:
            write_sentencepiece(path, model)

    @checked
    def pipeline(self) -> dict[str, Any]:
        """The content of Hugging Face's ``tokenizer.json``; FormatError where it cannot hold it."""
        raise FormatError(
            f"A tokenizer.json has no kind of model that cuts as SentencePiece's {self.algorithm} "
            "models do. Save it as .model."
        )

    @cached_property
    def _parts(self) -> WordParts:
        return WordParts(self.pieces.text_ids)

    def _tokens(self, text: str) -> Iterator[tuple[str, int]]:
        """What each token of ``encode`` stands for, and its id."""
        spelled = self.pieces.pieces.__getitem__
        (stretches,) = self._stretches([self.normalizer.normalize(text)])
        for texts, ids in stretches:
            yield from zip(texts or map(spelled, ids), ids, strict=True)
