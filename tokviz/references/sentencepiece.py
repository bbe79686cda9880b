"""What Google's trainer makes of the same text: the sentencepiece library, in a process of its own.

The library is C++ and trains in one call that cannot be interrupted, so a child process does it,
with a time limit: a text that it cannot take never hurts the page. What comes back is the content
of a ``.model`` file. Lines that are too long for the library's default are not left out here, and
the vocabulary may end smaller than asked for, as ours may.
"""

import base64
import io
import json
import subprocess
import sys
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

import sentencepiece

from tokviz.checks.errors import TokvizError

Algorithm: TypeAlias = Literal["bpe", "unigram"]

SECONDS = 60.0
LONGEST_LINE = 4_000_000
"""Bytes of a line that is still trained on."""
_ROOT = Path(__file__).parents[2]


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


def train_reference(
    text: str,
    algorithm: Algorithm,
    *,
    vocab_size: int,
    normalization: str = "nmt_nfkc",
    byte_fallback: bool = False,
    character_coverage: float = 0.9995,
    split_by_whitespace: bool = True,
    shrinking_factor: float = 0.75,
    seconds: float = SECONDS,
) -> SentencePieceReference:
    """Train the library on the lines of a text. The settings are those of our ``train``.

    ``shrinking_factor`` is Unigram's alone.

    Raises TokvizError where the library refuses the text or takes longer than ``seconds``.
    """
    settings = {
        "lines": [line for line in text.split("\n") if line],
        "model_type": algorithm,
        "vocab_size": vocab_size,
        "normalization_rule_name": normalization,
        "byte_fallback": byte_fallback,
        "character_coverage": character_coverage,
        "split_by_whitespace": split_by_whitespace,
        "shrinking_factor": shrinking_factor,
    }
    command = [sys.executable, "-m", "tokviz.references.sentencepiece"]
    asked = json.dumps(settings).encode()
    try:
        child = subprocess.run(
            command, input=asked, capture_output=True, timeout=seconds, cwd=_ROOT, check=False
        )
    except subprocess.TimeoutExpired:
        raise TokvizError(
            f"The comparison has {seconds:g} seconds, but sentencepiece was not done by then. "
            "Use a shorter text or a smaller vocabulary."
        ) from None
    return SentencePieceReference(_answer(child))


def _answer(child: "subprocess.CompletedProcess[bytes]") -> bytes:
    try:
        answer = json.loads(child.stdout.decode().splitlines()[-1])
    except (ValueError, IndexError):
        answer = {"error": f"it ended with code {child.returncode} and without a word"}
    if "error" in answer:
        raise TokvizError(
            f"sentencepiece could not train on this text: {answer['error']}. Use more text, or "
            "another vocabulary size."
        )
    return base64.b64decode(answer["model"])


def _train(settings: dict[str, Any]) -> bytes:
    """In the child process: train, and return the content of the model file."""
    lines = [line.encode("utf-8", "replace").decode() for line in settings.pop("lines")]
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        hard_vocab_limit=False,
        max_sentence_length=LONGEST_LINE,
        minloglevel=2,
        **settings,
    )
    return model.getvalue()


def _main() -> None:
    try:
        answer = {"model": base64.b64encode(_train(json.load(sys.stdin))).decode()}
    except (RuntimeError, ValueError, OSError) as error:
        answer = {"error": " ".join(str(error).split())[-300:]}
    print(json.dumps(answer))


if __name__ == "__main__":
    _main()
