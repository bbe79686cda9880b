"""What a caller hands in is of the kind that the annotation says, or is refused by name.

``@checked`` stands on what is public, and reads the annotations. Sequences of texts and of names
have checks of their own (text/pre_tokens.py, text/special_tokens.py), with remedies that only they
know.
A whole number of another library is Python's from there on: numpy's small ones overflow.
Not here: whether a number is too small, or a name unknown.
"""

import operator
import os
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from inspect import Parameter, isclass, signature
from itertools import chain
from numbers import Real
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, Unpack, get_args, get_origin, get_type_hints

from tokviz.checks.errors import KindError, TokvizError
from tokviz.checks.whole_numbers import is_whole

Public = TypeVar("Public", bound=Callable[..., Any])

_WORDS: Mapping[object, str] = {
    NoneType: "None",
    str: "a str",
    bool: "a bool",
    int: "a whole number",
    float: "a number",
    Path: "a Path",
    Callable: "a function",
    tuple: "a tuple",
    random.Random: "a random.Random",
    Iterable: "a list or another iterable",
    Mapping: "a mapping",
}
_REMEDIES: Mapping[str, str] = {
    "counts": "Count files with count_pre_tokens, or a text with the model's count_words.",
    "edge": "Take one of the edges of the trace.",
    "encoding": "tiktoken.get_encoding gives one, and so does tokviz.gpt2().",
    "files": "Write ['corpus.txt'] for a single one.",
    "forced": "Write {0: ('a', 'b')}, of bytes {0: (b'a', b'b')}.",
    "ids": "Write [97] for a single one.",
    "k": "Give one such as 0.",
    "merges": "Write ((97, 98),) for a single one.",
    "num_merges": "Give one such as 40.",
    "path": "Write the name of the file.",
    "pattern": "Start from tokviz.GPT2_PATTERN.",
    "rng": "Give random.Random(1).",
    "seed": "Give one such as 1.",
    "texts": "Write ['low'] for a single one.",
    "words": "Write ['low'] for a single one.",
    "vocab_size": "Give one such as 300.",
}
"""What an argument of this name may be, wherever it is one; else its default shows that."""
_CALLED: Mapping[str, str] = {"k": "The number of a step"}
"""Arguments whose names are no words."""
_TESTS: Mapping[object, Callable[[Any], bool]] = {
    int: is_whole,
    float: lambda value: isinstance(value, Real) and not isinstance(value, bool),
    Path: lambda value: isinstance(value, os.PathLike),
    Iterable: lambda value: is_iterable(value) and not isinstance(value, str),
}
"""Kinds that take more than their own, or less."""
_QUICK: Mapping[object, type] = {str: str, "str": str, int: int, "int": int}
"""Annotations of what most methods are given, and alone: then a check costs nearly nothing."""
_ROWS = ("ids", "texts")
"""What they hold is taken one by one, in order; words and files have a check of their own."""


def is_iterable(value: object) -> bool:
    """Whether it can be gone through; numpy's array of no dimension only says so."""
    return isinstance(value, Iterable) and getattr(value, "ndim", 1) != 0


def _is_row(value: object) -> bool:
    """Whether it holds what it gives: not a text's letters, the numbers of bytes, or keys."""
    return not isinstance(value, (str, bytes, bytearray, memoryview, Mapping, set, frozenset))


