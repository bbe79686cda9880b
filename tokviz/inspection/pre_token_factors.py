"""What can stand inside a pre-token, for the split patterns that are published.

A token lies inside one pre-token. Each pre-token is what one alternative of the pattern matched,
so a token's characters stand next to each other in such a match. The patterns here match all that
can, and a little more: what they do not match is in no pre-token of any text. That proves that a
token never comes out; it does not prove that another one does.
Source: the patterns themselves, alternative by alternative (text/pre_tokens.py).
"""

import regex

from tokviz.text.pre_tokens import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    O200K_PATTERN,
    TIKTOKEN_GPT2_PATTERN,
)
from tokviz.text.tiktoken_splits import as_tiktoken_sees

_CONTRACTION = r"'?(?i:[sdmt]|ll?|ve?|re?)?"
_GPT2 = rf"{_CONTRACTION}| ?\p{{L}}*| ?\p{{N}}*| ?[^\s\p{{L}}\p{{N}}]*|\s*"
_FACTORS = {
    GPT2_PATTERN: _GPT2,
    TIKTOKEN_GPT2_PATTERN: _GPT2,
    GPT4_PATTERN: rf"{_CONTRACTION}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}*|\p{{N}}{{0,3}}"
    r"| ?[^\s\p{L}\p{N}]*[\r\n]*|\s*",
    O200K_PATTERN: r"[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]*(?:'(?i:[sdmt]|ll?|ve?|re?)?)?"
    r"|\p{N}{0,3}| ?[^\s\p{L}\p{N}]*[\r\n/]*|\s*",
}


def can_stand_in_a_pre_token(text: str, pattern: str) -> bool:
    """False only where no pre-token of any text holds this one; True also where nobody knows."""
    factors = _FACTORS.get(pattern)
    return factors is None or bool(regex.fullmatch(factors, as_tiktoken_sees(text, pattern)))
