"""The leader's phone over HTTP: how it is paired, what it hears, and how it is let go."""

from itertools import islice
from typing import Any

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, QUESTION, Asker, joined, tell
from tests.ui.server.live_class.phones import a_remote, ask, led, pair, press, the_class, until
from tokviz.ui.server.live_class import limits, rates
from tokviz.ui.server.live_class.listener import PRIVATE
from tokviz.ui.server.live_class.remotes import NO_SUCH

NOTES = {
    "title": "Byte BPE",
    "here": "A merge.",
    "coming": "Another one.",
    "at": [3, 20],
    "stop": [7, 12],
    "covered": True,
    "asks": {
        "question": QUESTION,
        "words": "Which?",
        "right": 1,
        "tied": [],
        "why": "",
        "tempts": [],
    },
    "salt": "1 2 3 4",
    "let": [7],
    "out": [],
    "next": "Show the answer",
    "wall": "the question",
    "open": False,
}
ASKS: Any = NOTES["asks"]
WRONG: list[dict[str, Any]] = [
    {"at": [1, 2, 3]},
    {"stop": [1]},
    {"stop": "7 of 12"},
    {"asks": {**ASKS, "right": 2}},
    {"asks": {**ASKS, "tied": [0, 1, 0]}},
    {"asks": {**ASKS, "tempts": ["more", "than", "options"]}},
    {"asks": {**ASKS, "question": None}},
    {"let": [2**33]},
    {"out": [2**32]},
    {"salt": 5},
    {"salt": "1" * 1000},
    {"out": 7},
    {"covered": 1},
    {"open": 1},
    {"next": "x" * 101},
    {"title": "x" * 101},
    {"more": 1},
]


def test_who_shows_the_number_that_the_leader_types_leads_too(live: Asker) -> None:
    name, news = joined(live)
    status, said = ask(live, name)
    assert (status, said["seconds"]) == (200, 120)
    assert int(said["number"]) in limits.PHONE_NUMBERS
    assert pair(live, said["number"]) == (200, {})
    assert until(news, "remote") == {"pressed": 0}
    assert pair(live, said["number"]) == (404, {"error": NO_SUCH})  # it has done its work


def test_nobody_but_the_leader_pairs_a_phone(live: Asker) -> None:
    name, _ = joined(live)
    number = ask(live, name)[1]["number"]
    assert pair(live, number, key="x" * 40)[0] == 403
    assert pair(live, number, key="")[0] == 403
    assert name not in the_class(live).remotes


def test_strangers_and_foreign_pages_get_no_number(live: Asker) -> None:
    assert ask(live, "a stranger")[0] == 403
    name, _ = joined(live)
    for path in ("", "/pair", "/off", "/press"):
        foreign = {"Origin": "http://elsewhere.example"}
        url = f"/live/{CODE}/phone{path}"
        assert live.ask("POST", url, {"follower": name}, key=KEY, **foreign)[0] == 403


def test_a_wrong_number_says_where_to_look(live: Asker) -> None:
    assert pair(live, "1234") == (404, {"error": NO_SUCH})
    assert pair(live, "12 4")[0] == 400


