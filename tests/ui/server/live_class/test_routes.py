"""A class over HTTP: who leads, who hears, who is refused, and what is forgotten."""

import time
from itertools import islice

import pytest
from streamlit import config

from tests.ui.server.live_class.asking import CODE, KEY, QUESTION, Asker, joined, tell
from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.classes import Classes
from tokviz.ui.server.live_class.routes import class_routes

PLACE = {"page": "byte_bpe", "query": "sample=rhyme&merges=12", "text": ""}
STEPS = {"moved": 7, "at": {"7": {"step": 3, "about": 11}}}
OTHER_KEY = "x" * 40


# ---- following ---------------------------------------------------------------------------------


def test_a_follower_hears_what_was_told_before_and_what_is_told_from_then_on(live: Asker) -> None:
    assert tell(live, place=PLACE, steps=STEPS) == 200
    name, news = joined(live)
    assert name
    assert next(news) == {"crowd": 0, "place": PLACE, "steps": STEPS}
    assert tell(live, asking=True) == 200
    assert next(news) == {"asking": True}


def test_the_leader_hears_how_many_follow(live: Asker) -> None:
    leader = live.listen(key=KEY)
    assert list(islice(leader, 2)) == [{"follower": "", "turn": 1}, {"followers": 0}]
    joined(live)
    assert next(leader) == {"followers": 1}
    live.open[-1].close()
    assert next(leader) == {"followers": 0}


def test_the_short_link_leads_to_the_leaders_page(live: Asker) -> None:
    tell(live, place=PLACE)
    status, _, headers = live.ask("GET", f"/live/{CODE.lower()}")
    assert (status, headers["location"]) == (303, CODE)
    status, _, headers = live.ask("GET", f"/live/{CODE}")
    assert status == 303
    assert headers["location"] == "../byte_bpe?sample=rhyme&merges=12"
    assert headers["set-cookie"].startswith(f"tokviz_class={CODE};")


def test_a_class_meets_below_the_servers_base_path(monkeypatch: pytest.MonkeyPatch) -> None:
    before = config.get_option

    def below(name: str) -> object:
        return "lessons" if name == "server.baseUrlPath" else before(name)

    monkeypatch.setattr(config, "get_option", below)
    routes = {route.path for route in class_routes(Classes())}
    assert "/lessons/live/{code}/events" in routes
    assert all(path.startswith(("/lessons/live/{code}", "/lessons/live/code")) for path in routes)


def test_the_end_of_a_class_is_told_to_all(live: Asker) -> None:
    _, news = joined(live)
    assert live.ask("DELETE", f"/live/{CODE}", key=KEY)[0] == 200
    assert list(news) == [{"over": True}]
    assert live.ask("GET", f"/live/{CODE}")[0] == 404


def test_a_server_that_stops_hangs_up_and_ends_no_class(live: Asker) -> None:
    _, news = joined(live)
    live.classes.close()  # from this thread: nothing else happens meanwhile
    live.ask("GET", "/live/wakes")
    assert list(news) == []


def test_a_text_that_fits_no_link_is_the_leaders_to_bring_and_all_followers_to_fetch(
    live: Asker,
) -> None:
    path = f"/live/{CODE}/text/{'a' * 64}"
    assert live.ask("POST", path, b"a long text", key=OTHER_KEY)[0] == 403
    assert live.ask("GET", path)[0] == 404
    assert live.ask("POST", path, b"a long text", key=KEY)[0] == 200
    assert live.ask("GET", path)[:2] == (200, "a long text")
    assert live.ask("GET", path.replace("a", "b"))[0] == 404


@pytest.mark.parametrize("digest", ["a" * 63, "A" * 64, "g" * 64])
def test_a_text_is_brought_under_a_digest_alone(live: Asker, digest: str) -> None:
    path = f"/live/{CODE}/text/{digest}"
    assert live.ask("POST", path, b"a long text", key=KEY)[0] == 400
    assert live.ask("GET", path)[0] == 404


def test_the_numbers_of_replays_and_texts_have_four_bytes(live: Asker) -> None:
    most = 2**32 - 1
    steps = {"moved": most, "at": {str(most): {"step": 0, "about": most}}}
    assert tell(live, steps=steps, question={**QUESTION, "replay": most}) == 200


# ---- leading -----------------------------------------------------------------------------------


def test_only_the_leaders_key_moves_and_ends_a_class(live: Asker) -> None:
    live.start("BCDEFG", OTHER_KEY)
    _, news = joined(live)
    for key in ("", OTHER_KEY, "short"):
        assert tell(live, key, place=PLACE) == 403
        assert live.ask("DELETE", f"/live/{CODE}", key=key)[0] == 403
    assert live.ask("GET", f"/live/{CODE}/events", key=OTHER_KEY)[0] == 403
    assert tell(live, asking=False) == 200
    assert next(news) == {"asking": False}


def test_a_code_in_use_is_refused_to_another_leader_and_given_again_to_its_own(live: Asker) -> None:
    assert live.ask("POST", f"/live/{CODE}", key=OTHER_KEY)[0] == 409
    tell(live, place=PLACE)
    live.start()
    assert next(islice(live.listen(), 1, None)) == {"crowd": 0, "place": PLACE}


@pytest.mark.parametrize("key", ["", "short", "k" * 65, "ü" * 40, "<script>" * 5])
def test_a_class_needs_a_key_that_nobody_guesses(server: Asker, key: str) -> None:
    headers = {"Authorization": f"Bearer {key}".encode().decode("latin-1")}
    assert server.ask("POST", f"/live/{CODE}", **headers)[0] == 400


