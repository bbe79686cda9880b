"""tokviz's own ``.json``: for the lessons whose models no other library's format can hold.

One JSON object says whose model it is (``"tokviz_model"``, the lesson's key) and then what that
model needs. It is ASCII, so that a token may hold anything, lone surrogates included.
Not here: what each lesson writes into it, which stands beside its algorithm.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tokviz.files.errors import FormatError, check_suffix

SUFFIX = ".json"
_KIND = "tokviz_model"


def write_json(path: str | Path, kind: str, content: Mapping[str, Any]) -> None:
    """Write a model of the lesson ``kind``; FormatError where ``load`` would not know the suffix.

    Arguments:
        content: what json can hold: strings, whole numbers, None, and lists and dicts of them.
    """
    path = Path(path)
    check_suffix(path, SUFFIX)
    text = json.dumps({_KIND: kind, **content}, ensure_ascii=True, indent=1)
    path.write_text(text + "\n", encoding="ascii", newline="\n")


def read_json(path: str | Path) -> tuple[str, dict[str, Any]]:
    """The kind and the content of a saved model; FormatError for any other file."""
    name = Path(path).name
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise FormatError(
            f"A {SUFFIX} model must be JSON text in UTF-8, but {name} is not: {error}. "
            "Save it with tokviz."
        ) from None
    kind = content.pop(_KIND, None) if isinstance(content, dict) else None
    if not isinstance(kind, str):
        raise FormatError(
            f"A {SUFFIX} model says whose it is under {_KIND!r}, but {name} does not. "
            "Save it with tokviz."
        )
    return kind, content
