"""What the docstrings of public names speak of can be had from ``tokviz``."""

import builtins
import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import tokviz

SPOKEN_OF = re.compile(r"\b(?:[A-Z]\w+Error|load_\w+)\b")
PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def docstrings(name: str) -> Iterator[str]:
    """Those of a public name, and of what a class has under public names."""
    public = getattr(tokviz, name)
    yield inspect.getdoc(public) or ""
    if inspect.isclass(public):
        members = (part for part in vars(public) if not part.startswith("_"))
        yield from (inspect.getdoc(getattr(public, part)) or "" for part in members)


@pytest.mark.parametrize("name", tokviz.__all__)
def test_what_a_docstring_names_is_there(name: str) -> None:
    spoken_of = {word for told in docstrings(name) for word in SPOKEN_OF.findall(told)}
    assert not [w for w in spoken_of if not hasattr(tokviz, w) and not hasattr(builtins, w)]


def test_the_version_is_told_in_one_place() -> None:
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "tokviz.__version__"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", tokviz.__version__)
