"""SentencePiece models as tokenizers: the algorithm that a ``.model`` file names decides which."""

from pathlib import Path

from tokviz.algorithms.pieces.look_ups import SentencePieceLookup
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.files.sentencepiece import read_sentencepiece


def load_sentencepiece(path: str | Path) -> SentencePieceBPE | Unigram | SentencePieceLookup:
    """The tokenizer of a SentencePiece ``.model`` file, without a trace.

    FormatError where the file is none.
    """
    model = read_sentencepiece(path)
    read = model.pieces
    pieces = PieceVocab(read.pieces, read.scores, read.kinds, read.marks)
    normalizer, denormalizer = model.normalizer, model.denormalizer
    if model.algorithm == "bpe":
        return SentencePieceBPE(pieces, normalizer, denormalizer=denormalizer)
    if model.algorithm == "unigram":
        return Unigram(pieces, normalizer, denormalizer=denormalizer)
    return SentencePieceLookup(pieces, normalizer, denormalizer=denormalizer, unit=model.algorithm)
