"""Who is let in, and what every answer carries: the guard alone, before an app that says yes."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from streamlit import config, net_util, runtime
from streamlit.proto.BackMsg_pb2 import BackMsg

from tokviz.ui.server import guard
from tokviz.ui.server.guard import FULL, QUESTIONS, Guard, is_own_origin
from tokviz.ui.server.headers import FRAME_ANCESTORS, inline_scripts
from tokviz.ui.server.places import Places
from tokviz.ui.server.questions import BOXES

OWN = "127.0.0.1:8501"


async def yes(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await PlainTextResponse("yes")(scope, receive, send)
    else:
        await send({"type": "websocket.accept"})


def ask(
    path: str = "/",
    kind: str = "http",
    headers: dict[str, str] | None = None,
    method: str = "GET",
) -> list[Message]:
    """What the guard sends in answer to a request."""
    sent: list[Message] = []
    asked = {"host": OWN} if headers is None else headers
    scope: Scope = {
        "type": kind,
        "method": method,
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in asked.items()],
    }

    async def receive() -> Message:
        return {"type": f"{kind}.request" if kind == "http" else "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    with ThreadPoolExecutor(1) as thread:  # the browser tests have a loop in the main one
        thread.submit(asyncio.run, Guard(yes)(scope, receive, send)).result()
    return sent


def headers_of(message: Message) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in message["headers"]}


def directives(message: Message) -> dict[str, set[str]]:
    """The policy of an answer: {"img-src": {"'self'", "data:"}}"""
    policy = headers_of(message)["content-security-policy"].split("; ")
    return {name: set(sources) for name, *sources in (line.split() for line in policy)}


@pytest.fixture(autouse=True)
def nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_util, "get_external_ip", lambda: pytest.fail("asked outside"))


@pytest.fixture
def option() -> Iterator[Callable[[str, list[str]], None]]:
    """Sets options of the server for one test."""
    before: dict[str, Any] = {}

    def set_option(name: str, value: list[str]) -> None:
        before[name] = config.get_option(name)
        config.set_option(name, value)

    yield set_option
    for name, value in before.items():
        config.set_option(name, value)


# ---- pages ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", [OWN, "localhost", "LOCALHOST:80", "192.168.1.20:8501", "[::1]:8501", "a.hf.space"]
)
def test_an_address_or_a_name_of_ours_is_answered(host: str) -> None:
    assert ask(headers={"host": host})[0]["status"] == 200


def test_a_list_of_names_adds_them(option: Callable[[str, list[str]], None]) -> None:
    option("server.allowedHosts", ["tokviz.school.example"])
    for host in ("tokviz.school.example", OWN, "localhost", "192.168.1.20:8501"):
        assert ask(headers={"host": host})[0]["status"] == 200
    assert ask(headers={"host": "rebound.example"})[0]["status"] == 403


@pytest.mark.parametrize(
    "host",
    [
        *("rebound.example", "rebound.example:8501", "", "127.0.0.1.evil", "[::1", "evilhf.space"),
        *("a" * 300 + ".hf.space", "evil.example@127.0.0.1", "127.0.0.1/evil", "127.0.0.1?x"),
        *("127.0.0.1#x", "127.0.0.1:abc", "127.0.0.1:99999", "127.0.0.1; script-src *"),
    ],
)
def test_a_page_under_another_name_is_refused_with_the_remedy(host: str) -> None:
    start, body = ask(headers={"host": host})
    assert start["status"] == 403
    assert b"--server.allowedHosts" in body["body"]
    assert b"TOKVIZ_NAMES" in body["body"]


@pytest.mark.parametrize(
    "path",
    [
        *("/_stcore/metrics", "/_stcore/metrics/", "/below/_stcore/metrics"),
        *("/auth/login", "/auth/logout", "/oauth2callback"),
    ],
)
def test_the_counts_of_sessions_and_the_accounts_are_closed(path: str) -> None:
    assert ask(path)[0]["status"] == 404


@pytest.mark.parametrize(("session", "status"), [("ours", 200), ("another", 404)])
@pytest.mark.parametrize("base", ["", "/below"])
def test_a_file_for_a_session_of_another_server_is_not_found(
    session: str, status: int, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Streamlit answers 400, by which nginx cannot tell that another server may have it."""
    here = SimpleNamespace(is_active_session=lambda asked: asked == "ours")
    monkeypatch.setattr(runtime, "get_instance", lambda: here)
    path = f"{base}/_stcore/upload_file/{session}/a-file"
    assert ask(path, method="PUT")[0]["status"] == status


@pytest.mark.parametrize(
    ("path", "host"), [("/", OWN), ("/_stcore/metrics", OWN), ("/", "rebound.example")]
)
def test_every_answer_carries_the_headers(path: str, host: str) -> None:
    start = ask(path, headers={"host": host})[0]
    headers = headers_of(start)
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert "camera=()" in headers["permissions-policy"]
    assert directives(start)["frame-ancestors"] == {"'self'"}


def test_no_directive_opens_the_page_to_another_host() -> None:
    allowed = set().union(*directives(ask()[0]).values())
    assert {source for source in allowed if not source.startswith("'")} == {
        *("data:", "blob:", f"ws://{OWN}", f"wss://{OWN}")
    }


