"""Script files of a component, joined into the one ES module that Streamlit mounts.

The files import each other by name while they are edited and tested; joined, they share their
names, so imports and exports go. A default export stays: it is what Streamlit calls.
"""

import re
from collections.abc import Iterable
from pathlib import Path

VIEWS = Path(__file__).parent
_IMPORT = re.compile(r"^import .*?;\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


def one_module(paths: Iterable[str]) -> str:
    """The script files as one module.

    Arguments:
        paths: below tokviz/views, each after those it needs.
    """
    parts = ((VIEWS / path).read_text(encoding="utf-8") for path in paths)
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", part)) for part in parts)
