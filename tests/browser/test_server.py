"""The server as it is run: who may open what, what it tells browsers, and whom it asks."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.classes import expect_page, expect_step, join, lead
from tests.browser.driving import ROOT, START_SECONDS, settle, start_server, stop_server
from tokviz.ui.server.assets import FOLDER

NETWORK = "127.0.0.2"
"""Stands for this machine's address in a classroom: another than the one it calls itself by."""
WATCH = '''"""Note every host that this process asks for or connects to."""

import os
import socket
import sys


def note(event: str, values: tuple[object, ...]) -> None:
    if event in ("socket.getaddrinfo", "socket.gethostbyname"):
        seen = str(values[0])
    elif event == "socket.connect" and values[0].type == socket.SOCK_STREAM:  # else: sends nothing
        seen = str(values[1][0])
    else:
        return
    with open(os.environ["ASKED"], "a", encoding="utf-8") as file:
        print(seen, file=file)


sys.addaudithook(note)
socket.gethostbyname("127.0.0.1")
'''


def opened(url: str, host: str, origin: str | None = None) -> socket.socket:
    """A connection that has asked to become a WebSocket; the origin is the host's own."""
    address = urlsplit(url)
    lines = (
        f"GET {address.path}/_stcore/stream HTTP/1.1",
        f"Host: {host}",
        f"Origin: {origin or f'http://{host}'}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dG9rdml6LWhhbmRzaGFrZQ==",
        "",
        "",
    )
    connection = socket.create_connection((address.hostname, address.port), timeout=10)
    connection.sendall("\r\n".join(lines).encode())
    return connection


def handshake(url: str, host: str, origin: str | None = None) -> str:
    """The status line that answers a WebSocket handshake."""
    with opened(url, host, origin) as connection:
        return connection.recv(64).decode().splitlines()[0]


def answer(url: str, **headers: str) -> tuple[int, dict[str, str]]:
    """The status and the headers of an answer."""
    try:
        with urlopen(Request(url, headers=headers), timeout=10) as response:
            return response.status, {k.lower(): v for k, v in response.headers.items()}
    except HTTPError as error:
        return error.code, {k.lower(): v for k, v in error.headers.items()}


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the hosts that a server asked for, one a line."""
    folder = tmp_path_factory.mktemp("watched")
    (folder / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    (folder / "asked").touch()
    return folder / "asked"


@pytest.fixture(scope="module")
def classroom(browser: Browser, asked: Path) -> Iterator[str]:  # noqa: ARG001 - skips without one
    """The README's way to open the app to a class; a server whose own questions are noted."""
    environment = {"PYTHONPATH": str(asked.parent), "ASKED": str(asked)}
    process, url = start_server(
        ROOT / "app.py", "--server.address=0.0.0.0", environment=environment
    )
    yield url.replace("127.0.0.1", NETWORK)
    stop_server(process)


@pytest.fixture(scope="module")
def school(browser: Browser) -> Iterator[str]:  # noqa: ARG001 - skips without one
    """A server of two names, below a base path."""
    names = {"STREAMLIT_SERVER_ALLOWED_HOSTS": "tokviz.school.example other.example"}
    process, url = start_server(ROOT / "app.py", environment=names, base="/lessons")
    yield url
    stop_server(process)


# ---- who is let in --------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_this_machine_may_connect(host: str, app_url: str) -> None:
    assert "101" in handshake(app_url, f"{host}:{urlsplit(app_url).port}")


def test_a_name_that_points_here_from_outside_may_not_connect(app_url: str) -> None:
    assert "403" in handshake(app_url, "rebound.example")


def test_a_server_of_a_name_is_opened_by_its_addresses_too(school: str) -> None:
    """As the health check of deploy/Dockerfile does, and a class that was told the number."""
    for host in ("tokviz.school.example", "other.example:1", urlsplit(school).netloc, "localhost"):
        assert answer(f"{school}/_stcore/health", Host=host)[0] == 200
        assert "101" in handshake(school, host)
    assert answer(school, Host="rebound.example")[0] == 403
    assert "403" in handshake(school, "rebound.example")


