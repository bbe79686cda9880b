"""A folder for a moment: formats are read and written by a path, and pages have their bytes.

It is on the disk, or in memory where nothing can be written there: on a full disk, or where the app
may only read. Python would take the working directory then, which is nobody's to write to.
"""

import errno
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TypeVar

from tokviz.checks.errors import FileError, TokvizError

IN_MEMORY = "/dev/shm"
"""What Linux keeps in memory."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)
"""What a disk says, or the system of this process, where nothing more can be written."""
_Made = TypeVar("_Made")


def in_a_folder(work: Callable[[Path], _Made]) -> _Made:
    """What ``work`` makes with a folder of its own, which is gone afterwards.

    Raises TokvizError where nothing can be written anywhere; other errors of ``work`` are its own,
    but for a FileError, of a file that no reader knows: it is the system's again.
    """
    for place in (_on_disk, lambda: IN_MEMORY):
        try:
            folder = TemporaryDirectory(dir=place())
        except OSError:
            continue
        with folder as name:
            try:
                return work(Path(name))
            except OSError as error:
                if error.errno not in _NO_ROOM:
                    raise _systems_own(error) from None
    raise TokvizError(
        "A file must stand somewhere for a moment, but the server's disk is full, or nothing may "
        "be written on it. Make room on it, and try again."
    )


def _on_disk() -> str:
    """The system's place for such folders; OSError where it has none but the working directory."""
    place = gettempdir()
    if Path(place).samefile(Path.cwd()):
        raise OSError(errno.EROFS, "No place but the working directory", place)
    return place


def _systems_own(error: OSError) -> BaseException:
    return error.__cause__ or error if isinstance(error, FileError) else error
