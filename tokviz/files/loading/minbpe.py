"""A byte-level BPE from minbpe's ``.model``: with a split pattern or special tokens, a RegexBPE."""

from pathlib import Path

from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.files.minbpe import read_minbpe

WHOLE_TEXT = "(?s:.+)"
"""A pattern that splits nothing, for a model that has special tokens and no pattern."""


def load_minbpe(path: str | Path) -> ByteBPE | RegexBPE:
    """The tokenizer of a minbpe ``.model`` file, without a trace; TokvizError where it is none."""
    model = read_minbpe(path)
    if model.pattern is None and not model.special_tokens:
        return ByteBPE(model.merges)
    pattern = WHOLE_TEXT if model.pattern is None else model.pattern
    return RegexBPE.from_merges(model.merges, pattern=pattern, special_tokens=model.special_tokens)
