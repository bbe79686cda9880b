"""What is uploaded: by Streamlit's own routes, on a server, and without Streamlit's runtime."""

import logging
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.applications import Starlette
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.requests import Request
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.web.server.starlette import starlette_routes

from tests.ui.server.on_a_port import Running, on_a_port, status, until
from tokviz.ui.server import limits, places, uploads
from tokviz.ui.server.bounded import Bounded
from tokviz.ui.server.places import Places

FILE = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n'
FIELD = '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n'
END = "\r\n--b--\r\n"


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> MemoryUploadedFileManager:
    """What keeps files in this process, which is bound until the test is over."""
    for part, name in (
        *((MemoryUploadedFileManager, "add_file"), (MultiPartParser, "spool_max_size")),
        (Request, "form"),
    ):
        monkeypatch.setattr(part, name, getattr(part, name))
    uploads.bound_uploads()
    manager = MemoryUploadedFileManager("/upload")
    monkeypatch.setattr(
        runtime,
        "get_instance",
        lambda: SimpleNamespace(is_active_session=lambda _: True, _uploaded_file_mgr=manager),
    )
    return manager


@pytest.fixture
def server(
    manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Running]:
    """A server that takes files for any session."""
    monkeypatch.setattr(starlette_routes, "is_xsrf_enabled", lambda: False)
    here = cast(Any, SimpleNamespace(is_active_session=lambda _: True))
    routes = starlette_routes.create_upload_routes(here, manager, "")
    with on_a_port(Starlette(routes=routes, middleware=[Middleware(Bounded)])) as running:
        yield running


def head(session: str, name: str, length: int) -> str:
    return (
        f"PUT /_stcore/upload_file/{session}/{name} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: {length}\r\n\r\n"
    )


def whole(session: str, name: str, content: str) -> str:
    said = FILE + content + END
    return head(session, name, len(said)) + said


def begun(server: Running, session: str, size: int) -> socket.socket:
    """An upload of which so many bytes have come."""
    return server.connect(head(session, "begun", 10 * size) + FILE + "x" * (size - len(FILE)))


def kept(manager: MemoryUploadedFileManager) -> dict[str, list[str]]:
    return {session: [*files] for session, files in manager.file_storage.items()}


def coming() -> dict[str, int]:
    """The bytes on their way, by sessions."""
    return {session: sum(each.size for each in all_) for session, all_ in uploads._coming.items()}


# ---- kept -------------------------------------------------------------------------------------


def upload(manager: MemoryUploadedFileManager, session: str, name: str, size: int) -> None:
    manager.add_file(session, UploadedFileRec(name, name, "", b"x" * size))


