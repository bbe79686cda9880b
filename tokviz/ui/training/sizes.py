"""How many bytes of memory a value keeps, with all that hangs on it.

``sys.getsizeof`` counts one object. Here everything that an object leads to is counted once:
arrays, mappings, sequences, the fields of dataclasses and what they have computed and kept.
Modules, classes and functions belong to the program and count nothing.
"""

import sys
from collections.abc import Iterable, Mapping
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

_PROGRAM = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)


def kept_bytes(value: Any) -> int:
    """The bytes that would be free if nothing but ``value`` led to what it leads to."""
    seen: set[int] = set()
    total, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, _PROGRAM):
            continue
        seen.add(id(one))
        total += _own_bytes(one)
        waiting.extend(_held_by(one))
    return total


def _own_bytes(one: Any) -> int:
    if isinstance(one, np.ndarray):
        return int(one.nbytes) + 128
    return sys.getsizeof(one) + (sys.getsizeof(dict(one)) if _is_view(one) else 0)


def _held_by(one: Any) -> Iterable[Any]:
    if isinstance(one, str | bytes | int | float | np.ndarray | np.generic):
        return ()
    if isinstance(one, Mapping):
        return (*one.keys(), *one.values())
    if isinstance(one, tuple | list | set | frozenset):
        return one
    slots = (name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ()))
    held = [getattr(one, name) for name in slots if hasattr(one, name)]
    return [*held, vars(one)] if hasattr(one, "__dict__") else held


def _is_view(one: Any) -> bool:
    """Whether it shows a dict that it does not let out."""
    return isinstance(one, Mapping) and not isinstance(one, dict)
