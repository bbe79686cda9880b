"""What a link, a saved lesson or a box says, read in one place.

A reader turns what stands there into a value, or refuses it: ``whole_number(0, 9)("5")`` is 5.
Whatever comes out is of its type, in its range, well-formed Unicode, and no longer than
``tokviz.checks.limits`` allows. A link is written by anybody, so nothing is tried that is not
plainly right: a text unpacks no further than its box can hold, and JSON says no more than it may.
"""

import base64
import json
import re
import zlib
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from streamlit.runtime.state.query_params import EMBED_QUERY_PARAMS_KEYS

from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.checks.json_texts import TooMuchError, loads
from tokviz.text.pre_tokens import well_formed
from tokviz.text.surrogates import from_utf8
from tokviz.ui.shell.refusing import RefusedError, cited, not_offered, said

_NAME = re.compile(r"[a-z_]{1,40}")
_WHOLE = re.compile(r"[+-]?[0-9]{1,12}")
_DECIMAL = re.compile(
    r"[+-]?(?:[0-9]{1,12}\.?[0-9]{0,20}|\.[0-9]{1,20})(?:e[+-]?[0-9]{1,2})?", re.I
)

Reader = Callable[[Any], Any]
"""From what a link or a saved lesson holds to a value; RefusedError where it holds none."""


def choice(options: Collection[str]) -> Callable[[Any], str]:
    """Reads one of these options."""

    def read(value: object) -> str:
        if said(value) not in options:
            raise not_offered(said(value))
        return said(value)

    return read


def flag(value: object) -> bool:
    """Reads yes or no, written 1 or 0."""
    return choice(("0", "1"))(value) == "1"


def whole_number(low: int, high: int) -> Callable[[Any], int]:
    """Reads a whole number of this range."""

    def read(value: object) -> int:
        if not _WHOLE.fullmatch(said(value)):
            raise RefusedError(f"is {cited(said(value))}, not a whole number")
        number = int(said(value))
        _check_range(number, low, high)
        return number

    return read


def decimal(low: float, high: float, *, step: float) -> Callable[[Any], float]:
    """Reads a number of this range, moved to the nearest whole number of steps."""

    def read(value: object) -> float:
        number = _number(value)
        _check_range(number, low, high)
        return min(max(round(round(number / step) * step, 6), low), high)

    return read


def one_of(options: Collection[float]) -> Callable[[Any], float]:
    """Reads one of these numbers."""

    def read(value: object) -> float:
        number = _number(value)
        if number not in options:
            raise not_offered(said(value))
        return number

    return read


def _number(value: object) -> float:
    if not _DECIMAL.fullmatch(said(value)):
        raise RefusedError(f"is {cited(said(value))}, not a number")
    return float(said(value))


def _check_range(number: float, low: float, high: float) -> None:
    if not low <= number <= high:
        raise RefusedError(f"is {number:,.12g}, not from {low:,} to {high:,}")


def names(value: object) -> list[str]:
    """Reads a list of different names, written in JSON: special tokens, or tokenizers."""
    found = read_json(said(value))
    if not isinstance(found, list) or not all(
        isinstance(name, str) and 0 < len(name) <= limits.SPECIAL_TOKEN for name in found
    ):
        raise RefusedError(f"is not a list of names of up to {limits.SPECIAL_TOKEN} characters")
    if len(found) > limits.SPECIAL_TOKENS:
        raise RefusedError(f"has {len(found):,} names, more than {limits.SPECIAL_TOKENS}")
    return list(dict.fromkeys(map(well_formed, found)))


def check_special_token(name: str) -> None:
    """TokvizError where a special token that was typed is longer than a link's may be."""
    if len(name) > limits.SPECIAL_TOKEN:
        raise TokvizError(
            f"A special token may have up to {limits.SPECIAL_TOKEN} characters, but one here has "
            f"{len(name):,}. Remove it."
        )


def some_of(options: Collection[str]) -> Callable[[Any], list[str]]:
    """Reads a list of these options, written in JSON."""

    def read(value: object) -> list[str]:
        found = names(value)
        if others := [name for name in found if name not in options]:
            raise RefusedError(f"names {cited(others[0])}, which is not on offer here")
        return found

    return read


def forced_pairs(value: object) -> str:
    """Reads pairs that are forced, in JSON: [[step, left, right], ...], the steps counted from 1.

    A token of bytes is a list of their numbers. Gives the same, each step once, in order.
    """
    text = said(value)
    if len(text) > limits.LINK:
        raise RefusedError(f"has {len(text):,} characters, more than {limits.LINK:,}")
    rows = read_json(text) if text else []
    if not isinstance(rows, list) or not all(map(_is_forced, rows)):
        raise RefusedError("is not a list of steps with two tokens")
    if len(rows) > limits.FORCED:
        raise RefusedError(f"forces {len(rows):,} pairs, more than {limits.FORCED}")
    return json.dumps(sorted({row[0]: row for row in rows}.values()), separators=(",", ":"))


