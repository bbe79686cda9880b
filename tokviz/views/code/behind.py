"""What the names in a listing lead to: the functions of our own that it calls, by its own imports.

``pairs.most_frequent`` is looked up in the class that ``pairs = PairIndex(...)`` names, ``self.x``
in the class of the method, a plain name in the module. What is not found so, is no link.
"""

import ast
import inspect
import typing
from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.views.code.listing import Listing, plain_function

OURS = "tokviz.algorithms."
MOST = 60
"""Functions that one page may unfold: a few calls deep."""


class Behind:
    """The functions that the code of a page can reach, numbered as their listings.

    Arguments:
        types: classes of local names that the code itself does not tell.
    """

    def __init__(self, types: Mapping[str, type] | None = None) -> None:
        self._types = types or {}
        self._functions: list[Any] = []
        self._listings: list[Listing] = []
        self._links: dict[Listing, dict[tuple[int, int], int]] = {}

    def listings(self, functions: Sequence[Any]) -> list[Listing]:
        """The listings of these functions, and then of all that they reach."""
        for function in functions:
            self._number(function)
        for number, listing in enumerate(self._listings):  # grows while it is walked through
            found = self._reached(self._functions[number], listing)
            self._links[listing] = {
                at: self._number(function)
                for at, function in found.items()
                if len(self._listings) < MOST or plain_function(function) in self._functions
            }
        return self._listings

    def links(self, listing: Listing) -> Mapping[tuple[int, int], int]:
        """(line, column) of a name -> the number of the listing that it leads to."""
        return self._links[listing]

    def _number(self, function: Any) -> int:
        function = plain_function(function)
        if function not in self._functions:
            self._functions.append(function)
            self._listings.append(Listing.of(function))
        return self._functions.index(function)

    def _reached(self, function: Any, listing: Listing) -> dict[tuple[int, int], Any]:
        owner, types = _owner(function), {**_local_types(function, listing), **self._types}
        found: dict[tuple[int, int], Any] = {}
        for node in ast.walk(listing.tree):
            if isinstance(node, ast.Name):
                at, target = (node.lineno, node.col_offset), _global(function, node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                of = node.value.id
                held = owner if of in ("self", "cls") else types.get(of, _global(function, of))
                at = (node.end_lineno or 0, (node.end_col_offset or 0) - len(node.attr))
                target = inspect.getattr_static(held, node.attr, None) if held else None
            else:
                continue
            if (target := _ours(target)) is not None and target is not function:
                found[at] = target
        return found


def _ours(target: Any) -> Any:
    """The plain function that a name stands for, if we wrote it; of a class, how one is made."""
    if inspect.isclass(target):
        target = vars(target).get("__init__")
    try:
        target = plain_function(target)
        code = target.__code__
    except (AttributeError, TypeError, ValueError):
        return None
    written = not code.co_filename.startswith("<") and code.co_name != "<lambda>"
    return target if written and target.__module__.startswith(OURS) else None


def _global(function: Any, name: str) -> Any:
    return function.__globals__.get(name)


def _owner(function: Any) -> Any:
    """The class in whose body the function stands, if it stands in one."""
    names = function.__qualname__.split(".")
    return _global(function, names[0]) if len(names) > 1 else None


def _local_types(function: Any, listing: Listing) -> dict[str, Any]:
    """The classes of arguments, by their annotations, and of names that a call gives a value."""
    types = {name: kind for name, kind in _hints(function).items() if inspect.isclass(kind)}
    for node in ast.walk(listing.tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            continue
        made = _made_by(function, node.value)
        names, kinds = node.targets[:1], [made]
        if isinstance(names[0], ast.Tuple):
            names, kinds = list(names[0].elts), list(typing.get_args(made))
        for name, kind in zip(names, kinds, strict=False):
            if isinstance(name, ast.Name) and inspect.isclass(kind):
                types[name.id] = kind
    return types


def _made_by(function: Any, call: ast.Call) -> Any:
    """What a call of a plain name gives: an object of the class, or what the function returns."""
    target = _global(function, call.func.id) if isinstance(call.func, ast.Name) else None
    return target if inspect.isclass(target) else _hints(target).get("return")


def _hints(function: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function)
    except (NameError, TypeError, AttributeError):
        return {}
