"""SentencePiece models as tokenizers: the algorithm that a ``.model`` file names decides which."""

from pathlib import Path

from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.sentencepiece_lookup import SentencePieceLookup
from tokviz.algorithms.unigram import Unigram
from tokviz.files.sentencepiece import read_sentencepiece


def load_sentencepiece(path: str | Path) -> SentencePieceBPE | Unigram | SentencePieceLookup:
    """The tokenizer of a SentencePiece ``.model`` file, without a trace.

    FormatError where the file is none.
    """
    model = read_sentencepiece(path)
    pieces, normalizer, denormalizer = model.pieces, model.normalizer, model.denormalizer
    if model.algorithm == "bpe":
        return SentencePieceBPE(pieces, normalizer, denormalizer=denormalizer)
    if model.algorithm == "unigram":
        return Unigram(pieces, normalizer, denormalizer=denormalizer)
    return SentencePieceLookup(pieces, normalizer, denormalizer=denormalizer, unit=model.algorithm)
