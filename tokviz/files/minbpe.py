"""minbpe's ``.model``, read and written as plain data.

It is a text file: a version line, the split pattern (empty for a model without one), the number of
special tokens, one ``token id`` line each, then one ``left right`` line per merge. Byte values are
the ids 0 to 255 and merge k makes the token 256 + k. minbpe looks for special tokens in the order
of the file, so one that begins another stands behind it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokviz.files.errors import FormatError, check_suffix, short
from tokviz.files.reading import beginning, read_lines, token_id
from tokviz.files.vocabulary import (
    check_merged_lengths,
    check_pattern,
    check_special_ids,
    check_special_names,
)
from tokviz.files.writing import write_text
from tokviz.traces.choice import Pair

SUFFIX = ".model"
MINBPE_VERSION = "minbpe v1"
_NAME = b"minbpe"
_BYTE_LENGTHS = (1,) * 256
_REMEDY = "Save it with minbpe or tokviz."


@dataclass(frozen=True)
class MinbpeModel:
    """The content of a minbpe ``.model`` file; without a pattern, nothing is split."""

    pattern: str | None
    special_tokens: Mapping[str, int]
    merges: tuple[Pair, ...]

    def check(self, what: str) -> None:
        """TokvizError for what no tokenizer can be made of; merges join tokens made before."""
        if self.pattern is not None:
            check_pattern(self.pattern, what)
        check_merged_lengths(_BYTE_LENGTHS, self.merges, what)
        check_special_names(self.special_tokens, what)
        check_special_ids(self.special_tokens, range(256 + len(self.merges)), what)


def write_minbpe(
    path: str | Path,
    *,
    pattern: str | None,
    special_tokens: Mapping[str, int],
    merges: Sequence[Pair],
) -> None:
    """Write a minbpe ``.model`` file; FormatError where minbpe would read something else."""
    check_suffix(path, SUFFIX)
    if pattern == "":
        raise FormatError(
            "In minbpe's .model an empty pattern stands for none, but this tokenizer's is empty "
            "and splits between all characters. Train with the pattern (?s:.) instead."
        )
    line = pattern or ""
    if len(line.splitlines()) > 1 or line != line.strip():
        raise FormatError(
            "minbpe's .model keeps the split pattern on one line without outer white space, but "
            f"the pattern is {pattern!r:.80}. Write it on one line, spaces as \\x20."
        )
    for token in special_tokens:
        if token.split() != [token]:
            raise FormatError(
                "minbpe's .model splits its special token lines on white space, but the special "
                f"token {token!r:.80} contains some. Rename it without white space."
            )
    MinbpeModel(pattern, special_tokens, tuple(merges)).check(Path(path).name)
    lines = [MINBPE_VERSION, line, str(len(special_tokens))]
    longest_first = sorted(special_tokens, key=len, reverse=True)
    lines += [f"{token} {special_tokens[token]}" for token in longest_first]
    lines += [f"{left} {right}" for left, right in merges]
    write_text(path, "\n".join(lines) + "\n")


def looks_like_minbpe(path: str | Path) -> bool:
    """Whether a ``.model`` file begins as minbpe's do, of whatever version."""
    return beginning(path, len(_NAME)) == _NAME


def read_minbpe(path: str | Path) -> MinbpeModel:
    """Read a minbpe ``.model`` file; FormatError names the line that is wrong."""
    name = Path(path).name
    lines = read_lines(path, what="A minbpe model", remedy=_REMEDY)
    first_merge = 3 + _number_of_specials(lines, name)
    special_tokens: dict[str, int] = {}
    for number, line in enumerate(lines[3:first_merge], start=4):
        token, _, digits = line.partition(" ")
        special_id = token_id(digits)
        if not token or special_id is None or token in special_tokens:
            raise FormatError(
                f"Line {number} of {name} must read 'token id', each token once, but is "
                f"{short(line)}. {_REMEDY}"
            )
        special_tokens[token] = special_id
    merges: dict[Pair, int] = {}
    for number, line in enumerate(lines[first_merge:], start=first_merge + 1):
        pair = _pair(line, f"Line {number} of {name}")
        if pair in merges:
            raise FormatError(
                f"A pair merges once, but line {number} of {name} repeats {pair}. {_REMEDY}"
            )
        if max(pair) >= 256 + len(merges):
            raise FormatError(
                f"A merge joins tokens made before it, but line {number} of {name} "
                f"joins {pair} when only {256 + len(merges)} tokens exist. {_REMEDY}"
            )
        merges[pair] = 256 + len(merges)
    model = MinbpeModel(lines[1] or None, special_tokens, tuple(merges))
    model.check(name)
    _check_order(special_tokens, name)
    return model


def _check_order(special_tokens: Mapping[str, int], name: str) -> None:
    """Refuse a special token behind its own beginning: minbpe would never find it."""
    before: set[str] = set()
    lengths: set[int] = set()
    for token in special_tokens:
        beginnings = (token[:length] for length in sorted(lengths) if length < len(token))
        if (found := next((each for each in beginnings if each in before), None)) is not None:
            raise FormatError(
                f"minbpe looks for special tokens in the order of the file, so it never finds "
                f"{short(token)} of {name} behind {short(found)} that begins it. Put the line of "
                "the longer one first."
            )
        before.add(token)
        lengths.add(len(token))


def _pair(line: str, where: str) -> Pair:
    """The two ids of a merge's line. "97 98" -> (97, 98)"""
    ids = [token_id(field) for field in line.split(" ", 2)]
    if len(ids) != 2 or ids[0] is None or ids[1] is None:
        raise FormatError(f"{where} must read 'left right', but is {short(line)}. {_REMEDY}")
    return ids[0], ids[1]


def _number_of_specials(lines: Sequence[str], name: str) -> int:
    """What the third line says, the first three lines checked."""
    number = token_id(lines[2]) if len(lines) > 2 else None
    if lines[0] != MINBPE_VERSION or number is None:
        raise FormatError(
            f"A minbpe model begins with the lines {MINBPE_VERSION!r}, pattern, number of special "
            f"tokens, but {name} begins with {short(lines[:3])}. {_REMEDY}"
        )
    if len(lines) < 3 + number:
        raise FormatError(
            f"Line 3 of {name} promises {number} special tokens, but the file ends after line "
            f"{len(lines)}. {_REMEDY}"
        )
    return number
