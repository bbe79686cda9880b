"""subword-nmt's codes file, read and written as plain data: a version, then one merge a line.

In version 0.1 the end of a word, ``</w>``, is a symbol of its own; in 0.2 it is part of the last
character. The file has no alphabet: a character that no merge names is unknown to its reader.
"""

from collections.abc import Sequence
from pathlib import Path

from tokviz.files.errors import FormatError, check_suffix, short
from tokviz.files.reading import read_lines
from tokviz.files.vocabulary import check_number_of_tokens
from tokviz.files.writing import write_text
from tokviz.text.markers import END_OF_WORD
from tokviz.traces.choice import Pair

SUFFIX = ".codes"
VERSIONS = ("0.1", "0.2")


def write_codes(
    path: str | Path,
    version: str,
    end_of_word: str | None,
    tokens: Sequence[tuple[str, bool]],
    merges: Sequence[Pair],
) -> None:
    """Write the merges in order; FormatError where subword-nmt would read something else.

    ``tokens`` are the letters of each id, and whether it ends a word; ``merges`` are pairs of ids.
    """
    check_suffix(path, SUFFIX)
    if end_of_word != END_OF_WORD:
        raise FormatError(
            f"subword-nmt ends words with {END_OF_WORD}, but this tokenizer ends them with "
            f"{end_of_word or 'nothing'}. Save it as .json."
        )
    for letters, _ in tokens:
        if END_OF_WORD in letters or letters.split() != [letters] * bool(letters):
            raise FormatError(
                f"In a codes file {END_OF_WORD} ends a word and white space a token, but the token "
                f"{short(letters)} has one of them as letters. Save it as .json."
            )
    spelled = [letters + END_OF_WORD * ends_word for letters, ends_word in tokens]
    lines = [
        f"#version: {version}",
        *(f"{spelled[left]} {spelled[right]}" for left, right in merges),
    ]
    write_text(path, "\n".join(lines) + "\n")


def read_codes(path: str | Path) -> tuple[str, list[tuple[str, str]]]:
    """The version and the merges; FormatError names the line that is wrong."""
    name = Path(path).name
    lines = read_lines(path, what="A codes file", remedy="Save it again.")
    check_number_of_tokens(len(lines), name)
    version = lines[0].removeprefix("#version: ")
    if version not in VERSIONS:
        raise FormatError(
            f"A codes file begins with '#version: ' and {' or '.join(VERSIONS)}, but {name} with "
            f"{short(lines[0])}. Learn the codes again with subword-nmt 0.2 or newer."
        )
    merges: list[tuple[str, str]] = []
    for number, line in enumerate(lines[1:], start=2):
        parts = line.split(" ")
        if len(parts) != 2 or not all(parts):
            raise FormatError(
                f"Line {number} of {name} must read 'left right', but is {short(line)}. "
                "Save it again."
            )
        merges.append((parts[0], parts[1]))
    return version, merges
