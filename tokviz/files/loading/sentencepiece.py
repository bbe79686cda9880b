"""SentencePiece models as tokenizers: the algorithm that a ``.model`` file names decides which."""

from pathlib import Path

from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.files.sentencepiece import read_sentencepiece


def load_sentencepiece(path: str | Path) -> SentencePieceBPE | Unigram:
    """The tokenizer of a SentencePiece ``.model`` file, without a trace.

    FormatError where the file is none, or needs what is not here.
    """
    model = read_sentencepiece(path)
    if model.algorithm == "bpe":
        return SentencePieceBPE(model.pieces, model.normalizer)
    return Unigram(model.pieces, model.normalizer)
