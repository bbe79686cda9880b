"""A fault of ours, in any page and any fragment: logged for the engineer, admitted to the reader.

The fault is put in place of a fragment's own code, so a fragment that forgets to explain its
errors shows Streamlit's exception box here.
"""

import ast
import importlib
import inspect
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import faults, problems
from tokviz.checks.errors import TokvizError
from tokviz.lessons import LESSONS
from tokviz.paths.byte_bpe import PATH as BYTE_PATH
from tokviz.ui.shell.errors import ADMITTED
from tokviz.ui.shell.state import PageState

Open = Callable[..., AppTest]

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "tokviz" / "ui").rglob("*.py"))
DRAWN_BY: dict[str, tuple[str | None, dict[str, str]]] = {
    "_part": ("byte_bpe", {}),
    "_challenge": ("byte_bpe", {"path": str(len(BYTE_PATH.stops))}),
    "learn": (None, {}),
}
"""Every fragment, the page that draws it (None: the first one), and what its link says then."""


def decorated(path: Path) -> list[str]:
    """The functions of a module that ``@fragment`` makes fragments."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [f.name for f in functions if "fragment" in map(ast.unparse, f.decorator_list)]


FRAGMENTS = {name: path for path in SOURCES for name in decorated(path)}


def own_code(name: str) -> Any:
    """The function below the decorators."""
    module = ".".join(FRAGMENTS[name].relative_to(ROOT).with_suffix("").parts)
    return inspect.unwrap(getattr(importlib.import_module(module), name))


def broken(*args: Any, **kwargs: Any) -> None:  # noqa: ARG001 - takes what any fragment takes
    raise KeyError("injected")


def logged(caplog: pytest.LogCaptureFixture) -> list[object]:
    """What the exceptions in tokviz's log say."""
    records = [record for record in caplog.records if record.name == "tokviz"]
    assert all(record.levelno == logging.ERROR for record in records)
    return [record.exc_info[1].args for record in records if record.exc_info and record.exc_info[1]]


def test_no_fragment_is_made_but_by_ours() -> None:
    others = [path for path in SOURCES if path.name != "errors.py"]
    assert 5 < len(others) < len(SOURCES)
    bare = [path for path in others if "st.fragment" in path.read_text(encoding="utf-8")]
    assert bare == []


def test_every_fragment_has_its_page_here() -> None:
    assert set(DRAWN_BY) == set(FRAGMENTS)


@pytest.mark.faulty
@pytest.mark.parametrize("key", [None, *(row.key for row in LESSONS)])
def test_a_fault_in_a_page_is_logged_and_admitted(
    key: str | None,
    open_page: Open,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(PageState, "start", broken)
    assert problems(open_page(key)) == [ADMITTED]
    assert logged(caplog) == [("injected",)]


@pytest.mark.faulty
@pytest.mark.parametrize("name", DRAWN_BY)
def test_a_fault_in_a_fragment_is_logged_and_admitted(
    name: str, open_page: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(own_code(name), "__code__", broken.__code__)
    page, link = DRAWN_BY[name]
    assert problems(open_page(page, **link)) == [ADMITTED]
    assert set(logged(caplog)) == {("injected",)}


def test_a_page_test_fails_on_a_fault_it_does_not_expect(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_code("_part"), "__code__", broken.__code__)
    with pytest.raises(AssertionError, match="tokviz made a mistake"):
        open_page("byte_bpe")


@pytest.mark.faulty
@pytest.mark.parametrize("kind", [ValueError, TypeError, KeyError, IndexError, RuntimeError])
def test_an_exception_of_python_is_not_laid_at_the_readers_door(
    kind: type[Exception], open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(*args: Any, **kwargs: Any) -> str:  # noqa: ARG001
        raise kind("not for the reader")

    monkeypatch.setattr(PageState, "start", start)
    assert faults(open_page("whitespace")) == [ADMITTED]


def test_an_error_of_ours_is_shown_and_not_logged(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def start(*args: Any, **kwargs: Any) -> str:  # noqa: ARG001
        raise TokvizError("Rule, value_, **remedy**.")

    monkeypatch.setattr(PageState, "start", start)
    at = open_page("whitespace")
    assert problems(at) == ["Rule, value_, **remedy**."]
    assert at.error[0].value == r"Rule, value\_, \*\*remedy\*\*."
    assert logged(caplog) == []
