"""An argument, or a suffix, that there is none of is refused by name, with those that there are."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tokviz
from tests.pipelines import built
from tests.test_wrong_kinds import RIGHT, TOKENIZERS, methods
from tokviz.algorithms.pieces.look_ups import SentencePieceLookup
from tokviz.files.loading.pipelines import pipeline_from_text


@pytest.mark.parametrize(
    ("train", "wrong", "right"),
    [
        (tokviz.RegexBPE.train, "special_token", "special_tokens"),
        (tokviz.RegexBPE.train, "vocabsize", "vocab_size"),
        (tokviz.ByteBPE.train, "vocabsize", "vocab_size"),
        (tokviz.WordPiece.train, "vocabsize", "vocab_size"),
        (tokviz.CharBPE.train, "merges", "num_merges"),
        (tokviz.WordLevel.train, "unknown", "unk_token"),
        (tokviz.Unigram.train, "coverage", "character_coverage"),
        (tokviz.SentencePieceBPE.train, "text_size", "vocab_size"),
        (tokviz.RegexBPE.encode, "allowed", "allowed_special"),
        (tokviz.RegexBPE.sample, "disallowed", "disallowed_special"),
        (tokviz.load_tiktoken, "split", "pattern"),
        (tokviz.load_vocab_txt, "lower", "lowercase"),
    ],
)
def test_a_wrong_name_is_refused_by_what_was_called(
    train: Callable[..., Any], wrong: str, right: str
) -> None:
    """Not by what it hands its settings on to, whose name a caller never wrote."""
    with pytest.raises(TypeError, match=f"^{train.__qualname__} takes no .*{wrong}.*, {right}"):
        train("low", **{wrong: 5})


@pytest.mark.parametrize(
    ("name", "suffixes"),
    [
        ("ByteBPE", (".model", ".json")),
        ("RegexBPE", (".model", ".json")),
        ("WordPiece", (".txt", ".json")),
        ("CharBPE", (".json", ".codes")),
        ("WordLevel", (".json",)),
        ("Unigram", (".model",)),
    ],
)
@pytest.mark.parametrize("file", ["x.bin", "x"])
def test_a_wrong_suffix_is_told_all_the_right_ones(
    name: str, suffixes: tuple[str, ...], file: str, tmp_path: Path
) -> None:
    wanted = " or ".join(suffixes)
    with pytest.raises(tokviz.TokvizError, match=f"must be .* Save it as {re.escape(wanted)}"):
        TOKENIZERS[name].save(tmp_path / file)


def loaded_words() -> SentencePieceLookup:
    model = TOKENIZERS["SentencePieceBPE"]
    return SentencePieceLookup(model.pieces, model.normalizer, unit="word")


@pytest.mark.parametrize(
    "make", [loaded_words, lambda: pipeline_from_text(built("gpt2").to_str(), "gpt2.json")]
)
def test_every_method_of_a_model_that_is_only_loaded_refuses_a_wrong_name(
    make: Callable[[], Any],
) -> None:
    tried = dict(methods(make()))
    assert {"encode", "encode_batch", "decode", "tokenize", "token_spans", "save"} <= {*tried}
    for name, method in tried.items():
        with pytest.raises(tokviz.TokvizError, match="takes no argument 'wrong_name'"):
            method(**RIGHT.get(name, {}), wrong_name=1)