def checked(public: Public) -> Public:
    """The same function, or dataclass, which raises KindError for arguments of a wrong kind."""
    if isclass(public):
        public.__init__ = checked(public.__init__)  # type: ignore[method-assign]
        return public
    taken = signature(public).parameters
    rest = next((name for name, each in taken.items() if each.kind is each.VAR_KEYWORD), None)
    named = [name for name in taken if name not in (rest, "cls", "self")]
    first = _first_kind(public)

    @cache
    def hints() -> dict[str, Any]:  # when it is called first: a class may name itself in them
        return {name: hint for name, hint in get_type_hints(public).items() if name != "self"}

    @wraps(public)
    def call(*args: Any, **settings: Any) -> Any:
        if not settings and len(args) == 2 and type(args[1]) is first:  # as almost always
            return public(*args)
        known, foreign = hints(), False
        for name, value in chain(zip(taken, args, strict=False), settings.items()):
            hint = known.get(name, Any)
            if type(value) is hint:  # a kind of ours is a class as well
                continue
            if name in settings and name not in named:
                _check_name(public.__qualname__, name, [*named, *_names_of(known.get(rest or ""))])
            if name == "text" and hint is str:
                check_text(value)  # which knows the remedy
            if name in taken and not (
                _is_of(value, hint) and (name not in _ROWS or _is_row(value))
            ):
                raise KindError(_refusal(name, value, hint, taken[name].default))
            if hint == str | Path:
                check_path(value)
            foreign = foreign or is_whole(value)
        if foreign:
            args = tuple(map(_of_python, args))
            settings = {name: _of_python(value) for name, value in settings.items()}
        return public(*args, **settings)

    return call  # type: ignore[return-value]


def _first_kind(method: Callable[..., Any]) -> type | None:
    """What a method takes first, where that is a text or a number."""
    taken = [*signature(method).parameters.values()]
    if len(taken) < 2 or taken[0].name != "self":
        return None
    return _QUICK.get(taken[1].annotation)


def _of_python(value: Any) -> Any:
    return operator.index(value) if is_whole(value) else value


def check_text(text: object) -> None:
    """KindError for bytes, and for whatever else is no str."""
    if not isinstance(text, str):
        remedy = "Give one such as 'low lower'."
        if isinstance(text, bytes | bytearray):
            remedy = "Decode bytes first, for example with .decode('utf-8')."
        elif isinstance(text, list | tuple):
            remedy = "Give one text; encode_batch encodes several."
        raise KindError(f"A text is a str, but this is of the kind {type(text).__name__}. {remedy}")


def check_path(path: str | Path) -> None:
    """TokvizError for what no file can be named."""
    name = os.fspath(path)
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        name = "\0"
    if "\0" in name:
        raise TokvizError(
            f"A file's name has no NUL and no lone surrogate, but one is {path!r:.80}. Mend it."
        )


def _names_of(hint: Any) -> Iterable[str]:
    """The names of settings that are handed on, ``Unpack`` of a ``TypedDict``."""
    return get_args(hint)[0].__annotations__ if get_origin(hint) is Unpack else ()


def _check_name(function: str, name: str, known: Sequence[str]) -> None:
    if name not in known:
        others = (
            f", but {', '.join(known)}. Leave it out, or mend the name." if known else " at all."
        )
        raise KindError(f"{function} takes no argument {name!r}{others}")


def _is_of(value: Any, hint: Any) -> bool:
    """Whether the value is of this kind, or the kind is none that is looked at here."""
    kind = get_origin(hint) or hint
    if kind in (Union, UnionType):
        return any(_is_of(value, each) for each in get_args(hint))
    if kind is Literal:
        return isinstance(value, str)
    if kind in _TESTS:
        return _TESTS[kind](value)
    ours = isclass(kind) and kind.__module__.startswith(("tokviz", "tiktoken"))
    return not (ours or kind in _WORDS) or isinstance(value, kind)


def _refusal(name: str, value: object, hint: Any, default: object) -> str:
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    words = [_said(kind) for kind in kinds if kind is not NoneType or default is not None]
    rule = f"{_CALLED.get(name, name)} is {' or '.join(words)}"
    remedy = "Give that." if default is Parameter.empty else "Give that, or leave it out."
    if default not in (None, {}) and _is_of(default, hint):
        remedy = f"Give one such as {default!r}."
    return (
        f"{rule}, but {value!r:.40} is of the kind {type(value).__name__}. "
        f"{_REMEDIES.get(name, remedy)}"
    )


def _said(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return f"one of {', '.join(map(repr, get_args(hint)))}"
    kind = get_origin(hint) or hint
    return _WORDS.get(kind) or f"of the kind {kind.__name__}"