def test_no_script_runs_that_stands_in_the_page() -> None:
    assert not {"'unsafe-inline'", "data:"} & directives(ask()[0])["script-src"]


def test_a_strange_host_header_does_not_reach_the_policy() -> None:
    start = ask(headers={"host": "x; script-src *"})[0]
    assert directives(start)["connect-src"] == {"'self'"}


def test_a_host_that_shows_the_app_in_a_frame_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FRAME_ANCESTORS, "https://spaces.example")
    start = ask()[0]
    assert directives(start)["frame-ancestors"] == {"'self'", "https://spaces.example"}
    assert "x-frame-options" not in headers_of(start)


def test_a_script_in_the_page_is_known_by_its_hash() -> None:
    # printf 'a = 1' | openssl dgst -sha256 -binary | base64
    expected = "'sha256-tbwf/ZCRL7GL7259gJCRksemSSiWMgFW1n+68QTGVEo='"
    assert inline_scripts('<script>a = 1</script><script src="b.js"></script>') == [expected]


# ---- web sockets ----------------------------------------------------------------------------


@pytest.mark.parametrize("origin", [None, f"http://{OWN}", f"https://{OWN}"])
def test_a_page_of_ours_opens_a_websocket(origin: str | None) -> None:
    headers = {"host": OWN} | ({"origin": origin} if origin else {})
    assert ask("/_stcore/stream", "websocket", headers) == [{"type": "websocket.accept"}]


@pytest.mark.parametrize(
    "origin",
    [
        *("http://foreign.example", "null", "", "http://127.0.0.1:9999", "http://localhost:8501"),
        *("http://[", f"http://{OWN}/path", f"ftp://{OWN}"),
    ],
)
def test_a_foreign_page_opens_none_and_nobody_is_asked_about_it(origin: str) -> None:
    answer = ask("/_stcore/stream", "websocket", {"host": OWN, "origin": origin})
    assert [message["type"] for message in answer] == ["websocket.close"]


def test_a_name_that_points_here_from_outside_opens_none() -> None:
    headers = {"host": "rebound.example", "origin": "http://rebound.example"}
    assert ask("/_stcore/stream", "websocket", headers)[0]["type"] == "websocket.close"


def test_an_origin_that_the_server_was_told_of_may_connect(
    option: Callable[[str, list[str]], None],
) -> None:
    option("server.corsAllowedOrigins", ["https://school.example"])
    assert is_own_origin("https://school.example", OWN)
    assert not is_own_origin("http://school.example", OWN)


def test_who_asks_without_end_lets_others_have_their_turn_and_is_hung_up_on() -> None:
    answered, sent, others = [], [], 0

    async def app(_scope: Scope, receive: Receive, _send: Send) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            answered.append(message)

    async def receive() -> Message:
        return {"type": "websocket.receive", "bytes": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    async def look_on() -> None:
        nonlocal others
        while not sent:
            others += 1
            await asyncio.sleep(0)

    async def flood() -> None:
        scope: Scope = {"type": "websocket", "path": "/", "headers": [(b"host", OWN.encode())]}
        await asyncio.gather(Guard(app)(scope, receive, send), look_on())

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, flood()).result()
    assert [message["type"] for message in sent] == ["websocket.close"]
    assert QUESTIONS - 1 <= len(answered) < 2 * QUESTIONS  # two windows, if one ends meanwhile
    assert others >= len(answered)


TOO_MANY = BackMsg()
for number in range(BOXES + 1):
    TOO_MANY.rerun_script.widget_states.widgets.add(id=str(number), int_value=1)


@pytest.mark.parametrize(
    "asked", [{"bytes": TOO_MANY.SerializeToString()}, {"text": "x"}, {"text": "x", "bytes": None}]
)
def test_a_question_that_no_page_asks_is_hung_up_on_before_anybody_reads_it(
    asked: dict[str, object],
) -> None:
    """More boxes than a page has, or letters where Streamlit has bytes."""
    reached, sent = [], []

    async def app(_scope: Scope, receive: Receive, _send: Send) -> None:
        reached.append(await receive())

    async def receive() -> Message:
        return {"type": "websocket.receive", **asked}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": "websocket", "path": "/", "headers": [(b"host", OWN.encode())]}
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, Guard(app)(scope, receive, send)).result()
    assert reached == [{"type": "websocket.disconnect", "code": 1008}]
    assert sent == [{"type": "websocket.close", "code": 1008}]


# ---- how many ---------------------------------------------------------------------------------


def test_where_too_many_pages_are_open_no_other_opens_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages = Places(1)
    monkeypatch.setattr(guard, "open_pages", pages)
    headers = {"host": OWN}
    assert ask("/_stcore/stream", "websocket", headers)[0]["type"] == "websocket.accept"
    with pages.taken(""):  # the one above is closed
        assert ask("/_stcore/stream", "websocket", headers)[0]["type"] == "websocket.close"
        begun, said = ask("/byte_bpe", headers={**headers, "accept": "text/html,*/*"})[:2]
        assert (begun["status"], said["body"].decode()) == (503, FULL)
        assert ask("/static/a.js", headers={**headers, "accept": "*/*"})[0]["status"] == 200
    assert ask("/byte_bpe", headers={**headers, "accept": "text/html"})[0]["status"] == 200
