"""Recorded data as JSON can hold it, and back, by what the fields of its classes declare.

============================  ==================================================================
declared                      written
============================  ==================================================================
int, str, bool, None          as it is
float                         a number; ``"inf"`` or ``"-inf"``
bytes                         ``{"hex": "20 74"}``
Fraction                      ``{"fraction": [1, 3]}``
a numpy array                 ``{"type": "int32", "shape": [2, 2], "values": [97, 98, 97, 99]}``
a tuple, sequence or set      a list, of a set in order
a mapping                     a list of ``[key, value]`` in its order
a dataclass or named tuple    an object of its fields
============================  ==================================================================

Reading is strict: a field that is missing, unknown or of another type is a ``MismatchError``, which
says where. Whether what was read makes sense together is for the reader of each trace to check.
"""

import math
import types
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

ARRAY_TYPES = ("int32", "int64", "float64")
INTS, FLOATS = tuple[int, ...], tuple[float, ...]
WIDE = 2**63
"""Whole numbers are smaller, as those of an array are: what is drawn of a trace are arrays."""
LONGEST_ROW = 8
"""Columns of an array that has no rows to count them by."""
_DECLARED: dict[type, dict[str, Any]] = {}
_INFINITE = {"inf": math.inf, "-inf": -math.inf}


class MismatchError(ValueError):
    """What stands in a document is not what is declared there. ``place`` says where."""

    def __init__(self, place: str, wanted: str, found: object) -> None:
        shown = repr(found)
        super().__init__(
            f"{place or 'the document'} must be {wanted}, but is "
            f"{shown if len(shown) <= 40 else shown[:40] + '…'}"
        )


def declared(cls: type) -> dict[str, Any]:
    """The recorded fields of a dataclass or named tuple, each with its type."""
    if cls not in _DECLARED:
        hints = get_type_hints(cls)
        names = [f.name for f in fields(cls)] if is_dataclass(cls) else getattr(cls, "_fields", ())
        _DECLARED[cls] = {name: hints[name] for name in names}
    return _DECLARED[cls]


# ---- out ------------------------------------------------------------------------------------


def to_plain(value: Any) -> Any:
    """The value as JSON can hold it."""
    if isinstance(value, np.ndarray):
        numbers = [to_plain(number) for number in value.ravel().tolist()]
        return {"type": str(value.dtype), "shape": list(value.shape), "values": numbers}
    if is_record(type(value)):
        return {name: to_plain(getattr(value, name)) for name in declared(type(value))}
    if isinstance(value, Mapping):
        return [[to_plain(key), to_plain(item)] for key, item in value.items()]
    if isinstance(value, Set):
        return sorted(value)
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [to_plain(item) for item in value]
    return _plain_scalar(value)


def _plain_scalar(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"hex": value.hex(" ")}
    if isinstance(value, Fraction):
        return {"fraction": [value.numerator, value.denominator]}
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


# ---- back -----------------------------------------------------------------------------------


def from_plain(kind: Any, plain: Any, place: str = "") -> Any:
    """The value of the declared type; MismatchError where the plain one is none."""
    return _reader(kind)(plain, place)


@cache
def _reader(kind: Any) -> Callable[[Any, str], Any]:
    """How values of a declared type are read; a list may hold a million, and asks once."""
    origin = get_origin(kind)
    if is_array(kind):
        return _array
    if origin in (Union, types.UnionType):
        return partial(_one_of, get_args(kind))
    if origin is Literal:
        return partial(_word, get_args(kind))
    if isinstance(kind, type) and origin is None and is_record(kind):
        return partial(_record, kind)
    if origin is None:
        reader: Callable[[Any, str], Any] = _SCALARS[kind]
        return reader
    return partial(_list, kind)


def _list(kind: Any, plain: Any, place: str) -> Any:
    """A tuple, sequence, set or mapping."""
    origin, arguments = get_origin(kind), get_args(kind)
    if not isinstance(plain, list):
        raise MismatchError(place, "a list", plain)
    if origin is tuple and arguments[-1:] != (...,):
        if len(plain) != len(arguments):
            raise MismatchError(place, f"a list of {len(arguments)}", plain)
        rows = enumerate(zip(arguments, plain, strict=True))
        return tuple(from_plain(item, value, f"{place}[{i}]") for i, (item, value) in rows)
    row = types.GenericAlias(tuple, arguments) if issubclass(origin, Mapping) else arguments[0]
    read = _reader(row)
    items = [read(item, f"{place}[{i}]") for i, item in enumerate(plain)]
    if issubclass(origin, Mapping):
        return types.MappingProxyType(dict(items))
    return frozenset(items) if issubclass(origin, Set) else tuple(items)


