"""How many bytes of memory a value keeps, with all that hangs on it.

``sys.getsizeof`` counts one object. Here everything that an object leads to is counted once:
arrays, mappings, sequences, the fields of dataclasses and what they have computed and kept.
Modules, classes and functions belong to the program and count nothing.
"""

import sys
from collections.abc import Iterable, Mapping
from functools import cache
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

_PROGRAM = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
_PLAIN = frozenset((str, bytes, int, float))
_LEADS_NOWHERE = (str, bytes, int, float, np.ndarray, np.generic)


def kept_bytes(value: Any) -> int:
    """The bytes that would be free if nothing but ``value`` led to what it leads to."""
    seen: set[int] = set()
    total, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        kind: type = type(one)
        if kind in _PLAIN:  # most of them
            total += sys.getsizeof(one)
            continue
        total += _own_bytes(kind, one)
        if not _leads_nowhere(kind):
            waiting.extend(_held_by(kind, one))
    return total


def _own_bytes(kind: type, one: Any) -> int:
    if _is_program(kind):
        return 0
    if isinstance(one, np.ndarray):
        return int(one.nbytes) + 128
    return sys.getsizeof(one) + (sys.getsizeof(dict(one)) if _is_view(kind) else 0)


def _held_by(kind: type, one: Any) -> Iterable[Any]:
    if _is_mapping(kind):
        return (*one.keys(), *one.values())
    if isinstance(one, tuple | list | set | frozenset):
        return one
    held = [getattr(one, name) for name in _slots(kind) if hasattr(one, name)]
    return [*held, vars(one)] if hasattr(one, "__dict__") else held


# ---- what is asked of every object, answered once for its type -------------------------------


@cache
def _is_program(kind: type) -> bool:
    return issubclass(kind, _PROGRAM)


@cache
def _leads_nowhere(kind: type) -> bool:
    return issubclass(kind, (*_PROGRAM, *_LEADS_NOWHERE))


@cache
def _is_mapping(kind: type) -> bool:
    return issubclass(kind, Mapping)


@cache
def _is_view(kind: type) -> bool:
    """Whether it shows a dict that it does not let out."""
    return issubclass(kind, Mapping) and not issubclass(kind, dict)


@cache
def _slots(kind: type) -> tuple[str, ...]:
    return tuple(name for each in kind.__mro__ for name in getattr(each, "__slots__", ()))
