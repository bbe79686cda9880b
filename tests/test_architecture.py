"""The house rules, read from the source: imports run one way, and nothing grows too large.

The arrows are pages -> ui -> views -> traces <- algorithms. ``checks`` and ``arrays`` know nothing
of ours; they, ``text`` and ``traces`` are the ground that all stand on. ``files`` and
``references`` stand beside the algorithms. ``inspection`` asks any tokenizer what
``traces/tokenizer.py`` lists, and the views read its answers. ``paths`` look up in trainings what
they tell, and the pages show them.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = sorted((ROOT / "tokviz").rglob("*.py"))
SCRIPTS = [
    path for path in [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py"))] if path.exists()
]
COMPONENTS = sorted((ROOT / "tokviz" / "views").rglob("*.js"))
LONGEST_MODULE, LONGEST_FUNCTION = 300, 40
FORBIDDEN_NAMES = {"utils", "util", "common", "helpers", "helper", "misc", "parts"}
LOWEST = {"checks", "arrays"}
GROUND = {"text", "traces", *LOWEST}
MAY_USE = {
    "checks": {"checks"},
    "arrays": {"arrays"},
    "text": {"text", *LOWEST},
    "traces": GROUND,
    "samples": {"samples"},
    "algorithms": {"algorithms", "files", *GROUND},
    "files": {"files", "algorithms", *GROUND},
    "references": {"references", *GROUND},
    "inspection": {"inspection", *GROUND},
    "paths": {"paths", "samples", "algorithms", "references", *GROUND},
    "views": {"views", "inspection", *GROUND},
    "root": {"root", "views", "samples", "algorithms", "files", "references", *GROUND},
    "ui": {
        *("ui", "views", "inspection", "samples", "root", "algorithms", "files", "references"),
        *("paths", *GROUND),
    },
    "pages": {"ui", "views", "samples", "root", *GROUND},
}
ROOMS = set(MAY_USE) - {"pages", "root"}

SOURCES = [*PACKAGE, *SCRIPTS]
ALGORITHMS = ROOT / "tokviz" / "algorithms"
FORMATS = [
    path
    for path in sorted((ROOT / "tokviz" / "files").rglob("*.py"))
    if path.parent.name != "loading"
]


def offenders(paths: list[Path], why: Callable[[Path], object]) -> dict[str, object]:
    """Of these files the ones that break a rule, each with what ``why`` says of it."""
    assert len(paths) > 5  # a folder that was moved away would break no rule
    found = {str(path.relative_to(ROOT)): why(path) for path in paths}
    return {path: reason for path, reason in found.items() if reason}


def room(path: Path) -> str:
    """The room a file is in: pages, a folder of tokviz, or root for the table and the names."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] != "tokviz":
        return "pages"
    return room_of_module(".".join(parts))


def room_of_module(module: str) -> str:
    """ "tokviz.views.charts.merges" -> "views" """
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "root"


def imported(source: str, package: str = "") -> Iterator[str]:
    """Every module that the source imports, wherever in it the import stands.

    "from a import b" may import the module a.b, so both are given. Relative imports are resolved
    against the package in which the source stands.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            module = ".".join([*(above if node.level else []), *filter(None, [node.module])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


@cache
def imports_of(path: Path) -> frozenset[str]:
    package = ".".join(path.relative_to(ROOT).parent.parts)
    return frozenset(imported(path.read_text(encoding="utf-8"), package))


def rooms_used_by(path: Path) -> set[str]:
    ours = {name for name in imports_of(path) if name == "tokviz" or name.startswith("tokviz.")}
    return {room_of_module(name) for name in ours}


def libraries_used_by(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports_of(path)}


def functions_of(source: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Its lines from def to the end, without its decorators and its docstring."""
    assert function.end_lineno is not None
    first = function.body[0]
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if has_docstring else 0
    return function.end_lineno - function.lineno + 1 - docstring


# ---- the reader of imports itself -----------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "package", "modules"),
    [
        ("import a.b", "", {"a.b"}),
        ("import a as b", "", {"a"}),
        ("from a import b", "", {"a", "a.b"}),
        ("def f():\n    import a", "", {"a"}),
        ("from . import b", "tokviz.ui", {"tokviz.ui", "tokviz.ui.b"}),
        ("from ..views import b", "tokviz.ui", {"tokviz.views", "tokviz.views.b"}),
    ],
)
def test_imports_are_found_in_every_form(source: str, package: str, modules: set[str]) -> None:
    assert set(imported(source, package)) == modules


def test_a_docstring_does_not_lengthen_a_function() -> None:
    function = next(functions_of('def f():\n    """One.\n\n    Two.\n    """\n    return 1\n'))
    assert length(function) == 2


def test_the_rooms_are_where_the_design_draws_them() -> None:
    assert {room(path) for path in PACKAGE} == {*ROOMS, "root"}


# ---- the arrows -----------------------------------------------------------------------------


def test_imports_run_one_way() -> None:
    assert offenders(SOURCES, lambda path: rooms_used_by(path) - MAY_USE[room(path)]) == {}


