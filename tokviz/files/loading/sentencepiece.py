"""SentencePiece models as tokenizers: the algorithm that a file names decides which."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from tokviz.algorithms.pieces.look_ups import SentencePieceLookup
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.files.sentencepiece import SentencePieceModel, model_of_json, read_sentencepiece

AnyPieces: TypeAlias = SentencePieceBPE | Unigram | SentencePieceLookup


def load_sentencepiece(path: str | Path) -> AnyPieces:
    """The tokenizer of a SentencePiece ``.model`` file, without a trace.

    FormatError where the file is none.
    """
    return _tokenizer_of(read_sentencepiece(path))


def sentencepiece_from_content(content: Mapping[str, Any]) -> AnyPieces:
    """The model that ``save`` wrote as tokviz's own ``.json``; FormatError where it is none."""
    return _tokenizer_of(model_of_json(content))


def _tokenizer_of(model: SentencePieceModel) -> AnyPieces:
    read = model.pieces
    pieces = PieceVocab(read.pieces, read.scores, read.kinds, read.marks)
    normalizer, denormalizer = model.normalizer, model.denormalizer
    if model.algorithm == "bpe":
        return SentencePieceBPE(pieces, normalizer, denormalizer=denormalizer)
    if model.algorithm == "unigram":
        return Unigram(pieces, normalizer, denormalizer=denormalizer)
    return SentencePieceLookup(pieces, normalizer, denormalizer=denormalizer, unit=model.algorithm)
