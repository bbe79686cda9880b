"""The JSON Schema of saved traces, written from the classes that declare them.

``python -m tests.trace_schema`` writes it anew; a test holds the file to the classes. What
a field means is the comment behind it, or the docstring of its class.
"""

import inspect
import json
import re
import types
from collections.abc import Mapping, Set
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from tokviz.traces.saving.loading import TRACES
from tokviz.traces.saving.plain import ARRAY_TYPES, declared, is_array, is_record
from tokviz.traces.saving.saved import KIND, VERSION

FILE = Path(__file__).parents[1] / "tokviz" / "traces" / "saving" / "trace.schema.json"
NUMBER = {"anyOf": [{"type": "number"}, {"enum": ["inf", "-inf"]}]}
SCALARS: dict[Any, dict[str, Any]] = {
    int: {"type": "integer"},
    float: NUMBER,
    str: {"type": "string"},
    bool: {"type": "boolean"},
    types.NoneType: {"type": "null"},
    bytes: {
        "type": "object",
        "properties": {"hex": {"type": "string", "description": "two hex digits a byte"}},
        "required": ["hex"],
        "additionalProperties": False,
    },
    Fraction: {
        "type": "object",
        "properties": {"fraction": {"type": "array", "items": {"type": "integer"}, "minItems": 2}},
        "required": ["fraction"],
        "additionalProperties": False,
    },
}
ARRAY = {
    "type": "object",
    "description": "numbers row by row",
    "properties": {
        "type": {"enum": list(ARRAY_TYPES)},
        "shape": {"type": "array", "items": {"type": "integer", "minimum": 0}},
        "values": {"type": "array", "items": NUMBER},
    },
    "required": ["type", "shape", "values"],
    "additionalProperties": False,
}


def schema() -> dict[str, Any]:
    """The whole schema: one of the traces, each with the classes that its fields need."""
    found: dict[str, Any] = {}
    for trace in TRACES:
        _class(trace, found, {KIND: {"const": trace.__name__}, "version": {"const": VERSION}})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A trace of tokviz",
        "description": "What training or encoding recorded, step by step. A mapping is a list of "
        "[key, value] pairs.",
        "oneOf": [{"$ref": f"#/$defs/{trace.__name__}"} for trace in TRACES],
        "$defs": {"array": ARRAY, **dict(sorted(found.items()))},
    }


def _class(cls: type, found: dict[str, Any], more: Mapping[str, Any] | None = None) -> None:
    if cls.__name__ in found:
        return
    found[cls.__name__] = {}
    meanings = _meanings(cls)
    properties = {
        name: {**_type(kind, found), **meanings.get(name, {})}
        for name, kind in declared(cls).items()
    }
    properties = {**(more or {}), **properties}
    found[cls.__name__] = {
        "description": re.sub(r"\s+", " ", inspect.getdoc(cls) or ""),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _meanings(cls: type) -> dict[str, dict[str, str]]:
    """The comment behind each field, where there is one."""
    lines = re.findall(r"^    (\w+): [^#\n]*# (.+)$", inspect.getsource(cls), re.MULTILINE)
    return {name: {"description": meaning} for name, meaning in lines}


def _type(kind: Any, found: dict[str, Any]) -> dict[str, Any]:
    origin, arguments = get_origin(kind), get_args(kind)
    if is_array(kind):
        return {"$ref": "#/$defs/array"}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_type(option, found) for option in arguments]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is not None:
        return _list(origin, arguments, found)
    if not is_record(kind):
        return SCALARS[kind]
    _class(kind, found)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _list(origin: Any, arguments: tuple[Any, ...], found: dict[str, Any]) -> dict[str, Any]:
    if issubclass(origin, Mapping):
        return {"type": "array", "items": _row(arguments, found)}
    if origin is tuple and arguments[-1:] != (...,):
        return _row(arguments, found)
    unique = {"uniqueItems": True} if issubclass(origin, Set) else {}
    return {"type": "array", "items": _type(arguments[0], found), **unique}


def _row(kinds: tuple[Any, ...], found: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "array",
        "prefixItems": [_type(kind, found) for kind in kinds],
        "minItems": len(kinds),
        "maxItems": len(kinds),
    }


def written() -> str:
    """The schema as its file holds it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8", newline="\n")