def test_who_uploads_more_than_pages_need_loses_what_came_first(
    manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UPLOADED_BY_ONE", 100)
    for name in ("a", "b", "c"):
        upload(manager, "one", name, 50)
        upload(manager, "other", name, 20)
    assert kept(manager) == {"one": ["b", "c"], "other": ["a", "b", "c"]}


def test_where_all_uploads_are_too_much_who_holds_most_loses_first(
    manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UPLOADED", 100)
    for name in ("a", "b", "c"):
        upload(manager, "hog", name, 30)
    upload(manager, "one", "d", 25)
    assert kept(manager) == {"hog": ["b", "c"], "one": ["d"]}
    upload(manager, "one", "e", 10)
    assert kept(manager) == {"hog": ["b", "c"], "one": ["d", "e"]}


def test_a_file_that_has_come_counts_once(
    server: Running, manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as one that is kept and as one that is on its way."""
    monkeypatch.setattr(limits, "UPLOADED_BY_ONE", 1_000)
    assert server.ask(whole("one", "file", "x" * 600)) == 204
    assert kept(manager) == {"one": ["file"]}


# ---- on their way -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 3_000_000])
def test_a_file_is_kept_as_it_is_though_the_disk_is_full(
    server: Running,
    manager: MemoryUploadedFileManager,
    size: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/no/such/folder")
    assert server.ask(whole("one", "file", "x" * size)) == 204
    [file] = manager.get_files("one", ["file"])
    assert (file.name, file.data) == ("a.txt", b"x" * size)
    assert not coming()


@pytest.mark.parametrize("said", [FIELD, FILE + "a" + END.replace("--b--", FILE)])
def test_nothing_comes_beside_the_file(server: Running, said: str) -> None:
    with server.connect(head("one", "file", 1_000_000) + said) as connection:
        assert status(connection) == 400


def test_a_session_that_brings_too_much_loses_what_it_began_first(
    server: Running, manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UPLOADED_BY_ONE", 100_000)
    upload(manager, "one", "kept", 30_000)
    with begun(server, "one", 60_000) as first:
        until(lambda: coming() == {"one": 60_000})
        assert kept(manager) == {"one": ["kept"]}
        with begun(server, "one", 60_000):
            assert status(first) == 408
            until(lambda: coming() == {"one": 60_000})
    assert kept(manager) == {"one": []}
    until(lambda: not coming())


def test_where_all_uploads_are_too_much_who_brings_most_loses_first(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UPLOADED", 100_000)
    with begun(server, "hog", 60_000) as hog, begun(server, "one", 20_000) as one:
        until(lambda: coming() == {"hog": 60_000, "one": 20_000})
        one.sendall(b"x" * 30_000)
        assert status(hog) == 408
        until(lambda: coming() == {"one": 50_000})


def test_more_than_a_number_are_refused_at_once(
    server: Running, manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "uploads", Places(6))
    with ExitStack() as stack:
        for session in "abc":
            stack.enter_context(begun(server, session, 1_000))
        until(lambda: [*coming()] == [*"abc"])
        with begun(server, "d", 1_000) as refused:
            assert status(refused) == 503
    until(lambda: not coming())
    assert server.ask(whole("d", "file", "hello")) == 204
    assert kept(manager) == {"d": ["file"]}


def test_a_class_uploads_all_at_once(server: Running, manager: MemoryUploadedFileManager) -> None:
    said = whole("SESSION", "file", "x" * 400_000)
    with ExitStack() as stack:
        phones = [stack.enter_context(server.connect("")) for _ in range(40)]
        for at in range(0, len(said), 40_000):
            for number, phone in enumerate(phones):
                part = said.replace("SESSION", f"session{number:02}"[-7:])[at : at + 40_000]
                phone.sendall(part.encode())
        assert {status(phone) for phone in phones} == {204}
    assert sum(len(files) for files in kept(manager).values()) == 40


def test_an_upload_that_breaks_off_is_no_fault_of_the_servers(
    server: Running, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("ERROR", "uvicorn.error")
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "handlers", [caplog.handler])
    with begun(server, "one", 1_000):
        until(lambda: bool(coming()))
    until(lambda: not coming())
    assert server.ask(whole("one", "file", "whole")) == 204
    assert not caplog.records


# ---- slow ones --------------------------------------------------------------------------------

MOMENT = 0.3


def test_a_file_that_trickles_gives_its_place_back(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STILL_SECONDS", 3 * MOMENT)
    with begun(server, "one", 100) as connection:
        connection.settimeout(MOMENT)
        for _ in range(8):
            with suppress(TimeoutError):
                assert status(connection) == 408
                until(lambda: not coming())
                return
            connection.sendall(b"x")
    pytest.fail("the server waits for the last byte")


def test_a_file_that_comes_slowly_is_kept(
    server: Running, manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice as long as nothing may come, by a phone that is slow."""
    monkeypatch.setattr(limits, "STILL_SECONDS", 5 * MOMENT)
    said = whole("one", "file", "x" * 15_000)
    with server.connect("") as phone:
        for at in range(0, len(said), 500):
            phone.sendall(said[at : at + 500].encode())
            time.sleep(MOMENT / 3)
        assert status(phone) == 204
    assert kept(manager) == {"one": ["file"]}
