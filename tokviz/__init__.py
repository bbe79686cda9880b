"""tokviz: see how a tokenizer learns, one merge at a time."""

from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.loading import load
from tokviz.pretokenize import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN
from tokviz.reference import gpt2

__all__ = [
    "GPT2_PATTERN",
    "GPT4_PATTERN",
    "O200K_PATTERN",
    "ByteBPE",
    "RegexBPE",
    "gpt2",
    "load",
]
