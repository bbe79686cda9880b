"""The number that a phone shows which asks to lead: nobody takes it, or keeps her from one."""

from collections.abc import Callable
from itertools import islice

import pytest

from tests.ui.server.live_class.asking import CODE, QUESTION, Asker, joined, tell
from tests.ui.server.live_class.phones import a_remote, ask, led, pair, the_class, until
from tokviz.ui.server.live_class import limits, rates

Clock = Callable[[float], None]
MISTYPED = "Too many wrong numbers were typed. Try again in a minute."
NOT_THERE = "The phone that shows this number is not connected now. Wake it, and type it again."


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets the time, in seconds since the server was started."""
    return lambda at: monkeypatch.setattr(rates, "CLOCK", lambda: at)


def number_of(live: Asker, name: str) -> str:
    status, said = ask(live, name)
    assert status == 200, said
    return str(said["number"])


def goes(live: Asker, name: str) -> None:
    """The phone is locked, or its page is closed."""
    found = the_class(live)
    found.leave(next(one for one in found.listeners if one.name == name))


def test_who_asked_first_keeps_her_number_whoever_asks_after_her(live: Asker) -> None:
    name, news = joined(live)
    hers = number_of(live, name)
    for pupil in [joined(live)[0] for _ in range(25)]:
        assert ask(live, pupil)[0] == 200
    assert pair(live, hers) == (200, {})
    assert until(news, "remote") == {"pressed": 0}


def test_a_follower_has_one_number_and_no_draw_beside_it(live: Asker, clock: Clock) -> None:
    """Nobody asks until chance gives them what they saw."""
    name, _ = joined(live)
    first = number_of(live, name)
    assert {number_of(live, name) for _ in range(3)} == {first}
    clock(1)
    ask(live, name, "/off")
    assert pair(live, first)[0] == 404
    assert number_of(live, name) == first
    clock(limits.NUMBER_SECONDS - 1)
    assert number_of(live, name) == first  # from now on for two minutes more
    clock(2 * limits.NUMBER_SECONDS - 2)
    assert pair(live, first)[0] == 200


def test_a_number_that_was_shown_is_nobody_elses_for_two_minutes(
    live: Asker, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither while it stands nor when it is cancelled, has done its work, or its phone is gone."""
    monkeypatch.setattr(limits, "PHONE_NUMBERS", range(1_000, 1_004))
    names = [joined(live)[0] for _ in range(4)]
    numbers = [number_of(live, name) for name in names]
    assert sorted(numbers) == ["1000", "1001", "1002", "1003"]
    ask(live, names[1], "/off")
    assert pair(live, numbers[2])[0] == 200
    goes(live, names[3])
    pupil, _ = joined(live)  # in the place of who went
    assert ask(live, pupil)[0] == 429
    clock(limits.NUMBER_SECONDS)
    assert number_of(live, pupil) in numbers


def test_who_comes_as_another_again_and_again_draws_some_dozens_a_minute(
    live: Asker, clock: Clock
) -> None:
    """And keeps nobody from a number who has been there for some seconds."""
    name, _ = joined(live)
    drawn = []
    for _ in range(limits.NEW_ASK_OF_ONE):
        pupil, _ = joined(live)
        drawn.append(number_of(live, pupil))
        goes(live, pupil)
    assert len({*drawn}) == limits.NEW_ASK_OF_ONE
    status, said = ask(live, name)
    assert (status, said["error"]) == (
        429,
        "Many phones ask for a number now. Try again in 15 seconds: then it is given.",
    )
    clock(limits.STAYED)
    assert ask(live, joined(live)[0])[0] == 429
    assert pair(live, number_of(live, name))[0] == 200


def test_a_finger_that_presses_on_and_on_waits(live: Asker, clock: Clock) -> None:
    name, _ = joined(live)
    for at in range(limits.ASKS_OF_FOLLOWER):
        clock(float(at))
        number_of(live, name)
    clock(20.0)
    assert ask(live, name) == (429, {"error": "You asked often. Try again in a minute."})


def test_wrong_codes_from_her_address_keep_her_from_no_pairing(live: Asker) -> None:
    name, _ = joined(live)
    number = number_of(live, name)
    for _ in range(limits.TRIES_UNNAMED + 1):
        live.ask("GET", "/live/BCDEFG/events")
    assert pair(live, number)[0] == 200


def test_wrong_numbers_count_for_their_class(live: Asker) -> None:
    for _ in range(limits.WRONG_NUMBERS):
        assert pair(live, "0999")[0] == 404
    name, _ = joined(live)
    assert pair(live, number_of(live, name)) == (429, {"error": MISTYPED})
    live.start("BCDEFG", "q" * 40)
    other = live.ask("POST", "/live/BCDEFG/phone/pair", {"number": "0999"}, key="q" * 40)
    assert other[0] == 404


def test_a_phone_that_is_not_there_is_not_paired(live: Asker) -> None:
    leader = led(live)
    name, _ = joined(live)
    number = number_of(live, name)
    goes(live, name)
    assert pair(live, number) == (409, {"error": NOT_THERE})
    _, back = joined(live, Follower=name)
    assert pair(live, number)[0] == 200
    assert until(back, "remote") == {"pressed": 0}
    assert until(leader, "phones") == 1


def test_the_number_of_a_phone_that_was_forgotten_is_of_none(live: Asker) -> None:
    name, _ = joined(live)
    number = number_of(live, name)
    goes(live, name)
    joined(live)  # another, in its place
    assert pair(live, number)[0] == 404
    assert not the_class(live).remotes


def test_a_phone_is_told_whether_its_number_is_still_good(live: Asker) -> None:
    """It alone: when it comes back, or when the number went to another page of its name."""
    _, pupil = joined(live)
    name, news = joined(live)
    number = number_of(live, name)
    goes(live, name)
    back, news = joined(live, Follower=name)
    assert back == name
    assert next(news)["number"] == number
    _, second = joined(live, Follower=name)  # its old stream is not closed yet
    assert next(second)["number"] == number
    assert until(news, "number") is None
    tell(live, asking=True)
    heard = next(told for told in pupil if "asking" in told)
    assert "number" not in heard


def test_who_leads_nothing_ends_nothing(live: Asker) -> None:
    """A pupil who says over and over that their phone is off wakes nobody."""
    leader = led(live)
    name, _ = joined(live)
    until(leader, "followers")
    version = the_class(live)._version
    assert ask(live, "a stranger", "/off")[0] == 403
    answers = [ask(live, name, "/off")[0] for _ in range(limits.VOTES + 1)]
    assert answers == [200] * limits.VOTES + [429]
    assert the_class(live)._version == version


def test_who_is_let_go_is_told_and_nobody_else_woken(live: Asker) -> None:
    name, news = a_remote(live)
    _, pupil = joined(live)
    tell(live, question=QUESTION)
    assert until(news, "remote") == {"pressed": 0}
    assert ask(live, name, "/off")[0] == 200
    assert until(news, "remote") is None
    tell(live, asking=True)
    heard = list(islice(pupil, 2))
    assert [{*told} for told in heard] == [{"question"}, {"asking"}]
    assert live.ask("POST", f"/live/{CODE}/phone/off", {"follower": name})[0] == 200
