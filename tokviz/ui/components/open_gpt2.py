"""GPT-2 in our engine for a page whose reader may type its special token."""

from dataclasses import replace
from functools import cache

from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.paths.gpt2 import gpt2_model


@cache
def open_gpt2() -> RegexBPE:
    """The tokenizer that keeps ``<|endoftext|>`` whole; made once, with what it works out."""
    return replace(gpt2_model(), allowed_special="all")
