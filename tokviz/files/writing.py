"""Writing a model file: all of it is made before the file that stood there is touched."""

from pathlib import Path

from tokviz.checks.file_faults import writing
from tokviz.files.errors import FormatError, short


def write_text(path: str | Path, text: str) -> None:
    """Write UTF-8 with plain line ends; FormatError, before anything is written, for surrogates."""
    check_well_formed(text, Path(path).name)
    write_content(path, text.encode())


def write_content(path: str | Path, content: bytes) -> None:
    """Write these bytes; FileError where that cannot be done."""
    with writing(path):
        Path(path).write_bytes(content)


def check_well_formed(text: str, name: str) -> None:
    """FormatError where what a file holds, or shall hold, has a lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        broken = error.object[max(0, error.start - 20) : error.start + 20]
        raise FormatError(
            f"A model file holds well-formed Unicode, but {name} has a lone surrogate in "
            f"{short(broken)}. Take it out."
        ) from None
