"""Split patterns as ``tokenizers`` has to be given them.

Its engine, Oniguruma, reads some constructs in another way than tiktoken's and ours: ``$`` also
stands before a line end, ``{1,3}+`` repeats what it should only hold fast, and ``(?i:s)`` does not
match ſ. So the published patterns are written anew here by hand. A pattern of the reader's own
goes through if it is made of constructs that mean the same to both; all else is refused by name.
The classes ``\\p{L}``, ``\\s`` and ``\\d`` hold the same characters in both (a test asks).
Source: Oniguruma's doc/RE.
"""

import re
from collections.abc import Mapping

from tokviz.files.errors import FormatError, short
from tokviz.text.pre_tokens import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    O200K_PATTERN,
    TIKTOKEN_GPT2_PATTERN,
    compile_pattern,
)

_ENDINGS = "'(?:[sSſdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])"
_O200K_ENDINGS = "(?:'[sSſ]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
FOR_TOKENIZERS: Mapping[str, str] = {
    GPT2_PATTERN: GPT2_PATTERN,
    TIKTOKEN_GPT2_PATTERN: TIKTOKEN_GPT2_PATTERN.replace("$", r"\z"),
    GPT4_PATTERN: GPT4_PATTERN.replace("'(?i:[sdmt]|ll|ve|re)", _ENDINGS)
    .replace(r"\p{N}{1,3}+", r"\p{N}{1,3}")
    .replace("$", r"\z"),
    O200K_PATTERN: O200K_PATTERN.replace("(?i:'s|'t|'re|'ve|'m|'ll|'d)", _O200K_ENDINGS),
}
_OURS = {theirs: ours for ours, theirs in FOR_TOKENIZERS.items()}
_ESCAPE = r"\\(?:[sSdDrnt]|[pP]\{[A-Z][a-z]?\}|[^\w\s])"
_CLASS = rf"\[\^?(?:{_ESCAPE}|[^\\\[\]&~|\s-]|-(?=\])|[^\\\[\]&~|\s-]-[^\\\[\]&~|\s-]| )+\]"
_ATOM = re.compile(rf"{_ESCAPE}|{_CLASS}|\(\?:|\(\?!\\S\)|[).|]|[^\\\[\](){{}}.*+?|^$]")
_REPEAT = re.compile(r"(?:[?*+][?+]?|\{\d+(?:,\d*)?\}(?![?+]))(?![?*+{])")
"""Greedy, lazy or possessive; with numbers only greedy."""


def for_tokenizers(pattern: str) -> str:
    """The pattern as ``tokenizers`` cuts alike with; FormatError names what it cannot be given."""
    if pattern in FOR_TOKENIZERS:
        return FOR_TOKENIZERS[pattern]
    at = 0
    while at < len(pattern):
        found = _ATOM.match(pattern, at)
        if found is None:
            raise _refused(pattern, pattern[at : at + 12])
        at = found.end()
        repeat = _REPEAT.match(pattern, at)
        if repeat is not None and found.group() not in ("|", "(?:", r"(?!\S)"):
            at = repeat.end()
    if pattern in _OURS or compile_pattern(pattern).match("") is not None:
        raise _refused(pattern, "a match of no characters")
    return pattern


def from_tokenizers(pattern: str) -> str:
    """Our pattern that was written so."""
    return _OURS.get(pattern, pattern)


def _refused(pattern: str, what: str) -> FormatError:
    return FormatError(
        "The engine of Hugging Face's library reads some patterns in another way, so a "
        "tokenizer.json holds the published ones and plain ones, but "
        f"{short(pattern)} has {what!r}. Save the model as .model."
    )
