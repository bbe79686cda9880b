"""The parts of Streamlit, Starlette, uvicorn and h11 that the server's modules replace are there.

A part with another name would be replaced in vain, and nobody told. So a release in which one is
gone fails here, by the name, and pyproject.toml takes no release that was not tried.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.test_packaging import APP
from tokviz.ui import server

FOLDER = Path(server.__path__[0])
LIBRARIES = ("streamlit", "starlette", "uvicorn", "h11")
Use = tuple[str, str, str]
"""A module of ours, the library's part with its module, and the name that is asked of it."""
_ASK = """
import sys
from importlib import import_module
for line in sys.stdin.read().splitlines():
    module, part, name = line.split(":")
    try:
        whole = import_module(module)
        whole = getattr(whole, part) if hasattr(whole, part) else import_module(f"{module}.{part}")
        there = hasattr(whole, name)
    except (AttributeError, ImportError):
        there = False
    if not there:
        print(line)
"""


def uses(path: Path) -> Iterator[Use]:
    """("turns", "uvicorn.protocols.http.h11_impl:H11Protocol", "data_received"), and so on."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = {
        alias.asname or alias.name: f"{node.module}:{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(LIBRARIES)
        for alias in node.names
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(part), name) if part in parts:
                yield path.stem, parts[part], name
            case ast.Subscript(ast.Call(ast.Name("vars"), [ast.Name(part)]), ast.Constant(name)):
                yield path.stem, parts[part], str(name)


USES = sorted({use for path in FOLDER.glob("*.py") for use in uses(path)})


@cache
def missing() -> frozenset[str]:
    """Asked in a process of its own, where nothing is replaced yet."""
    asked = "\n".join(f"{part}:{name}" for _, part, name in USES)
    command = [sys.executable, "-W", "ignore", "-c", _ASK]
    found = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return frozenset(found.stdout.splitlines())


@pytest.mark.parametrize(("module", "part", "name"), USES)
def test_a_part_that_we_replace_or_ask_is_there(module: str, part: str, name: str) -> None:
    library = part.partition(".")[0].partition(":")[0]
    assert f"{part}:{name}" not in missing(), (
        f"{part} of {library} has no {name}, on which tokviz/ui/server/{module}.py relies. Find "
        f"what does its work in this release and mend {module}.py, whose docstring says what it is "
        f"for; or keep {library} in pyproject.toml below this release."
    )


def test_all_that_is_replaced_is_looked_at() -> None:
    found = {(module, name) for module, _, name in USES}
    replaced = {
        ("in_line", "_run_script"),
        ("late_requests", "on_response_complete"),
        ("late_requests", "pause_writing"),
        ("saves", "add_deferred"),
        ("saves", "execute_deferred"),
        ("saves", "remove_orphaned_files"),
        ("uploads", "add_file"),
        ("uploads", "form"),
        ("uploads", "spool_max_size"),
        ("long_addresses", "DEFAULT_MAX_INCOMPLETE_EVENT_SIZE"),
        ("long_addresses", "send_400_response"),
        ("many_headers", "maybe_extract_lines"),
        ("guard", "is_host_allowed"),
        ("reruns", "request_rerun"),
        ("reruns", "on_script_will_rerun"),
        ("bundles", "_on_scriptrunner_event"),
        ("bundles", "_send_message"),
        ("sparing", "_create_new_session_message"),
        ("sparing", "filtered_state"),
        ("sparing", "_maybe_handle_execution_control_request"),
        ("sparing", "make_bidi_component_presenter"),
    }
    assert replaced <= found


@pytest.mark.parametrize("library", LIBRARIES)
def test_only_releases_that_were_tried_are_installed(library: str) -> None:
    wanted = next(each for each in map(Requirement, APP) if each.name == library)
    lowest = next(each.version for each in wanted.specifier if each.operator == ">=")
    major, minor = map(int, lowest.split("."))
    assert not wanted.specifier.contains(f"{major}.{minor + 1}.0")
    assert wanted.specifier.contains(f"{major}.{minor}.9")
