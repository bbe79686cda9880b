"""Which bytes of the text each token stands for, beside what sentencepiece says."""

import random
from pathlib import Path
from typing import Any

import pytest
import sentencepiece

from tokviz import SentencePieceBPE, Unigram

LETTERS = ("ab ", "ab  é", "aﬁ①  b", "한글 a\u3000b", "az\u0301  ㍿Å", "😀 a  é")
OPTIONS = (
    "add_dummy_prefix",
    "byte_fallback",
    "remove_extra_whitespaces",
    "treat_whitespace_as_suffix",
)


def spans_of(processor: sentencepiece.SentencePieceProcessor, text: str) -> list[tuple[int, int]]:
    found: Any = processor.encode(text, return_type="proto")
    return [(piece.begin, piece.end) for piece in found.pieces]


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("kind", [SentencePieceBPE, Unigram])
def test_spans_are_those_of_sentencepiece(
    kind: type[SentencePieceBPE | Unigram], letters: str, tmp_path: Path
) -> None:
    rng = random.Random(f"{kind.algorithm} {letters}")
    for trial in range(8):
        lines = ["".join(rng.choices(letters, k=rng.randint(5, 40))) for _ in range(8)]
        chosen = {name: rng.random() < 0.5 for name in OPTIONS}
        model = kind.train(lines, vocab_size=300, **chosen)  # type: ignore[arg-type]
        path = tmp_path / f"{trial}.model"
        model.save(path)
        theirs = sentencepiece.SentencePieceProcessor(model_file=str(path))
        for _ in range(30):
            text = "".join(rng.choices(f"{letters}z", k=rng.randint(0, 14)))
            assert model.token_spans(text) == spans_of(theirs, text), (chosen, text)
