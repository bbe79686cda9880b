"""Script files of a component, joined into the one ES module that Streamlit mounts.

The files import each other by name while they are edited and tested; joined, they share their
names, so imports and exports go. A default export stays: it is what Streamlit calls. Comments,
more than a quarter of the text, go too: Streamlit sends a small component's script with its every
new payload, and ``ui/server/code.py`` a large one's to every browser.
"""

import posixpath
import re
from functools import cache
from pathlib import Path

VIEWS = Path(__file__).parents[1]
_IMPORT = re.compile(r'^import [^;]*? from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""One that has its lines to itself."""


@cache
def one_module(entry: str) -> str:
    """A script file and all that it imports, each after those it needs, as one module.

    Arguments:
        entry: a path below tokviz/views.
    """
    order: list[str] = []
    _collect(entry, order)
    return "\n".join(map(_joinable, order))


def text_of(path: str) -> str:
    """What a file holds.

    Arguments:
        path: below tokviz/views.
    """
    return (VIEWS / path).read_text(encoding="utf-8")


@cache
def imported_by(path: str) -> tuple[str, ...]:
    """The script files that this one imports, in order; all of them below tokviz/views."""
    folder = posixpath.dirname(path)
    imports = _IMPORT.findall(text_of(path))
    return tuple(posixpath.normpath(posixpath.join(folder, imported)) for imported in imports)


def _collect(path: str, order: list[str]) -> None:
    for needed in imported_by(path):
        if needed not in order:
            _collect(needed, order)
    order.append(path)


@cache
def _joinable(path: str) -> str:
    """A file as a part of a module. Most stand in several."""
    return _EXPORT.sub("", _IMPORT.sub("", _COMMENT.sub("", text_of(path))))