def _is_forced(row: object) -> bool:
    if not isinstance(row, list) or len(row) != 3:
        return False
    step, *tokens = row
    return type(step) is int and 1 <= step <= limits.STEP and all(map(_is_token, tokens))


def _is_token(token: object) -> bool:
    if isinstance(token, list):
        return bool(token) and all(type(byte) is int and 0 <= byte < 256 for byte in token)
    if not isinstance(token, str) or not 0 < len(token) <= limits.PIECE_LENGTH:
        return False
    return token == well_formed(token)


BOX = "its box takes"


def _too_long(most: int, bound: str) -> RefusedError:
    return RefusedError(f"has more than the {most:,} characters that {bound}")


@dataclass(frozen=True, slots=True)
class Text:
    """Reads a text of up to ``most`` characters; a link holds it packed, a pattern plain.

    ``bound`` says whose bound that is, behind "characters that".
    """

    most: int
    packed: bool = True
    bound: str = BOX

    def __call__(self, value: object) -> str:
        text = unpack_text(said(value), self.most, self.bound) if self.packed else said(value)
        if len(text) > self.most:
            raise _too_long(self.most, self.bound)
        return well_formed(text)


def linked_text(value: object) -> str:
    """Reads the text that a page learns from; its box takes more than a link does."""
    return Text(limits.LINKED_TEXT, bound="a text may have there")(value)


def passed_on(values: Mapping[str, Any]) -> dict[str, str]:
    """Of values that nobody has read yet, those that a setting can be."""
    kept: dict[str, str] = {}
    for name, value in values.items():
        if _NAME.fullmatch(name) and not _is_streamlits(name) and len(kept) < limits.BOXES:
            with suppress(RefusedError):
                kept[name] = said(value)
    return kept


def read_query(query: str) -> dict[str, str]:
    """What an address says after its question mark, as another page may say it."""
    pairs = parse_qsl(query, keep_blank_values=True)
    return {name: value for name, value in pairs if not _is_streamlits(name)}


def _is_streamlits(name: str) -> bool:
    """Whether an address says with this name how Streamlit shows itself: it lets no app say so."""
    return name.lower() in EMBED_QUERY_PARAMS_KEYS


# ---- texts in links ----------------------------------------------------------------------------

PACKED_AT_ONCE = 2**16
"""Bytes of a text, after which packing looks whether it is too long for a link already."""


def pack_text(text: str) -> str | None:
    """A text for a link, or None where it is too long for one."""
    if len(text) > limits.LINKED_TEXT:
        return None
    content, zipped, packed = text.encode("utf-8", "surrogatepass"), zlib.compressobj(9), b""
    for start in range(0, len(content), PACKED_AT_ONCE):
        packed += zipped.compress(content[start : start + PACKED_AT_ONCE])
        if len(packed) > limits.LINK:
            return None
    packed += zipped.flush()
    link = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return link if len(link) <= limits.LINK else None


def link_value(value: Any, read: Reader | None) -> str | None:
    """A value as a link says it, so that ``read`` reads it back; None where it is too long."""
    if isinstance(value, str):
        return pack_text(value) if isinstance(read, Text) and read.packed else value
    if isinstance(value, float):
        return f"{value:g}"
    return str(int(value))


def unpack_text(link: str, most: int = limits.LINKED_TEXT, bound: str = BOX) -> str:
    """The text of a link, well-formed, unpacked no further than ``most``; ``bound``: ``Text``."""
    unzip = zlib.decompressobj()
    try:
        packed = base64.b64decode(link + "=" * (-len(link) % 4), altchars="-_", validate=True)
        unpacked = unzip.decompress(packed, 4 * most + 1)  # UTF-8 has at most 4 bytes a character
    except (ValueError, zlib.error):
        raise RefusedError("is damaged") from None
    if len(unpacked) > 4 * most:
        raise _too_long(most, bound)
    if not unzip.eof:
        raise RefusedError("is damaged: it is cut off")
    try:
        return from_utf8(unpacked)
    except UnicodeDecodeError:
        raise RefusedError("is damaged") from None


# ---- JSON and file names -----------------------------------------------------------------------


def read_json(text: str) -> Any:
    """The value of a JSON text; RefusedError where it is none, says too much or nests too deep."""
    try:
        return loads(text, limits.JSON_VALUES, limits.JSON_DEPTH, parse_constant=_no_number)
    except TooMuchError:
        raise RefusedError(f"has more than {limits.JSON_VALUES:,} values") from None
    except RecursionError:
        raise RefusedError(f"nests deeper than {limits.JSON_DEPTH} lists in lists") from None
    except ValueError:
        raise RefusedError("is not JSON") from None


def _no_number(name: str) -> None:
    raise ValueError(name)


def file_name(name: object) -> str:
    """The name of a reader's file, on one line; a long one keeps its beginning and its end."""
    text = " ".join(well_formed(str(name)).split()) or "a file without a name"
    half = limits.FILE_NAME // 2
    return text if len(text) <= limits.FILE_NAME else f"{text[:half]}…{text[-half:]}"
