"""Both trainers of SentencePiece on texts with little or nothing in them."""

from typing import TypeAlias

import pytest

from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram

Trainer: TypeAlias = type[SentencePieceBPE] | type[Unigram]


@pytest.mark.parametrize(
    ("trainer", "missing"), [(SentencePieceBPE, "pair to merge"), (Unigram, "piece to learn")]
)
@pytest.mark.parametrize("text", ["", "\n\n", "   ", []])
def test_an_empty_text_trains_to_special_tokens_and_says_why(
    trainer: Trainer, missing: str, text: str | list[str]
) -> None:
    model = trainer.train(text)
    assert dict(model.vocab) == {0: "<unk>", 1: "<s>", 2: "</s>"}
    assert model.trace is not None
    assert (
        model.trace.stop_reason
        == f"The text is empty once it is normalized, so there is no {missing}."
    )
    assert model.encode("abc") == [0]


@pytest.mark.parametrize("trainer", [SentencePieceBPE, Unigram])
@pytest.mark.parametrize("text", ["a", "ab", "aaaa aaaa", "Ω"])
def test_very_short_texts_train(trainer: Trainer, text: str) -> None:
    model = trainer.train(text)
    assert model.decode(model.encode(text)) == text
