"""minbpe's ``.model``, read and written as plain data.

It is a text file: a version line, the split pattern (empty for a model without one), the number of
special tokens, one ``token id`` line each, then one ``left right`` line per merge. Byte values are
the ids 0 to 255 and merge k makes the token 256 + k.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokviz.files.errors import FormatError, check_suffix
from tokviz.traces.merges import Pair

SUFFIX = ".model"
MINBPE_VERSION = "minbpe v1"


@dataclass(frozen=True)
class MinbpeModel:
    """The content of a minbpe ``.model`` file."""

    pattern: str
    special_tokens: Mapping[str, int]
    merges: tuple[Pair, ...]


def write_minbpe(
    path: str | Path,
    *,
    pattern: str,
    special_tokens: Mapping[str, int],
    merges: Sequence[Pair],
) -> None:
    """Write a minbpe ``.model`` file; FormatError where minbpe would read something else."""
    check_suffix(path, SUFFIX)
    if len(pattern.splitlines()) > 1 or pattern != pattern.strip():
        raise FormatError(
            "minbpe's .model keeps the split pattern on one line without outer white space, but "
            f"the pattern is {pattern!r}. Write it on one line, spaces as \\x20."
        )
    for token in special_tokens:
        if token.split() != [token]:
            raise FormatError(
                "minbpe's .model splits its special token lines on white space, but the special "
                f"token {token!r} contains some. Rename it without white space."
            )
    lines = [MINBPE_VERSION, pattern, str(len(special_tokens))]
    lines += [f"{token} {token_id}" for token, token_id in special_tokens.items()]
    lines += [f"{left} {right}" for left, right in merges]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def read_minbpe(path: str | Path) -> MinbpeModel:
    """Read a minbpe ``.model`` file; FormatError names the line that is wrong."""
    name = Path(path).name
    lines = _minbpe_lines(path)
    first_merge = 3 + int(lines[2])
    special_tokens: dict[str, int] = {}
    merges: dict[Pair, int] = {}
    for number, line in enumerate(lines[3:], start=4):
        fields = line.split(" ")
        if number <= first_merge and len(fields) == 2 and fields[1].isdecimal():
            special_tokens[fields[0]] = int(fields[1])
        elif number > first_merge and len(fields) == 2 and all(map(str.isdecimal, fields)):
            pair = (int(fields[0]), int(fields[1]))
            if pair in merges:
                raise FormatError(
                    f"A pair merges once, but line {number} of {name} repeats {pair}."
                )
            if max(pair) >= 256 + len(merges):
                raise FormatError(
                    f"A merge joins tokens made before it, but line {number} of {name} "
                    f"joins {pair} when only {256 + len(merges)} tokens exist."
                )
            merges[pair] = 256 + len(merges)
        else:
            wanted = "token id" if number <= first_merge else "left right"
            raise FormatError(f"Line {number} of {name} must read '{wanted}', but is {line!r}.")
    return MinbpeModel(lines[1], special_tokens, tuple(merges))


def _minbpe_lines(path: str | Path) -> list[str]:
    """The lines of the file, the first three checked: version, pattern, number of specials."""
    name = Path(path).name
    remedy = "Save it with minbpe or tokviz."
    try:
        lines = Path(path).read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"A minbpe model is UTF-8 text, but byte {error.start} of {name} is not. {remedy}"
        ) from None
    if lines[0] != MINBPE_VERSION or len(lines) < 3 or not lines[2].isdecimal():
        raise FormatError(
            f"A minbpe model begins with the lines {MINBPE_VERSION!r}, pattern, number of special "
            f"tokens, but {name} begins with {lines[:3]!r}. {remedy}"
        )
    if len(lines) < 3 + int(lines[2]):
        raise FormatError(
            f"Line 3 of {name} promises {lines[2]} special tokens, but the file ends after line "
            f"{len(lines)}. {remedy}"
        )
    return lines
