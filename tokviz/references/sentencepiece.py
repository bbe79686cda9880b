"""What Google's trainer makes of the same text: the sentencepiece library.

The library is C++ and trains in one call that cannot be interrupted, so a page has it done in a
worker, with limits of time and memory: a text that it cannot take never hurts the page. Lines that
are too long for the library's default are not left out here, and the vocabulary may end smaller
than asked for, as ours may.
"""

import io
from collections.abc import Mapping
from functools import cached_property
from typing import Literal, TypeAlias

import sentencepiece

from tokviz.checks.errors import TokvizError

Algorithm: TypeAlias = Literal["bpe", "unigram"]

LONGEST_LINE = 4_000_000
"""Bytes of a line that is still trained on."""


class SentencePieceReference:
    """A model that the sentencepiece library trained, asked through that library."""

    def __init__(self, model: bytes) -> None:
        self.model = model
        self._processor = sentencepiece.SentencePieceProcessor(model_proto=model)

    @cached_property
    def vocab(self) -> Mapping[int, str]:
        """Id -> piece."""
        size = self._processor.get_piece_size()
        return {i: self._processor.id_to_piece(i) for i in range(size)}

    @cached_property
    def learned(self) -> Mapping[str, float]:
        """Piece -> score, without the special tokens and bytes, in the order of their ids."""
        ask = self._processor
        return {
            piece: ask.get_score(i)
            for i, piece in self.vocab.items()
            if not (ask.is_control(i) or ask.is_unknown(i) or ask.is_byte(i))
        }

    def encode(self, text: str) -> list[int]:
        """The text as the library's ids; lone surrogates must have been replaced."""
        ids: list[int] = self._processor.encode(text)
        return ids


def train_library(
    text: str,
    algorithm: Algorithm,
    *,
    vocab_size: int,
    normalization: str = "nmt_nfkc",
    byte_fallback: bool = False,
    character_coverage: float = 0.9995,
    split_by_whitespace: bool = True,
    shrinking_factor: float = 0.75,
) -> bytes:
    """Train the library on the lines of a text: the content of its ``.model`` file.

    The settings are those of our ``train``; ``shrinking_factor`` is Unigram's alone. Lone
    surrogates become question marks. Raises TokvizError where the library refuses the text.
    """
    lines = [line.encode("utf-8", "replace").decode() for line in text.split("\n") if line]
    model = io.BytesIO()
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_writer=model,
            model_type=algorithm,
            vocab_size=vocab_size,
            normalization_rule_name=normalization,
            byte_fallback=byte_fallback,
            character_coverage=character_coverage,
            split_by_whitespace=split_by_whitespace,
            shrinking_factor=shrinking_factor,
            hard_vocab_limit=False,
            max_sentence_length=LONGEST_LINE,
            minloglevel=2,
        )
    except (RuntimeError, ValueError, OSError) as error:
        reason = " ".join(str(error).split())[-300:]
        raise TokvizError(
            f"sentencepiece could not train on this text: {reason}. Use more text, or another "
            "vocabulary size."
        ) from None
    return model.getvalue()