@pytest.mark.parametrize("origin", ["http://foreign.example", "null", "http://127.0.0.1:1"])
def test_a_foreign_page_may_not_connect(origin: str, app_url: str) -> None:
    assert "403" in handshake(app_url, urlsplit(app_url).netloc, origin)


def test_a_question_that_is_too_long_is_refused_before_it_is_here(app_url: str) -> None:
    """Each that is under way is kept in memory: ten of 150 MB were 1.5 GB."""
    with opened(app_url, urlsplit(app_url).netloc) as connection:
        assert b"101" in connection.recv(1_000)  # what comes before this answer is not read
        connection.sendall(b"\x82\xff" + (26_000_000).to_bytes(8, "big") + bytes(4))
        said, too_big = b"", (1009).to_bytes(2, "big")
        while too_big not in said and (part := connection.recv(1_000)):
            said += part
    assert too_big in said


@pytest.mark.parametrize("path", ["/", "/byte_bpe", "/_stcore/health", "/_stcore/host-config"])
def test_a_name_that_points_here_from_outside_sees_no_page(path: str, app_url: str) -> None:
    assert answer(app_url + path)[0] == 200
    assert answer(app_url + path, Host="rebound.example")[0] == 403


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/%6detrics", "/_stcore/metrics/"])
def test_the_counts_of_sessions_are_closed(path: str, app_url: str) -> None:
    assert answer(app_url + path)[0] == 404


@pytest.mark.parametrize(
    "path", ["/", "/byte_bpe", "/no_such_page", "/favicon.png", "/_stcore/health", "/media/none"]
)
def test_every_answer_says_what_the_browser_may_not_do(path: str, app_url: str) -> None:
    headers = answer(app_url + path)[1]
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "SAMEORIGIN"


def test_what_a_page_is_drawn_with_comes_compressed_soon(app_url: str) -> None:
    script = f"{app_url}/static/js/{next(FOLDER.glob('js/index.*.js')).name}"
    for _ in range(2 * START_SECONDS):
        headers = answer(script, **{"Accept-Encoding": "gzip"})[1]
        assert "default-src 'self'" in headers["content-security-policy"]
        if "content-encoding" in headers:
            break
        time.sleep(0.5)
    assert headers["content-encoding"] == "gzip"


@pytest.mark.stage_alone
def test_the_policy_stops_what_a_page_would_load_or_run(
    unwatched: Callable[[], Page], app_url: str
) -> None:
    """Asked of the browser itself, whose complaints are what we want to hear."""
    page = unwatched()
    page.goto(app_url)
    settle(page)
    blocked = page.evaluate("""async () => {
      const blocked = [];
      document.addEventListener('securitypolicyviolation', e => blocked.push(e.effectiveDirective));
      const add = (tag, values) => document.body.append(
        Object.assign(document.createElement(tag), values));
      add('img', {src: 'http://foreign.example/i.png'});
      add('script', {src: 'http://foreign.example/s.js'});
      add('script', {textContent: 'document.title = "hacked"'});
      add('iframe', {src: 'http://foreign.example/'});
      await fetch('http://foreign.example/').catch(() => {});
      for (let waits = 0; blocked.length < 5 && waits < 200; waits++)
        await new Promise(resolve => setTimeout(resolve, 100));
      return blocked.sort();
    }""")
    assert blocked == ["connect-src", "frame-src", "img-src", "script-src-elem", "script-src-elem"]
    expect(page).not_to_have_title("hacked")


def until_there(file: Path) -> None:
    """Wait for what another process writes, which is there at once and whole."""
    deadline = time.monotonic() + START_SECONDS
    while not file.exists():
        assert time.monotonic() < deadline, f"nobody wrote {file}"
        time.sleep(0.1)


