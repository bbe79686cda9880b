"""Every trace that training and encoding make, to be saved and read back."""

from functools import cache
from typing import Any

import pytest

import tokviz
from tokviz.samples import sample
from tokviz.traces.saving.saved import SavedTrace

TEXT = sample("rhyme").text
ODD = "=1+1 \ud800 ▁ \x00 안녕 🐓"


def _trained() -> dict[str, Any]:
    return {
        "byte_bpe": tokviz.ByteBPE.train(TEXT, num_merges=30),
        "regex_bpe": tokviz.RegexBPE.train([TEXT, ODD], num_merges=30),
        "char_bpe": tokviz.CharBPE.train(TEXT, num_merges=30),
        "wordpiece": tokviz.WordPiece.train(TEXT, vocab_size=70),
        "sentencepiece_bpe": tokviz.SentencePieceBPE.train(TEXT, vocab_size=120),
        "unigram": tokviz.Unigram.train(TEXT, vocab_size=80),
        "word_level": tokviz.WordLevel.train(TEXT, unk_token="<unk>"),
        "whitespace": tokviz.Whitespace(),
        "code_points": tokviz.CodePoints(),
        "utf8_bytes": tokviz.Utf8Bytes(),
    }


@cache
def traces() -> dict[str, SavedTrace]:
    """Every trace that training and encoding make, by name."""
    found: dict[str, SavedTrace] = {}
    for name, tokenizer in _trained().items():
        if tokenizer.trace is not None:
            found[f"{name}, training"] = tokenizer.trace
        odd = ODD.replace("\ud800", "") if name == "unigram" else ODD
        found[f"{name}, encoding"] = tokenizer.encode_trace(f"the hen, {odd}")
    return found


each_trace = pytest.mark.parametrize("name", list(traces()))
