"""The one kind of error that is meant to be read.

Every message says the rule, the value and the remedy, and speaks of what was handed in: a text, a
setting, a file, a list of ids. Whoever catches ``TokvizError`` may show it as it is. Any other
exception, a ``ValueError`` of a library included, is a fault of ours and not meant for a reader.

It is a ``ValueError``, so code that knows nothing of tokviz can catch it too.
"""

from collections.abc import Mapping
from typing import Self


class TokvizError(ValueError):
    """What was handed in cannot be worked on; the message says why, and what to do."""


class KindError(TokvizError, TypeError):
    """An argument of another kind than those that are taken."""


class StepError(TokvizError, IndexError):
    """A step that a trace does not have."""


class FileError(TokvizError, OSError):
    """A file that cannot be read or written; of three causes it is Python's own error, too."""

    def __new__(cls, *args: object) -> Self:
        """As OSError is made: ValueError's own way, which comes first, would refuse."""
        return OSError.__new__(cls, *args)


class MissingFileError(FileError, FileNotFoundError):
    """A file, or its folder, that is not there."""


class ForbiddenFileError(FileError, PermissionError):
    """A file that this user has no right to read or write."""


class FolderError(FileError, IsADirectoryError):
    """A folder where a file should be."""


OR_MERGES = ", or give num_merges instead."
"""A remedy of who calls the library; a page or a command counts in one way."""


def called(message: str, names: Mapping[str, str | None]) -> str:
    """A message whose settings have the names that its reader knows: of boxes, or of options.

    ``names``: an argument of the library -> its name there, or None where it has none: a remedy
    that it offers is then left out.
    """
    if message.endswith(OR_MERGES):
        message = message.removesuffix(OR_MERGES) + "."
    for argument, name in names.items():
        lowered = f", or lower {argument}."
        if message.endswith(lowered):
            message = message.removesuffix(lowered) + (f", or lower {name}." if name else ".")
        if name and message.startswith(f"{argument} "):
            message = name + message.removeprefix(argument)
    return message
