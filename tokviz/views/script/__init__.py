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
# A line begins behind the end of another one, for which Python looks much faster than for ^.
_IMPORT = re.compile(r'\nimport [^;]*? from "([^"]+)";(?=\n)')
_EXPORT = re.compile(r"\nexport (?!default)")
_COMMENT = re.compile(r"\n[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)(?=\n)", re.DOTALL)
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
    imports = _IMPORT.findall("\n" + text_of(path))
    return tuple(posixpath.normpath(posixpath.join(folder, imported)) for imported in imports)


def _collect(path: str, order: list[str]) -> None:
    for needed in imported_by(path):
        if needed not in order:
            _collect(needed, order)
    order.append(path)


@cache
def _joinable(path: str) -> str:
    """A file as a part of a module. Most stand in several."""
    lines = _IMPORT.sub("", _COMMENT.sub("", "\n" + text_of(path)))
    return _EXPORT.sub("\n", lines).removeprefix("\n")
