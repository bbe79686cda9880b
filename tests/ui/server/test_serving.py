"""What the start of the server says, and what it does before the first reader comes."""

import asyncio
import gc
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import streamlit as st
import uvicorn
from streamlit import config, net_util

from tests.browser.driving import ROOT, start_server, stop_server
from tokviz.checks.errors import MissingFileError
from tokviz.ui.server import places, serving
from tokviz.ui.server.serving import keep_what_lasts
from tokviz.ui.server.whereabouts import BEHIND, whereabouts


@pytest.fixture(autouse=True)
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_util, "get_internal_ip", lambda: "192.168.1.20")


def lines(address: str) -> list[str]:
    port = str(config.get_option("server.port"))
    return [line.replace(port, "PORT") for line in whereabouts(address)]


def test_a_server_for_this_machine_names_this_machine_alone() -> None:
    assert lines("127.0.0.1") == [
        "tokviz is at http://127.0.0.1:PORT on this machine.",
        "Press Ctrl+C to stop it.",
    ]


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_a_server_for_a_class_names_the_address_that_the_class_opens(address: str) -> None:
    assert lines(address)[:2] == [
        "tokviz is at http://localhost:PORT on this machine.",
        "Others on its network find it at http://192.168.1.20:PORT",
    ]


def test_a_server_behind_another_names_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own is not the one that readers open."""
    monkeypatch.setenv(BEHIND, "nginx")
    assert lines("0.0.0.0") == []


def test_what_is_imported_is_kept_from_the_collector() -> None:
    try:
        keep_what_lasts()
        assert gc.get_freeze_count() > 10 * len(gc.get_objects())
    finally:
        gc.unfreeze()


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[bool, str | None]]:
    """Whether a server of this process got ready, and what its library of tokenizers is told.

    It is opened once: what it does to uvicorn is for the process's life.
    """
    got_ready, variable = threading.Event(), "TOKENIZERS_PARALLELISM"

    async def serve() -> tuple[bool, str | None]:
        async with serving.opened(st.App("app.py")):
            is_ready = await asyncio.to_thread(got_ready.wait, 20)
            return is_ready, os.environ.get(variable)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(variable, "")  # as it was again in the end
        patch.delenv(variable)
        patch.setattr(net_util, "get_internal_ip", lambda: "192.168.1.20")
        patch.setattr(serving, "get_ready", got_ready.set)
        patch.setattr(serving, "keep_what_lasts", lambda: None)
        patch.setattr("streamlit.cli_util.open_browser", lambda _: None)
        with ThreadPoolExecutor(1) as thread:  # the browser tests have a loop in the main one
            yield thread.submit(asyncio.run, serve()).result()


def test_the_server_gets_ready_before_a_reader_comes(served: tuple[bool, str | None]) -> None:
    assert served[0]


def test_hugging_faces_library_has_no_threads_of_its_own_in_a_server(
    served: tuple[bool, str | None],
) -> None:
    assert served[1] == "false"


def test_a_server_that_is_ready_has_imported_all_pages_read_gpt2_and_has_workers() -> None:
    script = """
import sys
from tokviz.lessons import LESSONS
from tokviz.references.gpt2 import gpt2
from tokviz.ui.server.serving import get_ready
from tokviz.ui.training.workers import workers
get_ready()
assert [len(workers(quick=quick)._idle) for quick in (False, True)] == [1, 1]
assert {f"tokviz.ui.lessons.{row.key}" for row in LESSONS} <= set(sys.modules)
assert gpt2.cache_info().currsize == 1
assert "pandas" in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


@pytest.mark.parametrize(
    "page", ["byte_bpe", "sentencepiece_bpe", "unigram", "word_level", "compare"]
)
def test_the_first_page_waits_for_no_large_import(page: str) -> None:
    """numpy itself imports its masked arrays where ``np.unique`` is called the first time."""
    script = """
import sys
from streamlit.testing.v1 import AppTest
from tokviz.lessons import lesson
from tokviz.ui.server.serving import keep_what_lasts
from tokviz.ui.server.sparing import spare
app, page = sys.argv[1:]
keep_what_lasts()
spare()
at = AppTest.from_file(app, default_timeout=60).switch_page(f"pages/{page}.py").run()
assert at.title[0].value.endswith(lesson(page).title), at.title
assert sys.modules.keys().isdisjoint(("pandas", "numpy.ma"))
"""
    app = Path(serving.__file__).parents[3] / "app.py"
    command = [sys.executable, "-c", script, str(app), page]
    subprocess.run(command, check=True, capture_output=True)


def test_a_server_without_gpt2_gets_ready_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingFileError("GPT-2's vocabulary is not installed")

    monkeypatch.setattr(serving, "gpt2", missing)
    serving.get_ready()


@pytest.mark.parametrize(
    ("allowed", "most", "then"),
    [
        (1_024, 524_288, serving.FILES),
        (1_024, 4_096, 4_096),
        (1_024, resource.RLIM_INFINITY, serving.FILES),
        (100_000, 524_288, None),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None),
    ],
)
def test_a_schools_pages_may_be_open_at_once(
    allowed: int, most: int, then: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_to: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (allowed, most))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: set_to.append(limits))
    monkeypatch.setattr(places, "bound", lambda _: None)
    serving.allow_many_files()
    assert set_to == ([] if then is None else [(then, most)])


def test_a_server_that_stops_does_not_wait_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    server = uvicorn.Server(uvicorn.Config("app:app"))
    monkeypatch.setattr(signal, "getsignal", lambda _: server.handle_exit)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    loop = asyncio.new_event_loop()
    serving.close_streams_at_the_end(loop)
    loop.close()
    assert server.config.timeout_graceful_shutdown == serving.LAST_SECONDS


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_server_begins_where_nothing_that_it_prints_can_be_written() -> None:
    """As with a log on a full disk."""
    process, url = start_server(ROOT / "app.py", output="/dev/full")
    stop_server(process)
    assert url
