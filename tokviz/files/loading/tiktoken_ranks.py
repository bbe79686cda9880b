"""A RegexBPE from a ``.tiktoken`` file, which says neither how to split nor what is special."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.checks.arguments import checked
from tokviz.files.tiktoken_ranks import read_tiktoken
from tokviz.files.vocabulary import check_pattern, check_special_ids, check_special_names
from tokviz.text.pre_tokens import GPT2_PATTERN


@checked
def load_tiktoken(
    path: str | Path,
    *,
    pattern: str = GPT2_PATTERN,
    special_tokens: Mapping[str, int] = MappingProxyType({}),
) -> RegexBPE:
    """The tokenizer with the ranks of the file. Say here what the file does not.

    FormatError where the file is none or a single byte is no token, TokvizError where the
    pattern or a special token makes no sense.
    """
    name = Path(path).name
    ranks = read_tiktoken(path)
    check_pattern(pattern, name)
    check_special_names(special_tokens, name)
    check_special_ids(special_tokens, frozenset(ranks.values()), name)
    return RegexBPE.from_ranks(ranks, pattern=pattern, special_tokens=special_tokens)
