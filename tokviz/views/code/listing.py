"""A function's source as it stands in its module, read when it is asked for and never copied.

A listing keeps the numbers of the lines in the file. The docstring is left out: what it says, the
page says. Colours come from the standard library's own tokenizer.
"""

import ast
import inspect
import io
import keyword
import textwrap
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, Literal, TypeAlias

from tokviz.checks.errors import TokvizError

Kind: TypeAlias = Literal["text", "keyword", "string", "number", "comment", "name"]
Span: TypeAlias = tuple[Kind, str, int]
"""What to draw, and the column at which it begins."""

_PACKAGE = Path(__file__).parents[2]
_KINDS: dict[int, Kind] = {
    tokenize.STRING: "string",
    tokenize.NUMBER: "number",
    tokenize.COMMENT: "comment",
    tokenize.NAME: "name",
}


@dataclass(frozen=True, eq=False)
class Listing:
    """The source of one function: its ``first`` line in the file, and its lines, dedented."""

    name: str
    where: str
    first: int
    lines: tuple[str, ...]

    @classmethod
    def of(cls, function: Any) -> "Listing":
        """The listing of a function, method or cached property; TokvizError without a source."""
        return _listing(plain_function(function))

    @cached_property
    def tree(self) -> ast.FunctionDef:
        """The function's syntax tree; lines count from 1 in the listing."""
        found = ast.parse("\n".join(self.lines)).body[0]
        assert isinstance(found, ast.FunctionDef)
        return found

    @property
    def body(self) -> list[ast.stmt]:
        """Its statements, without the docstring."""
        return self.tree.body[_has_docstring(self.tree) :]

    def rows(self, *, head: bool) -> Iterator[tuple[int, list[Span]]]:
        """The lines to draw, each with its number in the listing, without the docstring.

        ``head``: with the decorators and the signature, else the body alone, moved to the left.
        """
        start = 1 if head else self.body[0].lineno
        hidden = range(self.tree.body[0].lineno, (self.tree.body[0].end_lineno or 0) + 1)
        hidden = hidden if _has_docstring(self.tree) else range(0)
        indent = 0 if head else self.body[0].col_offset
        spans = self._spans
        for number in range(start, len(self.lines) + 1):
            if number not in hidden:
                yield number, _dedented(spans[number], indent)

    @cached_property
    def _spans(self) -> dict[int, list[Span]]:
        source = "\n".join(self.lines) + "\n"
        spans: dict[int, list[Span]] = {number: [] for number in range(1, len(self.lines) + 1)}
        row, column = 1, 0
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            kind = _KINDS.get(token.type, "text")
            if kind == "name" and keyword.iskeyword(token.string):
                kind = "keyword"
            if token.type in (tokenize.INDENT, tokenize.DEDENT, tokenize.NL, tokenize.NEWLINE):
                continue
            (top, left), (bottom, right) = token.start, token.end
            if top > row:
                row, column = top, 0
            if left > column:
                spans[row].append(("text", self.lines[row - 1][column:left], column))
            for number, part in enumerate(token.string.split("\n"), top):
                if part:
                    spans[number].append((kind, part, left if number == top else 0))
            row, column = bottom, right
        return spans


def plain_function(function: Any) -> Callable[..., Any]:
    """The function behind a method, a property or a partial."""
    while True:
        if isinstance(function, partial | cached_property):
            function = function.func
        elif isinstance(function, property):
            function = function.fget
        elif isinstance(function, classmethod | staticmethod) or inspect.ismethod(function):
            function = function.__func__
        else:
            return inspect.unwrap(function)  # type: ignore[no-any-return]


@lru_cache(maxsize=256)
def _listing(function: Callable[..., Any]) -> Listing:
    try:
        lines, first = inspect.getsourcelines(function)
        path = Path(inspect.getsourcefile(function) or "")
    except (OSError, TypeError):
        raise TokvizError(
            f"Only a function written in Python has code to show, but {function!r} has none. "
            "Show one that is."
        ) from None
    where = path.relative_to(_PACKAGE.parent) if path.is_relative_to(_PACKAGE) else path.name
    source = textwrap.dedent("".join(lines)).splitlines()
    return Listing(function.__qualname__, str(where), first, tuple(source))


def _has_docstring(tree: ast.FunctionDef) -> bool:
    return ast.get_docstring(tree, clean=False) is not None


def _dedented(spans: list[Span], indent: int) -> list[Span]:
    if not spans or not indent:
        return spans
    kind, text, column = spans[0]
    assert not text[:indent].strip(), "a body is indented"
    rest = text[indent:]
    return [*([(kind, rest, column + indent)] if rest else []), *spans[1:]]
