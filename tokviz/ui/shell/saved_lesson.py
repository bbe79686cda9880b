"""A lesson in a file: a text with the settings and the step of a page, and how files are read."""

import gzip
import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.ui.shell.refusing import RefusedError
from tokviz.ui.shell.values import read_json

LESSON_SUFFIX = ".tokviz.json"
NOT_OF_A_LESSON = frozenset({"path", "look"})
"""What a link says and a saved lesson does not: it is what the reader made of the page, no stop."""
_MAX_JSON = 7 * limits.TEXT_BYTES
"""A character may take six bytes in JSON, and there are the settings."""
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class SavedLesson:
    """A text with the settings and the step of a page.

    The text may hold lone surrogates, which a lesson is about. Each setting is read as one of a
    link is, and refused alone. ``lesson`` is the key of the lesson on whose page it was saved;
    older files do not say.
    """

    text: str
    settings: Mapping[str, Any]
    lesson: str = ""

    def to_bytes(self) -> bytes:
        """The file's content; compressed where it would be larger than what a page takes."""
        plain = self._plain()
        return plain if len(plain) <= limits.TEXT_BYTES else _zipped(plain)

    def packed(self) -> bytes:
        """The same file, always compressed: for a network, and for the room a browser gives."""
        return _zipped(self._plain())

    def _plain(self) -> bytes:
        # ASCII: a lone surrogate has no UTF-8, but JSON's \ud800 says it.
        return json.dumps({"tokviz": 1, **asdict(self)}, ensure_ascii=True, indent=1).encode()


def read_lesson(name: str, content: bytes) -> SavedLesson:
    """The lesson that this file holds; TokvizError where it holds none.

    A page asks at each of its runs, so the last files stay read, and what is wrong with them known.
    """
    check_lesson_bytes(name, len(content))
    found = _looked_into(name, content)
    if isinstance(found, str):
        raise TokvizError(found)
    return found


@lru_cache(maxsize=limits.LESSONS_READ)
def _looked_into(name: str, content: bytes) -> SavedLesson | str:
    """The lesson, or why there is none."""
    try:
        lesson = _lesson_in(name, content)
        check_size(lesson.text)
    except TokvizError as why:
        return str(why)
    return lesson


def _lesson_in(name: str, content: bytes) -> SavedLesson:
    text = read_text(name, _unzipped(name, content)).removeprefix("\ufeff")  # an editor's mark
    try:
        saved = read_json(text)
    except RefusedError as why:
        raise _no_lesson(name, f"it {why}") from None
    if not isinstance(saved, dict):
        raise _no_lesson(name, "it is not an object of JSON")
    if not isinstance(saved.get("text"), str):
        raise _no_lesson(name, "its “text” is missing or no text")
    if not isinstance(saved.get("settings"), dict):
        raise _no_lesson(name, "its “settings” are missing or no object")
    of = saved.get("lesson")
    settings = _settings(name, saved["settings"])
    return SavedLesson(saved["text"], settings, of if isinstance(of, str) else "")


def _settings(name: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """No more of them, and none longer, than those of a page; what is no text is empty."""
    if len(said) > limits.SETTINGS:
        raise _no_lesson(name, f"it has {len(said):,} settings, more than {limits.SETTINGS}")
    settings = {key: value if isinstance(value, str) else [] for key, value in said.items()}
    longest = max((len(part) for each in settings.items() for part in each), default=0)
    if longest > limits.LONG_SETTING:
        why = f"a setting has {longest:,} characters, more than {limits.LONG_SETTING:,}"
        raise _no_lesson(name, why)
    return settings


def check_lesson_bytes(name: str, size: int) -> None:
    """TokvizError where a file of so many bytes is larger than any that was saved."""
    if size > limits.TEXT_BYTES:
        raise _no_lesson(name, f"it has {size:,} bytes, over {limits.TEXT_BYTES:,}")


def _zipped(plain: bytes) -> bytes:
    """The file, packed: in a sixth of the time where that is small enough for a page.

    Every byte of UTF-8 tells less than eight bits, so at its smallest it is.
    """
    quick = gzip.compress(plain, 1, mtime=0)
    return quick if len(quick) <= limits.TEXT_BYTES else gzip.compress(plain, 6, mtime=0)


def _unzipped(name: str, content: bytes) -> bytes:
    """The file, unpacked; what is past the largest lesson is left out."""
    if not content.startswith(_GZIP):
        return content
    try:
        return zlib.decompressobj(wbits=31).decompress(content, _MAX_JSON)
    except zlib.error:
        raise _no_lesson(name, "it cannot be unpacked") from None


def _no_lesson(name: str, why: str) -> TokvizError:
    return TokvizError(
        f"A saved lesson holds a text and settings, but {name} does not: {why}. Save the lesson "
        "again, or rename the file to end in .txt to read it as plain text."
    )


def read_text(name: str, content: bytes) -> str:
    """The text of a file; TokvizError where it is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TokvizError(
            f"A file must be text in UTF-8, but byte {error.start:,} of {name} is "
            f"{content[error.start]:#04x}, which cannot stand there. Save it as UTF-8 in your "
            "editor and choose it again."
        ) from None


def check_size(text: str) -> None:
    """TokvizError where a text is longer than a page takes."""
    check_bytes(len(text.encode("utf-8", "surrogatepass")))


def check_bytes(size: int) -> None:
    """TokvizError where a text of so many bytes is longer than a page takes."""
    if size > limits.TEXT_BYTES:
        raise TokvizError(
            f"A text may have up to {limits.TEXT_MEGABYTES} MB, {limits.TEXT_BYTES:,} bytes, but "
            f"this one has {size:,}. Use a part of it."
        )