def test_what_all_stand_on_imports_nothing_else_of_ours() -> None:
    lowest = [path for path in PACKAGE if room(path) in LOWEST]
    assert offenders(lowest, lambda path: rooms_used_by(path) - {room(path)}) == {}


def test_an_algorithm_is_a_lesson_named_like_its_page_or_its_textbook() -> None:
    lessons = {path.stem for path in ALGORITHMS.glob("*.py")} - {"__init__"}
    pages = {path.stem for path in (ROOT / "pages").glob("*.py")}
    assert {name for name in lessons if not name.startswith("plain_")} == pages - {"compare"}


def test_what_lessons_share_knows_no_lesson_and_no_lesson_what_treats_them_alike() -> None:
    lessons = {f"tokviz.algorithms.{path.stem}" for path in ALGORITHMS.glob("*.py")}
    shared = [path for path in ALGORITHMS.glob("*/*.py") if path.parent.name != "alike"]
    assert offenders(shared, lambda path: imports_of(path) & lessons) == {}
    below = [*shared, *ALGORITHMS.glob("*.py")]
    assert offenders(below, lambda path: "tokviz.algorithms.alike" in str(imports_of(path))) == {}


def test_a_format_is_plain_data_and_knows_no_algorithm() -> None:
    def algorithms(path: Path) -> set[str]:
        return {name for name in imports_of(path) if name.startswith("tokviz.algorithms.")}

    assert offenders(FORMATS, algorithms) == {}


def test_the_textbooks_know_nothing_of_the_fast_engine() -> None:
    assert rooms_used_by(ALGORITHMS / "plain_bpe.py") == {"traces"}
    assert rooms_used_by(ALGORITHMS / "plain_unigram.py") == set()
    assert rooms_used_by(ALGORITHMS / "plain_sentencepiece_bpe.py") == set()
    ours = {name for name in imports_of(ALGORITHMS / "plain_wordpiece.py") if "tokviz." in name}
    assert all(
        name == "tokviz.algorithms" or name.startswith("tokviz.algorithms.plain_bpe")
        for name in ours
    )
    assert {path.stem for path in ALGORITHMS.glob("plain_*.py")} == {
        *("plain_bpe", "plain_wordpiece", "plain_sentencepiece_bpe", "plain_unigram")
    }


def test_the_textbooks_import_nothing_but_the_standard_library() -> None:
    textbooks = [*ALGORITHMS.glob("plain_*.py")]
    used = set().union(*map(libraries_used_by, textbooks))
    assert used - sys.stdlib_module_names == {"tokviz"}


def test_the_root_holds_the_public_names_the_table_and_what_needs_all_rooms() -> None:
    names = {path.name for path in (ROOT / "tokviz").glob("*.py")}
    assert names == {"__init__.py", "__main__.py", "lessons.py", "loading.py", "notebook.py"}


def test_only_ui_and_pages_import_streamlit() -> None:
    others = [path for path in SOURCES if room(path) not in {"ui", "pages"}]
    assert offenders(others, lambda path: libraries_used_by(path) & {"streamlit"}) == {}


def test_only_ui_imports_plotly() -> None:
    """The engine draws in notebooks without it."""
    others = [path for path in SOURCES if room(path) != "ui"]
    assert offenders(others, lambda path: libraries_used_by(path) & {"plotly"}) == {}


def test_nothing_imports_a_page_or_a_test() -> None:
    above = {"app", "pages", "tests"}
    assert offenders(SOURCES, lambda path: libraries_used_by(path) & above) == {}


# ---- sizes and names ------------------------------------------------------------------------


def lines_too_many(path: Path) -> int:
    return max(0, len(path.read_text(encoding="utf-8").splitlines()) - LONGEST_MODULE)


def test_a_module_has_at_most_300_lines() -> None:
    assert offenders(SOURCES, lines_too_many) == {}


def test_so_has_a_script_of_a_component() -> None:
    assert offenders(COMPONENTS, lines_too_many) == {}


def test_a_function_has_at_most_40_lines() -> None:
    def too_long(path: Path) -> list[str]:
        functions = functions_of(path.read_text(encoding="utf-8"))
        return [f.name for f in functions if length(f) > LONGEST_FUNCTION]

    assert offenders(SOURCES, too_long) == {}


def test_nothing_is_named_utils() -> None:
    def forbidden(path: Path) -> set[str]:
        parts = path.relative_to(ROOT).with_suffix("").parts
        return FORBIDDEN_NAMES & {part.lower() for part in parts}

    assert offenders(SOURCES, forbidden) == {}


def test_a_module_opens_as_a_lesson() -> None:
    def opens_otherwise(path: Path) -> bool:
        source = path.read_text(encoding="utf-8")
        return bool(source) and not ast.get_docstring(ast.parse(source))

    assert offenders(SOURCES, opens_otherwise) == {}


def test_the_readmes_tree_names_every_folder() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    tree = readme.split("## Where things are")[1].split("```")[1]
    named = set(re.findall(r"(\w+)/", tree))
    folders = {path.parent.name for path in PACKAGE}
    assert named == folders | {"deploy", "pages", "tests"}
