"""GPT-2, for paths and pages that look at a real vocabulary; made once for all readers."""

from functools import cache

from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.paths.stops import plain
from tokviz.references.gpt2 import gpt2, gpt2_ranks


@cache
def gpt2_model() -> RegexBPE:
    """GPT-2's tokenizer in our engine."""
    return RegexBPE.from_ranks(**gpt2_ranks()._asdict())


def of_gpt2(text: str) -> list[str]:
    """GPT-2's tokens of a text, as text."""
    return [plain(token) for token in gpt2_model().tokenize(text)]


def gpt2_tokens(text: str) -> int:
    """How many tokens GPT-2 makes of a text; special tokens are read as plain text."""
    return len(gpt2().encode_ordinary(text))
