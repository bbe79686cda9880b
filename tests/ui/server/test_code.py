"""The addresses of the components' scripts."""

import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit import config

from tokviz.ui.server.code import SERVED, code_of, code_routes, served
from tokviz.views.script import VIEWS, one_module

LARGE = 10_000
"""Characters of a script that would be felt in each message."""


def client() -> TestClient:
    return TestClient(Starlette(routes=code_routes()))


@pytest.mark.parametrize("folder", SERVED)
def test_a_script_is_found_under_the_name_that_its_component_imports(folder: str) -> None:
    name = code_of(folder).name
    assert f"code/{name}`" in served(folder)
    answer = client().get(f"/code/{name}")
    assert answer.text.startswith(one_module(f"{folder}/component.js"))
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]


def test_who_cannot_unzip_gets_the_script_as_it_is() -> None:
    code = code_of("trees")
    answer = client().get(f"/code/{code.name}", headers={"accept-encoding": "identity"})
    assert answer.content == code.script == gzip.decompress(code.zipped)
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    "name", ["player-0123456789abcdef.js", "app-1.js", "..%2Fapp.py", "player"]
)
def test_another_script_is_not_found_and_nothing_else_is(name: str) -> None:
    answer = client().get(f"/code/{name}")
    assert answer.status_code == 404
    assert "cache-control" not in answer.headers


def test_the_scripts_lie_below_the_servers_base_path(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"server.baseUrlPath": "/lessons/"}
    monkeypatch.setattr(config, "get_option", options.get)
    assert client().get(f"/lessons/code/{code_of('trees').name}").status_code == 200


@pytest.mark.parametrize("script", sorted(VIEWS.glob("*/component.js")), ids=str)
def test_no_large_script_travels_with_a_payload(script: Path) -> None:
    folder = script.parent.name
    assert folder in SERVED or len(one_module(f"{folder}/component.js")) < LARGE
