"""GPT-2 in our engine for a page whose reader may type its special token; what it learned from.

Source: Radford et al. 2019, "Language Models are Unsupervised Multitask Learners", section 2.1.
What the tokenizer learned from is not said there; that it was the same text is likely, no more.
"""

from copy import copy
from functools import cache

from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.paths.gpt2 import gpt2_model


@cache
def open_gpt2() -> RegexBPE:
    """The tokenizer that keeps ``<|endoftext|>`` whole; made once, with what it works out."""
    model = copy(gpt2_model())  # which was checked
    object.__setattr__(model, "allowed_special", "all")
    return model


def gpt2_merges() -> int:
    """How many merges it learned: each made one token, beside the bytes and the special one."""
    model = open_gpt2()
    return len(model.vocab) - 256 - len(model.special_ids)


def gpt2_learned() -> str:
    """What a reader should know who sets a tokenizer beside it."""
    return (
        f"GPT-2's tokenizer has {gpt2_merges():,} merges, most likely learned from the 40 GB of "
        "web pages that GPT-2 itself learned from."
    )
