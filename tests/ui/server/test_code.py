"""The addresses of the components' scripts."""

import gzip
from operator import attrgetter

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit import config

from tests.views.test_components import COMPONENTS
from tokviz.ui.server.code import SERVED, code_of, code_routes, handed, script_of, zip_scripts
from tokviz.views.components import TREES, Component

LARGE = 10_000
"""Characters of a script that would be felt in each message."""


def client() -> TestClient:
    return TestClient(Starlette(routes=code_routes()))


@pytest.mark.parametrize("component", SERVED.values(), ids=attrgetter("name"))
def test_a_script_is_found_under_the_name_that_its_component_imports(component: Component) -> None:
    name = code_of(component).name
    assert f"code/{name}`" in script_of(component)
    zip_scripts()
    answer = client().get(f"/code/{name}")
    assert answer.text.startswith(component.js)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]


def test_who_cannot_unzip_gets_the_script_as_it_is() -> None:
    code = code_of(TREES)
    answer = client().get(f"/code/{code.name}", headers={"accept-encoding": "identity"})
    assert answer.content == code.script == gzip.decompress(code.zipped)
    assert "content-encoding" not in answer.headers


def test_the_first_reader_of_a_fresh_server_does_not_wait_until_scripts_are_zipped() -> None:
    code_of.cache_clear()
    code = code_of(TREES)
    answer = client().get(f"/code/{code.name}")
    assert answer.content == code.script
    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "Accept-Encoding"


def test_a_script_is_zipped_once_and_not_where_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of a fresh server names the scripts of all stages."""
    zipped = list[bytes]()

    def compress(script: bytes, *_: object, **__: object) -> bytes:
        zipped.append(script)
        return b""

    monkeypatch.setattr(gzip, "compress", compress)
    code = code_of.__wrapped__(TREES)
    assert zipped == []
    assert [code.zipped, code.zipped] == [b"", b""]
    assert zipped == [code.script]


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
    assert client().get(f"/lessons/code/{code_of(TREES).name}").status_code == 200


@pytest.mark.parametrize("component", COMPONENTS, ids=attrgetter("name"))
def test_nothing_large_travels_with_every_run(component: Component) -> None:
    """Neither a script nor markup nor style."""
    assert sum(map(len, filter(None, handed(component).values()))) < LARGE