# ---- at the start ---------------------------------------------------------------------------


def test_the_start_opens_the_readers_browser_on_a_page_without_advertisement(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    """Streamlit advertises to engineers who have a coding agent: a home with one of its folders."""
    opener, log = tmp_path / "xdg-open", tmp_path / "opened"
    opener.write_text(
        f'#!/bin/sh\necho "$1" > {log}.part && mv {log}.part {log}\n', encoding="utf-8"
    )
    opener.chmod(0o755)
    (tmp_path / ".claude").mkdir()
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": path, "HOME": str(tmp_path), "BROWSER": ""}
    process, url = start_server(ROOT / "app.py", "--server.headless=false", environment=environment)
    try:
        page = new_page()
        page.goto(url)
        settle(page)
        page.wait_for_timeout(1_000)
        expect(page.get_by_text("Help agents write")).to_have_count(0)
        until_there(log)
        assert log.read_text(encoding="utf-8").strip() == url
        page.context.close()  # a page whose server goes asks for it
    finally:
        stop_server(process)


# ---- in a classroom -------------------------------------------------------------------------


@pytest.mark.stage_alone
def test_a_class_meets_on_a_server_below_a_base_path(
    school: str, new_page: Callable[..., Page]
) -> None:
    leader, follower = new_page(width=1280, height=720), new_page()
    leader.goto(f"{school}/byte_bpe")
    settle(leader)
    join(follower, school, lead(leader))
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 1)
    expect_page(follower, "lessons/byte_bpe")
    for page in (leader, follower):
        page.goto("about:blank")  # a page whose server goes asks for it


def test_in_a_class_the_doors_are_the_same(classroom: str) -> None:
    status, headers = answer(classroom)
    assert (status, headers["x-content-type-options"]) == (200, "nosniff")
    assert answer(classroom, Host="rebound.example")[0] == 403
    assert answer(f"{classroom}/_stcore/metrics")[0] == 404
    assert "403" in handshake(classroom, urlsplit(classroom).netloc, "http://foreign.example")


def test_a_class_opens_lessons_from_the_network_and_nothing_is_asked_of_the_outside(
    classroom: str, asked: Path, new_page: Callable[..., Page]
) -> None:
    """Not at the start, not for a lesson, not for foreign pages that open web sockets."""
    for _ in range(10):
        handshake(classroom, urlsplit(classroom).netloc, "http://foreign.example")
    page = new_page()
    page.goto(f"{classroom}/regex_bpe?step=3")
    settle(page)
    page.get_by_test_id("tokviz-next").first.click()
    expect_step(page, 4)
    page.get_by_test_id("stSidebar").get_by_role("link", name="Side by side").click()
    expect_page(page, "compare")
    settle(page)
    page.goto("about:blank")  # a page whose server goes asks for it
    hosts = set(asked.read_text(encoding="utf-8").split())
    assert "127.0.0.1" in hosts  # what the watch itself asked for
    assert {host for host in hosts if not host.startswith(("0.0.0.0", "127.0.0."))} == set()


@pytest.mark.parametrize("size", [24_000, 60_000])
def test_a_link_that_fills_several_boxes_is_read(size: int, app_url: str) -> None:
    with urlopen(f"{app_url}/byte_bpe?new_text={'a' * size}", timeout=10) as answer:
        assert answer.status == 200


def test_an_address_that_is_too_long_is_refused_in_words(
    unwatched: Callable[[], Page], app_url: str
) -> None:
    page = unwatched()
    for size in (100_000, 1_900_000):
        page.goto(f"{app_url}/_stcore/health")
        page.evaluate("size => { location.href = '/byte_bpe?text=' + 'a'.repeat(size); }", size)
        for words in ("60,000 characters", "a shorter link", "file"):
            expect(page.locator("body"), f"for {size} letters").to_contain_text(words)
    page.goto("about:blank")
