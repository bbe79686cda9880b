"""Why a file cannot be read or written, in our words: a system's have no rule and no remedy."""

import errno
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeAlias

from tokviz.checks.errors import FileError, FolderError, ForbiddenFileError, MissingFileError

_Faults: TypeAlias = Mapping[int, tuple[str, str]]
_TO_READ: _Faults = {
    errno.ENOENT: ("is not there", "Check the name."),
    errno.EACCES: ("may not be read by this user", "Change its rights, or name another."),
    errno.EISDIR: ("is a folder", "Name a file in it."),
}
"""What the system says -> what is so of the file, and the remedy."""
_TO_WRITE: _Faults = {
    errno.ENOENT: ("has no folder", "Make the folder, or name another."),
    errno.EACCES: ("may not be written by this user", "Change its rights, or name another place."),
    errno.EISDIR: ("is a folder", "Name a file in it, or another."),
    errno.ENOSPC: ("is on a disk that is full", "Make room, or name another place."),
}
_KINDS = {
    FileNotFoundError: MissingFileError,
    PermissionError: ForbiddenFileError,
    IsADirectoryError: FolderError,
}


def reading(name: str | Path) -> AbstractContextManager[None]:
    """FileError where what is done within cannot read the file of this name."""
    return _telling(not_read, name)


def writing(name: str | Path) -> AbstractContextManager[None]:
    """FileError where what is done within cannot write the file of this name."""
    return _telling(not_written, name)


@contextmanager
def _telling(tell: Callable[[str | Path, OSError], FileError], name: str | Path) -> Iterator[None]:
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        raise tell(name, error) from error


def not_read(name: str | Path, error: OSError) -> FileError:
    """Why the file of this name cannot be read."""
    return _told(f"There must be a file to read, but {name}", "read", error, _TO_READ)


def not_written(name: str | Path, error: OSError) -> FileError:
    """Why the file of this name cannot be written."""
    return _told(f"There must be a place to write to, but {name}", "written", error, _TO_WRITE)


def _told(rule: str, done: str, error: OSError, faults: _Faults) -> FileError:
    other = f"cannot be {done} ({error.strerror or error})", "Check it, or name another."
    value, remedy = faults.get(error.errno or 0, other)
    kind = next((ours for its, ours in _KINDS.items() if isinstance(error, its)), FileError)
    told = kind(f"{rule} {value}. {remedy}")
    told.errno = error.errno
    return told
