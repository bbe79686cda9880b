"""What a leader sends that comes slowly, comes twice at once, or breaks off."""

import logging
import time

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, Asker, begun
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
