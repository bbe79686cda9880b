"""The record of a training, for who knows that there is one."""

from pathlib import Path
from typing import Any

import pytest

import tokviz

TEXT = "low low lower lowest newest widest"
MODELS: dict[str, Any] = {
    "ByteBPE": tokviz.ByteBPE.train(TEXT, num_merges=3),
    "RegexBPE": tokviz.RegexBPE.train(TEXT, num_merges=3),
    "CharBPE": tokviz.CharBPE.train(TEXT, num_merges=3),
    "WordPiece": tokviz.WordPiece.train(TEXT, vocab_size=30),
    "SentencePieceBPE": tokviz.SentencePieceBPE.train(TEXT, vocab_size=20),
    "Unigram": tokviz.Unigram.train(TEXT, vocab_size=20),
    "WordLevel": tokviz.WordLevel.train(TEXT, unk_token="?"),
}


@pytest.mark.parametrize("name", MODELS)
def test_a_trained_model_gives_its_record(name: str) -> None:
    assert MODELS[name].training is MODELS[name].trace


@pytest.mark.parametrize("name", MODELS)
def test_of_a_loaded_model_it_says_that_there_is_none(name: str, tmp_path: Path) -> None:
    model = MODELS[name]
    path = tmp_path / f"saved{model.formats[0]}"
    model.save(path)
    loaded: Any = tokviz.load(path)
    with pytest.raises(tokviz.TokvizError, match=rf"this {name} has none.*load_trace"):
        loaded.training  # noqa: B018 - to ask is the test
