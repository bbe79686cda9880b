"""tiktoken's ``.tiktoken``, read and written as plain data: each token in base64, and its rank.

A rank is the token's id and its turn in merging at once. The file knows no split pattern, no
special tokens and no pairs: two tokens merge where the bytes they spell together have a rank, so
bytes can have only one.
"""

import base64
import binascii
from collections.abc import Mapping
from pathlib import Path

from tokviz.files.errors import FormatError, check_suffix, short
from tokviz.files.reading import read_bytes, token_id
from tokviz.files.vocabulary import check_number_of_tokens
from tokviz.files.writing import write_content
from tokviz.text.labels import named, plural

SUFFIX = ".tiktoken"
_REMEDY = "Download it again, or save it again with tiktoken."
_NOT_WHOLE = f"the file is not whole. {_REMEDY}"
_ENDS = b"\r\n"
_BLANK = (b"\n", b"\r\n", b"\r")
_NO_BYTES = b"="
"""How Whisper's file writes a token of no bytes, which stands in no text."""


def write_tiktoken(path: str | Path, vocab: Mapping[int, bytes]) -> None:
    """Write one token a line, by rank; FormatError where two ids spell the same bytes."""
    check_suffix(path, SUFFIX)
    check_spelled_once(vocab)
    lines = (b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in sorted(vocab.items()))
    write_content(path, b"".join(lines))


def check_spelled_once(vocab: Mapping[int, bytes]) -> None:
    """FormatError where two ids spell the same bytes."""
    rank_of: dict[bytes, int] = {}
    for rank, token in sorted(vocab.items()):
        if token in rank_of:
            raise FormatError(
                f"A {SUFFIX} file gives bytes one rank, but the tokens {rank_of[token]} and {rank} "
                f"both spell {named(token)}: two merges made it in two ways. "
                "Save it as .model."
            )
        rank_of[token] = rank


def read_tiktoken(path: str | Path) -> dict[bytes, int]:
    """The rank of each token that has bytes; FormatError names the line that is wrong.

    A download that broke off ends within a line, or has not even all single bytes.
    """
    ranks: dict[bytes, int] = {}
    taken: set[int] = set()
    lines = read_bytes(path).splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        fields = line.split()
        if line in _BLANK:
            continue
        token, rank = _token_and_rank(fields)
        if token is None or rank is None or token in ranks or rank in taken:
            cut_off = number == len(lines) > 1 and not line.endswith(_ENDS)
            raise FormatError(
                f"A line of a {SUFFIX} file is “base64 rank”, a token of its own and its own rank, "
                f"but line {number} of {Path(path).name} is {short(line.rstrip(_ENDS))}"
                + (f": it is cut off, {_NOT_WHOLE}" if cut_off else f". {_REMEDY}")
            )
        ranks[token] = rank
        taken.add(rank)
    ranks.pop(b"", None)
    check_number_of_tokens(len(ranks), Path(path).name)
    _check_bytes(ranks, Path(path).name)
    return ranks


def _check_bytes(ranks: Mapping[bytes, int], name: str) -> None:
    missing = next((byte for byte in range(256) if bytes([byte]) not in ranks), None)
    if missing is not None:
        raise FormatError(
            f"Every single byte is a token of a {SUFFIX} file, but {name}, with "
            f"{plural(len(ranks), 'token')}, has none for 0x{missing:02x}: {_NOT_WHOLE}"
        )


def _token_and_rank(fields: list[bytes]) -> tuple[bytes | None, int | None]:
    """What the two fields of a line say; None where they say no token, or no rank."""
    if len(fields) != 2:
        return None, None
    said, digits = fields
    try:
        token = b"" if said == _NO_BYTES else base64.b64decode(said, validate=True) or None
    except binascii.Error:
        return None, None
    return token, token_id(digits.decode("ascii", "replace"))
