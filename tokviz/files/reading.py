"""The bytes, the text and the numbers of a file, none larger than the table of limits allows."""

from codecs import BOM_UTF8
from pathlib import Path

from tokviz.checks.file_faults import reading
from tokviz.checks.limits import FILE_BYTES, TOKEN_ID
from tokviz.files.errors import FormatError


def read_bytes(path: str | Path) -> bytes:
    """The content of a file; FormatError where it is too large, empty, or begins with a BOM."""
    content = beginning(path, FILE_BYTES + 1)
    if len(content) > FILE_BYTES:
        raise FormatError(
            f"A model file has at most {FILE_BYTES:,} bytes, but {Path(path).name} has more. "
            "Train a smaller vocabulary."
        )
    if not content:
        raise FormatError(
            f"The file is empty (0 bytes), but {Path(path).name} must hold what a tokenizer "
            "learned. Download it again, or save it again."
        )
    if content.startswith(BOM_UTF8):
        raise FormatError(
            f"A model file holds its content alone, but {Path(path).name} begins with a byte order "
            "mark (BOM). Save it as UTF-8 without one."
        )
    return content


def beginning(path: str | Path, most: int) -> bytes:
    """So many bytes at most, from the file's start on; FileError where it cannot be read."""
    with reading(path), Path(path).open("rb") as file:
        return file.read(most)


def read_text(path: str | Path, *, what: str, remedy: str) -> str:
    """The content as UTF-8 text with plain line ends; FormatError where it is no such text."""
    try:
        text = read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{what} is UTF-8 text, but byte {error.start:,} of {Path(path).name} is not. {remedy}"
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_lines(path: str | Path, *, what: str, remedy: str) -> list[str]:
    """The lines of such a text. "a\\nb\\n" -> ["a", "b"]"""
    return read_text(path, what=what, remedy=remedy).removesuffix("\n").split("\n")


def token_id(digits: str) -> int | None:
    """The id that ASCII digits write; None for all else, and where it is too high."""
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(TOKEN_ID))):
        return None
    number = int(digits)
    return number if number <= TOKEN_ID else None