def test_a_number_is_gone_after_two_minutes(live: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _ = joined(live)
    number = ask(live, name)[1]["number"]
    monkeypatch.setattr(rates, "CLOCK", lambda: limits.NUMBER_SECONDS + 0.1)
    assert pair(live, number)[0] == 404


def test_all_who_ask_at_once_show_different_numbers(
    live: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PHONE_NUMBERS", range(1_000, 1_005))
    readers = [joined(live) for _ in range(5)]
    numbers = [ask(live, name)[1]["number"] for name, _ in readers]
    assert sorted(numbers) == ["1000", "1001", "1002", "1003", "1004"]
    pair(live, numbers[2])
    assert until(readers[2][1], "remote") == {"pressed": 0}
    assert [name in the_class(live).remotes for name, _ in readers].count(True) == 1


def test_another_phone_leads_once_the_first_is_let_go(live: Asker) -> None:
    first, _ = a_remote(live)
    name, _ = joined(live)
    number = ask(live, name)[1]["number"]
    assert pair(live, number)[0] == 409
    ask(live, first, "/off")
    assert pair(live, number)[0] == 200


def test_followers_hear_nothing_of_what_is_private_and_remotes_do(live: Asker) -> None:
    _, pupil = joined(live)
    _, phone = a_remote(live)
    tell(live, notes=NOTES, question=QUESTION, collects=True)
    assert until(phone, "notes") == NOTES
    tell(live, notes={**NOTES, "title": "Later"}, asking=True)
    heard: dict[str, Any] = {}
    while "asking" not in heard:
        heard |= next(pupil)
    assert heard.keys() & {*PRIVATE, "remote"} == set()
    assert heard["question"]["vote"] is None
    assert until(phone, "notes")["title"] == "Later"


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_notes_that_are_none_are_refused(live: Asker, wrong: dict[str, Any]) -> None:
    assert tell(live, notes={**NOTES, **wrong}) == 400


@pytest.mark.parametrize("notes", ["notes", 3, [], [NOTES]], ids=str)
def test_what_is_no_object_is_no_notes(live: Asker, notes: object) -> None:
    assert tell(live, notes=notes) == 400


def test_a_phone_that_leads_is_no_follower_and_its_vote_goes(live: Asker) -> None:
    news = led(live)
    name, _ = joined(live)
    tell(live, question=QUESTION, collects=True)
    vote = {"follower": name, "replay": 7, "step": 4, "option": 1}
    assert live.ask("POST", f"/live/{CODE}/vote", vote)[0] == 200
    pair(live, ask(live, name)[1]["number"])
    assert until(news, "phones") == 1
    found = the_class(live)
    assert (found.part("followers"), found.part("votes")["counts"]) == (0, [0, 0])
    assert live.ask("POST", f"/live/{CODE}/vote", vote)[0] == 403
    assert live.ask("POST", f"/live/{CODE}/sentence", {"follower": name, "text": "a"})[0] == 403


def test_it_is_known_again_when_it_was_locked_or_loaded_anew(live: Asker) -> None:
    led(live)
    name, _ = a_remote(live)
    press(live, name, 1)
    found = the_class(live)
    here = next(one for one in found.listeners if one.name == name)
    found.leave(here)
    for _ in range(2):  # strangers from the same address take no place of its
        found.leave(found.join(None, here.address))
        found.join(None, here.address)
    back, news = joined(live, Follower=name)
    assert back == name
    assert until(news, "remote") == {"pressed": 1}
    cut_off, news = joined(live, Follower=name)  # its old stream is not closed yet
    assert cut_off != name
    assert until(news, "remote") == {"pressed": 1}
    assert len(found.remotes) == 1


def test_it_is_let_go_by_either(live: Asker) -> None:
    name, news = a_remote(live)
    assert until(news, "remote") == {"pressed": 0}
    assert ask(live, name, "/off")[0] == 200
    assert until(news, "remote") is None
    assert press(live, name, 1) == 403
    pair(live, ask(live, name)[1]["number"])
    assert until(news, "remote") == {"pressed": 0}
    assert ask(live, "", "/off", key="x" * 40)[0] == 403
    assert ask(live, "", "/off", key=KEY)[0] == 200
    assert until(news, "remote") is None
    tell(live, notes=NOTES, asking=True)
    assert "notes" not in next(told for told in news if "asking" in told)


def test_with_the_class_all_is_gone(live: Asker) -> None:
    name, news = a_remote(live)
    found = the_class(live)
    live.ask("DELETE", f"/live/{CODE}", key=KEY)
    assert until(news, "over") is True
    assert (len(found.remotes), found.part("notes")) == (0, None)
    assert press(live, name, 1) == 404


def test_the_laptops_being_there_is_told_to_phones_alone(live: Asker) -> None:
    _, pupil = joined(live)
    _, phone = a_remote(live)
    assert until(phone, "led") is False
    led(live)
    assert until(phone, "led") is True
    tell(live, asking=True)
    assert list(islice(pupil, 1)) == [{"asking": True}]