def _word(words: tuple[Any, ...], plain: Any, place: str) -> Any:
    if not isinstance(plain, str) or plain not in words:
        raise MismatchError(place, " or ".join(map(repr, words)), plain)
    return plain


def is_record(kind: type) -> bool:
    """Whether values of this class are written as objects of their fields."""
    return is_dataclass(kind) or hasattr(kind, "_fields")


def is_array(kind: Any) -> bool:
    """Whether a declared type is that of arrays, of one type of number or one of several."""
    options = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    return all(get_origin(option) is np.ndarray for option in options)


def _one_of(kinds: tuple[Any, ...], plain: Any, place: str) -> Any:
    if isinstance(plain, dict) and "kind" in plain:
        named = [k for k in kinds if get_args(declared(k).get("kind")) == (plain["kind"],)]
        if named:
            return from_plain(named[0], plain, place)
    for kind in kinds:
        try:
            return from_plain(kind, plain, place)
        except MismatchError as mismatch:
            last = mismatch
    raise last


def _record(kind: type, plain: Any, place: str) -> Any:
    wanted = declared(kind)
    if not isinstance(plain, dict):
        raise MismatchError(place, "an object", plain)
    if set(plain) != set(wanted):
        odd = sorted(set(plain) ^ set(wanted))
        raise MismatchError(place, f"an object of {', '.join(wanted)}", odd)
    dot = f"{place}." if place else ""
    return kind(**{name: from_plain(wanted[name], plain[name], dot + name) for name in wanted})


def _array(plain: Any, place: str) -> Any:
    if not (isinstance(plain, dict) and set(plain) == {"type", "shape", "values"}):
        raise MismatchError(place, "an array: an object of type, shape, values", plain)
    if plain["type"] not in ARRAY_TYPES:
        raise MismatchError(f"{place}.type", " or ".join(ARRAY_TYPES), plain["type"])
    dtype = np.dtype(plain["type"])
    of_floats = dtype.kind == "f"
    values = from_plain(FLOATS if of_floats else INTS, plain["values"], f"{place}.values")
    shape = from_plain(INTS, plain["shape"], f"{place}.shape")
    fits = len(shape) in (1, 2) and min(shape) >= 0 and math.prod(shape) == len(values)
    if not fits or max(shape) > len(values) + LONGEST_ROW:
        raise MismatchError(f"{place}.shape", f"that of {len(values)} values", list(shape))
    if not of_floats:
        most = 2 ** (8 * dtype.itemsize - 1)
        wide = [n for n in values if not -most <= n < most]
        if wide:
            raise MismatchError(place, f"numbers of the type {dtype}", wide[0])
    return np.array(values, dtype).reshape(shape)


def _plain_int(plain: Any, place: str) -> int:
    if not isinstance(plain, int) or isinstance(plain, bool) or not -WIDE <= plain < WIDE:
        raise MismatchError(place, "a whole number of 64 bits", plain)
    return plain


def _plain_float(plain: Any, place: str) -> float:
    if isinstance(plain, str) and plain in _INFINITE:
        return _INFINITE[plain]
    if isinstance(plain, bool) or not isinstance(plain, int | float) or not _fits(plain):
        raise MismatchError(place, 'a number, "inf" or "-inf"', plain)
    return float(plain)


def _fits(number: float) -> bool:
    return abs(number) < 1e308 if isinstance(number, int) else math.isfinite(number)


def _plain_text(plain: Any, place: str) -> str:
    if not isinstance(plain, str):
        raise MismatchError(place, "a text", plain)
    return plain


def _plain_bool(plain: Any, place: str) -> bool:
    if not isinstance(plain, bool):
        raise MismatchError(place, "true or false", plain)
    return plain


def _plain_none(plain: Any, place: str) -> None:
    if plain is not None:
        raise MismatchError(place, "null", plain)


def _plain_bytes(plain: Any, place: str) -> bytes:
    if isinstance(plain, dict) and set(plain) == {"hex"} and isinstance(plain["hex"], str):
        try:
            return bytes.fromhex(plain["hex"])
        except ValueError:
            pass
    raise MismatchError(place, 'bytes, as {"hex": "20 74"}', plain)


def _plain_fraction(plain: Any, place: str) -> Fraction:
    if isinstance(plain, dict) and set(plain) == {"fraction"}:
        over, under = from_plain(tuple[int, int], plain["fraction"], place)
        if under > 0:
            return Fraction(over, under)
    raise MismatchError(place, 'a fraction, as {"fraction": [1, 3]}', plain)


_SCALARS: Mapping[Any, Any] = {
    int: _plain_int,
    float: _plain_float,
    str: _plain_text,
    bool: _plain_bool,
    types.NoneType: _plain_none,
    bytes: _plain_bytes,
    Fraction: _plain_fraction,
}
