"""What the leader's phone asks her laptop for: each press counts once, in turn, and not late."""

import time
from typing import Any

import pytest

from tests.ui.server.live_class.asking import KEY, Asker, joined, tell
from tests.ui.server.live_class.phones import a_remote, ask, led, press, the_class, until
from tokviz.ui.server.live_class import limits, rates


def test_a_follower_presses_nothing(live: Asker) -> None:
    led(live)
    name, _ = joined(live)
    assert press(live, name, 1) == 403
    assert press(live, name, 1, "show", text="a rude word") == 403
    assert the_class(live).part("presses") is None


def test_presses_come_in_turn_and_once(live: Asker) -> None:
    news = led(live)
    name, _ = a_remote(live)
    assert [press(live, name, 1, words="Show the answer") for _ in range(2)] == [200, 200]
    assert press(live, name, 2, "show", text="the hen") == 200
    assert press(live, name, 1) == 200  # that comes late, sent again
    told: dict[str, Any] = {"presses": []}
    while len(told["presses"]) < 2:
        told = until(news, "presses")
    assert told["presses"] == [
        {"serial": 1, "at": 0, "what": "next", "words": "Show the answer"},
        {"serial": 2, "at": 0, "what": "show", "text": "the hen"},
    ]


def test_what_the_leader_has_not_done_is_told_again_to_a_new_stream(live: Asker) -> None:
    led(live)
    name, _ = a_remote(live)
    press(live, name, 1)
    press(live, name, 2, "back")
    era = the_class(live).part("presses")["era"]
    assert (
        tell(live, pressed={"era": "0" * 8, "serial": 9, "missed": 0}) == 200
    )  # of another server
    assert tell(live, pressed={"era": era, "serial": 1, "missed": 0}) == 200
    again = live.listen(key=KEY)
    assert until(again, "presses")["presses"] == [{"serial": 2, "at": 0, "what": "back"}]


def test_the_phone_hears_how_much_the_laptop_has_not_done(live: Asker) -> None:
    news = led(live)
    name, phone = a_remote(live)
    press(live, name, 1)
    told = next(one["presses"] for one in news if one.get("presses", {}).get("presses"))
    assert next(one for one in phone if one.get("undone"))["undone"] == 1
    serial = told["presses"][-1]["serial"]
    tell(live, pressed={"era": told["era"], "serial": serial, "missed": 0})
    assert until(phone, "undone") == 0


def test_a_press_that_waited_long_is_not_done(live: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    led(live)
    name, _ = a_remote(live)
    press(live, name, 1)
    monkeypatch.setattr(rates, "CLOCK", lambda: limits.PRESS_LASTS + 0.1)
    assert until(live.listen(key=KEY), "presses")["presses"] == []


def test_a_press_that_waits_is_dropped_in_time_and_the_phone_hears_it(
    live: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nothing more is pressed, and the laptop says nothing."""
    monkeypatch.setattr(limits, "PRESS_LASTS", 0.2)
    monkeypatch.setattr(rates, "CLOCK", time.monotonic)
    led(live)
    name, phone = a_remote(live)
    assert until(phone, "missed") == 0
    assert press(live, name, 1) == 200
    told = next(one for one in phone if one.get("missed"))
    assert (told["missed"], told["undone"]) == (1, 0)
    assert the_class(live).part("presses")["presses"] == []


def test_what_the_laptop_did_not_do_in_time_is_told_to_the_phone(live: Asker) -> None:
    led(live)
    name, phone = a_remote(live)
    press(live, name, 1)
    era = the_class(live).part("presses")["era"]
    for _ in range(2):  # it says so again
        assert tell(live, pressed={"era": era, "serial": 1, "missed": 1}) == 200
    assert next(one for one in phone if one.get("missed"))["missed"] == 1
    assert the_class(live).part("missed") == 1


def test_a_press_says_how_old_it_is(live: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    led(live)
    name, _ = a_remote(live)
    monkeypatch.setattr(rates, "CLOCK", lambda: 2.0)
    press(live, name, 1)
    monkeypatch.setattr(rates, "CLOCK", lambda: 5.5)
    told = until(live.listen(key=KEY), "presses")
    assert (told["now"], told["presses"][0]["at"]) == (5500, 2000)


def test_presses_have_a_laptop_and_an_end(live: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _ = a_remote(live)
    assert press(live, name, 1) == 409
    led(live)
    monkeypatch.setattr(limits, "PRESSES_WAITING", 2)
    assert [press(live, name, n) for n in range(1, 4)] == [200, 200, 429]
    for wrong in (
        {"what": "shut down"},
        {"what": ["next"]},
        {"what": "show", "text": "x" * 121},
        {"what": "next"},
        {"what": "next", "words": "x" * 101},
        {"what": "back", "words": "Back"},
    ):
        assert ask(live, name, "/press", number=3, **wrong)[0] == 400


def test_a_thumb_is_slower_than_a_program(live: Asker) -> None:
    led(live)
    name, _ = a_remote(live)
    answers = [press(live, name, 0) for _ in range(limits.PRESSES + 1)]
    assert answers == [200] * limits.PRESSES + [429]
