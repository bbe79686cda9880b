"""Finds lines of a listing by what they do: what they call, what names they bind.

A line is never told by its number, so code may move; where nothing is found, the TokvizError says
what was looked for, and a test fails.
"""

import ast
from collections.abc import Iterator

from tokviz.checks.errors import TokvizError
from tokviz.views.code.listing import Listing
from tokviz.views.code.telling import Spot

Loop = ast.While | ast.For


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements, those inside others too, from the top."""
    for statement in body:
        yield statement
        for part in ("body", "orelse", "finalbody"):
            yield from statements(getattr(statement, part, []))


def own(statement: ast.stmt) -> Iterator[ast.AST]:
    """What a statement itself says: of one with a body, its head."""
    inside = {
        id(part)
        for name in ("body", "orelse", "finalbody")
        for part in getattr(statement, name, [])
    }
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for child in ast.iter_child_nodes(node) if id(child) not in inside]


def rows_of(statement: ast.stmt) -> list[int]:
    """The lines of a statement; of one with a body, those of its head."""
    body: list[ast.stmt] = getattr(statement, "body", [])
    end = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return list(range(statement.lineno, max(end, statement.lineno) + 1))


def lit(listing: int, *found: ast.stmt) -> list[Spot]:
    """The lines of these statements of a listing, as places."""
    return [Spot(listing, row) for statement in found for row in rows_of(statement)]


def calls(statement: ast.stmt, name: str) -> list[ast.Call]:
    """The calls of this function or method that the statement itself makes."""
    return [node for node in own(statement) if isinstance(node, ast.Call) and _called(node) == name]


def binds(statement: ast.stmt) -> list[str]:
    """The names that the statement itself gives a value, in the order in which they stand."""
    names = [
        node
        for node in own(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    return [name.id for name in sorted(names, key=lambda name: (name.lineno, name.col_offset))]


def receiver(call: ast.Call) -> str:
    """Of ``pairs.merge(...)`` the name ``pairs``; empty where none stands there."""
    of = call.func.value if isinstance(call.func, ast.Attribute) else None
    return of.id if isinstance(of, ast.Name) else ""


def find_loop(listing: Listing, called: str) -> Loop:
    """The innermost loop that makes this call in its head or its body."""
    found = [
        loop
        for loop in statements(listing.body)
        if isinstance(loop, Loop)
        and any(calls(statement, called) for statement in [loop, *statements(loop.body)])
    ]
    if not found:
        raise _missing(listing, f"a loop that calls {called}")
    return found[-1]


def find(
    listing: Listing,
    *,
    within: list[ast.stmt] | None = None,
    called: str = "",
    bound: str = "",
    written: str = "",
) -> ast.stmt:
    """The first statement that makes a call, binds a name, or has these words in its own lines."""
    for statement in statements(listing.body if within is None else within):
        if called and not calls(statement, called):
            continue
        if bound and bound not in binds(statement):
            continue
        lines = "\n".join(listing.lines[row - 1] for row in rows_of(statement))
        if written in lines:
            return statement
    looked_for = [f"calls {called}"] * bool(called) + [f"binds {bound}"] * bool(bound)
    looked_for += [f"says {written!r}"] * bool(written)
    raise _missing(listing, f"a statement that {' and '.join(looked_for)}")


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _missing(listing: Listing, what: str) -> TokvizError:
    return TokvizError(
        f"The code of a lesson is shown beside its steps, but {listing.name} in {listing.where} "
        f"has not {what}. Show another function, or look for what it does now."
    )