@pytest.mark.parametrize("code", ["ABCDE", "ABCDEFG", "ABCDE1", "ABCDEO", "%3Cb%3E", "ABC%0AEF"])
def test_what_is_no_code_starts_no_class(server: Asker, code: str) -> None:
    assert server.ask("POST", f"/live/{code}", key=KEY)[0] == 404


# ---- strangers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://foreign.example", "null", "http://127.0.0.1:1"])
def test_a_foreign_page_is_refused_even_with_the_key(live: Asker, origin: str) -> None:
    for method, path in (
        *(("POST", f"/live/{CODE}{rest}") for rest in ("", "/state", "/vote")),
        ("GET", f"/live/{CODE}/events"),
        ("DELETE", f"/live/{CODE}"),
    ):
        assert live.ask(method, path, {}, key=KEY, Origin=origin)[0] == 403


@pytest.mark.parametrize("origin", ["http://[", "http://127.0.0.1:{port}/" + "a" * 2_900])
def test_an_origin_that_no_browser_has_is_refused(live: Asker, origin: str) -> None:
    origin = origin.replace("{port}", str(live.port))
    assert live.ask("POST", f"/live/{CODE}", key=KEY, Origin=origin)[0] == 403


def test_a_strange_name_of_the_server_is_refused(live: Asker) -> None:
    assert live.ask("GET", f"/live/{CODE}", Host="rebound.example")[0] == 403


# ---- sizes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[" * 60_000,
        b"9" * 60_000,
        {"place": {**PLACE, "page": "//foreign.example"}},
        {"place": {**PLACE, "query": "a=b\r\nSet-Cookie: x"}},
        {"place": {**PLACE, "query": "ü"}},
        {"place": {**PLACE, "query": "a" * (limits.QUERY + 1)}},
        {"place": {**PLACE, "text": "../../state"}},
        {"steps": {"moved": None, "at": {str(i): {"step": 0, "about": 0} for i in range(33)}}},
        {"steps": {"moved": None, "at": {"<b>": {"step": 0, "about": 0}}}},
        {"steps": {"moved": None, "at": {"7": {"step": -1, "about": 0}}}},
        {"steps": {"moved": None, "at": {"7": {"step": 0, "about": 2**32}}}},
        {"steps": {"moved": 2**32, "at": {}}},
        {"asking": 1},
        {"helped": "yes"},
        {"question": {**QUESTION, "options": []}},
        {"question": {**QUESTION, "options": ["a"] * 9}},
        {"question": {**QUESTION, "options": ["a" * 201]}},
        {"question": {**QUESTION, "answer": 2}},
        {"question": {**QUESTION, "replay": 2**32}},
        {"votes": [9, 9]},
        {"followers": 1},
        [],
        None,
    ],
    ids=lambda body: str(body)[:40],
)
def test_a_state_that_is_none_is_refused_and_told_to_nobody(live: Asker, body: object) -> None:
    _, news = joined(live)
    assert live.ask("POST", f"/live/{CODE}/state", body, key=KEY)[0] == 400
    tell(live, asking=True)
    assert next(news) == {"asking": True}


def test_a_body_that_is_too_long_is_not_read_to_its_end(live: Asker) -> None:
    body = b'"' + b"x" * 20_000_000 + b'"'
    try:
        status = live.ask("POST", f"/live/{CODE}/state", body, key=KEY)[0]
    except ConnectionError:  # the server hung up before all was sent
        status = 413
    assert status == 413
    assert live.ask("POST", f"/live/{CODE}/vote", b" " * 501)[0] == 413


def test_a_leader_who_tells_too_often_is_slowed_down(
    server: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STATES", 0)
    server.start()
    assert tell(server, asking=True) == 429


def test_streams_are_bounded(live: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STREAMS_OF_ONE", 5)
    for _ in range(5):
        joined(live)
    assert live.ask("GET", f"/live/{CODE}/events")[0] == 503
    monkeypatch.setattr(limits, "STREAMS_OF_ONE", 50)
    monkeypatch.setattr(limits, "FOLLOWERS", 5)
    assert live.ask("GET", f"/live/{CODE}/events")[0] == 503
    monkeypatch.setattr(limits, "STREAMS", 5)
    assert live.ask("GET", f"/live/{CODE}/events", key=KEY)[0] == 503


def test_who_asks_for_the_heads_of_the_news_alone_holds_no_place(live: Asker) -> None:
    status, _, headers = live.ask("HEAD", f"/live/{CODE}/events")
    assert status == 405
    assert "text/event-stream" not in headers["content-type"]
    assert not live.classes.streams()


# ---- forgetting --------------------------------------------------------------------------------


def test_a_class_is_forgotten_when_its_leader_has_been_gone_for_a_while(
    server: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "GONE", 1)
    server.start()
    leader = server.listen(key=KEY)
    next(leader)
    time.sleep(1.2)
    _, news = joined(server)
    server.open[1].close()
    assert list(news)[-1] == {"over": True}
    assert server.classes.find(CODE) is None


def test_what_is_told_within_a_pause_comes_with_the_next_news(
    live: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PAUSE", 2)
    _, news = joined(live)
    tell(live, asking=True)
    assert next(news) == {"asking": True}
    tell(live, asking=False)
    tell(live, steps=STEPS)
    assert next(news) == {"asking": False, "steps": STEPS}
