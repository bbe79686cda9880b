"""What a leader sends that comes slowly, comes twice at once, or breaks off."""

import logging
import time
from contextlib import ExitStack

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, Asker, begun
from tests.ui.server.on_a_port import until
from tokviz.ui.server.live_class import limits


def test_nobody_waits_for_a_message_without_end(
    live: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.1)
    with begun(live, f"/live/{CODE}/state", b"{", 100) as connection:
        connection.settimeout(5)
        assert b" 408 " in connection.recv(100).splitlines()[0]


def test_a_message_that_breaks_off_is_no_fault_of_the_servers(
    live: Asker, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("ERROR", "uvicorn.error")
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "handlers", [caplog.handler])
    begun(live, f"/live/{CODE}/text/{'a' * 64}", b"a text", 100).close()
    assert live.ask("POST", f"/live/{CODE}/text/{'b' * 64}", b"whole", key=KEY)[0] == 200
    assert not caplog.records


def test_a_class_is_brought_one_text_at_a_time(live: Asker) -> None:
    paths = [f"/live/{CODE}/text/{letter * 64}" for letter in "ab"]
    with begun(live, paths[0], b"begun", 10) as first, begun(live, paths[1], b"whole", 5) as second:
        time.sleep(0.2)  # the second would be there, if it were read
        first.sendall(b" soon")
        for connection in (first, second):
            assert b" 200 " in connection.recv(100).splitlines()[0]
    assert live.ask("GET", paths[1])[1] == "whole"


def test_no_more_wait_to_bring_a_class_something_than_a_browser_brings(live: Asker) -> None:
    path = f"/live/{CODE}/text/{'a' * 64}"
    with ExitStack() as stack:
        for _ in range(limits.BROUGHT):
            stack.enter_context(begun(live, path, b"begun", 10))
        found = live.classes.find(CODE)
        until(lambda: found is not None and found.brought == limits.BROUGHT)
        assert live.ask("POST", path, b"whole", key=KEY)[0] == 429
    until(lambda: found is not None and not found.brought)
    assert live.ask("POST", path, b"whole", key=KEY)[0] == 200


def test_who_waits_to_bring_a_class_something_does_not_wait_without_end(
    live: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.5)
    path = f"/live/{CODE}/text/{'a' * 64}"
    with begun(live, path, b"begun", 10) as first, begun(live, path, b"begun", 10) as second:
        for connection in (first, second):
            assert b" 408 " in connection.recv(100).splitlines()[0]
    assert live.ask("POST", path, b"whole", key=KEY)[0] == 200


def test_a_text_counts_as_what_a_class_is_told(
    server: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STATES", 0)
    server.start()
    assert server.ask("POST", f"/live/{CODE}/text/{'a' * 64}", b"whole", key=KEY)[0] == 429
