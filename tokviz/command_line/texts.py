"""The texts that a command reads, and the files it writes."""

import os
import sys
from collections.abc import Iterable, Sequence
from glob import glob
from pathlib import Path

from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.checks.file_faults import reading, writing
from tokviz.files.corpus import can_be_counted

STDIN = "-"
A_PART = "head -c 100000 file | iconv -c -f UTF-8 -t UTF-8"
"""Without what is left, at the end of it, of a character that was cut."""


def read_text(name: str, *, most: int | None = limits.TEXT_BYTES) -> str:
    """The text of a file, or of the standard input where the name is ``-``.

    Raises TokvizError where it is not UTF-8, or has more than ``most`` bytes.
    """
    content = _standard_input() if name == STDIN else _read_bytes(name)
    where = "the standard input" if name == STDIN else name
    if most is not None and len(content) > most:
        raise TokvizError(
            f"A page shows up to {most:,} bytes, but {where} has {len(content):,}. Give a part of "
            f"it: {A_PART} | python -m tokviz ... -"
        )
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TokvizError(
            f"A text must be UTF-8, but byte {error.start:,} of {where} cannot stand there. "
            "Save it as UTF-8."
        ) from None


def _standard_input() -> bytes:
    if sys.stdin is None:  # closed by whoever started this
        raise TokvizError("- is the standard input, but that is closed. Name a file.")
    with reading("the standard input"):
        return sys.stdin.buffer.read()


def _read_bytes(name: str) -> bytes:
    if not _is_file(name):
        raise TokvizError(f"There must be a text to read, but {name} is no file. Check the name.")
    with reading(name):
        return Path(name).read_bytes()


def files_of(names: Iterable[str]) -> list[str]:
    """The files that the names and patterns stand for, those of one pattern sorted, each once.

    A file may have several names; the first one counts. The standard input is ``-``.
    """
    files: dict[Path | str, str] = {}
    for name in names:
        if name == STDIN:
            files.setdefault(STDIN, STDIN)
            continue
        found = [name] if _is_file(name) else sorted(filter(_is_file, glob(name, recursive=True)))
        if not found:
            raise TokvizError(
                f"There must be a file to train on, but {name} names none. Check the name."
            )
        for each in found:
            files.setdefault(Path(each).resolve(), each)
    return list(files.values())


def are_on_disk(names: Sequence[str]) -> bool:
    """Whether all can be read in parts: no pipe, nothing typed."""
    return all(name != STDIN and can_be_counted(name) for name in names)


def _is_file(name: str) -> bool:
    with reading(name):
        return Path(name).exists() and not Path(name).is_dir()


def check_out(out: Path, suffixes: Iterable[str], what: str, *, read: Iterable[str]) -> None:
    """TokvizError where a file that is to be written does not end as it must, or see below."""
    known = tuple(suffixes)
    if out.suffix not in known:
        raise TokvizError(
            f"--out is {out}, but {what} is written as {' or '.join(known)}. "
            "End the name with one of them."
        )
    check_place(out, read=read)


def check_place(out: Path, *, read: Iterable[str]) -> None:
    """TokvizError, before the work, where a file cannot be written, or is one that is read."""
    if not out.parent.is_dir():
        raise TokvizError(
            f"--out is {out}, but there is no folder {out.parent}. Make it, or name another."
        )
    if out.is_dir():
        raise TokvizError(f"--out is {out}, but that is a folder. Name a file in it, or another.")
    needed, rights = (out, os.W_OK) if out.exists() else (out.parent, os.W_OK | os.X_OK)
    if not os.access(needed, rights):
        raise TokvizError(
            f"--out is {out}, but this user may not write {needed}. Change its rights, or name "
            "another place."
        )
    if any(_is_same(out, name) for name in read):
        raise TokvizError(
            f"--out is {out}, but that file is read here, and would be lost. Name another."
        )


def _is_same(out: Path, name: str) -> bool:
    source = Path("/dev/stdin" if name == STDIN else name)  # which Windows does not have
    return out.exists() and source.exists() and out.samefile(source)


def write_page(out: Path, page: str) -> None:
    """Write an .html file; TokvizError where that cannot be done."""
    with writing(out):
        out.write_text(page, encoding="utf-8")
