"""Who tries wrong codes is stopped, and stops nobody else at the same address."""

from itertools import islice

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, Asker, joined, tell
from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.tries import BROWSER

WAYS_IN = (f"/live/{CODE}", f"/live/{CODE}/events")


def with_cookie(number: str) -> dict[str, str]:
    return {"Cookie": f"{BROWSER}={number:x<22}"}


def guesses(server: Asker, times: int, **headers: str) -> list[int]:
    return [
        server.ask("GET", f"/live/GUESS{limits.ALPHABET[each % 24]}/events", **headers)[0]
        for each in range(times)
    ]


def gets_in(server: Asker, **headers: str) -> bool:
    linked = server.ask("GET", f"/live/{CODE}", **headers)[0] == 303
    return linked and bool(next(server.listen(**headers))["follower"])


def test_guessing_codes_is_stopped_and_hinders_no_member(live: Asker) -> None:
    name, _ = joined(live)
    one = with_cookie("one")
    assert set(guesses(live, limits.TRIES_OF_BROWSER, **one)) == {404}
    for path in WAYS_IN:
        assert live.ask("GET", path, **one)[0] == 429
    live.open[0].close()
    assert tell(live, asking=True) == 200
    assert next(live.listen(follower=name, **one))
    assert next(live.listen(key=KEY, **one))


def test_one_pupil_shuts_the_door_to_nobody_else(live: Asker) -> None:
    guesses(live, limits.TRIES_OF_BROWSER + 1, **with_cookie("one"))
    guesses(live, limits.TRIES_UNNAMED + 1)
    assert not gets_in(live, **with_cookie("one"))
    assert gets_in(live, **with_cookie("another"))


@pytest.mark.parametrize("path", WAYS_IN)
def test_who_has_no_cookie_in_bad_company_is_given_one_and_asks_again(
    live: Asker, path: str
) -> None:
    assert set(guesses(live, limits.TRIES_UNNAMED)) == {404}
    status, _, headers = live.ask("GET", path)
    assert (status, headers["location"]) == (307, f"{path.rpartition('/')[2]}?again=1")
    again = f"{path}?again=1"
    assert live.ask("GET", again)[0] == 429  # whoever takes no cookie
    cookie = headers["set-cookie"].partition(";")[0]
    answer = live.answer("GET", again, Cookie=cookie)
    assert answer.status in (200, 303)


def test_a_cookie_of_the_readers_own_making_is_none(live: Asker) -> None:
    guesses(live, limits.TRIES_UNNAMED)
    for number in ("short", "x" * 23, "é" * 22, ""):
        assert live.ask("GET", WAYS_IN[0], Cookie=f"{BROWSER}={number}")[0] == 307


def test_an_address_with_ever_new_cookies_comes_to_an_end(live: Asker) -> None:
    statuses: list[int] = []
    for number in range(limits.TRIES // limits.TRIES_OF_BROWSER + 1):
        statuses += guesses(live, limits.TRIES_OF_BROWSER, **with_cookie(str(number)))
    assert statuses.count(404) == limits.TRIES
    assert not gets_in(live, **with_cookie("another"))
    elsewhere = {"X-Forwarded-For": "192.168.1.20"}
    assert gets_in(live, **with_cookie("another"), **elsewhere)


def test_a_long_text_and_the_stage_come_to_who_follows_whatever_others_tried(live: Asker) -> None:
    text, another = f"/live/{CODE}/text/{'a' * 64}", f"/live/{CODE}/text/{'b' * 64}"
    stage = f"/live/{CODE}/stage/{'a' * 64}"
    assert live.ask("POST", text, b"a long text", key=KEY)[0] == 200
    assert live.ask("POST", stage, b"zipped", key=KEY)[0] == 200
    name, _ = joined(live)
    for number in range(limits.TRIES // limits.TRIES_OF_BROWSER):
        guesses(live, limits.TRIES_OF_BROWSER, **with_cookie(str(number)))
    pupil = with_cookie("pupil")
    assert not gets_in(live, **pupil)
    assert live.ask("GET", text, **pupil, Follower=name)[:2] == (200, "a long text")
    assert live.ask("GET", another, **pupil, Follower=name)[0] == 404
    assert live.ask("GET", stage, **pupil, Follower=name)[:2] == (200, "zipped")
    assert live.ask("GET", text, **pupil)[0] == 429
    assert live.ask("GET", stage, **pupil)[0] == 204


@pytest.mark.parametrize(("what", "unknown", "full"), [("text", 404, 429), ("stage", 204, 204)])
def test_no_code_is_found_out_by_asking_for_what_a_class_shows(
    live: Asker, what: str, unknown: int, full: int
) -> None:
    """As of a sample, whose digest anyone can work out."""
    one, digest = with_cookie("one"), "a" * 64
    assert live.ask("POST", f"/live/{CODE}/{what}/{digest}", b"known", key=KEY)[0] == 200
    asked = [f"/live/GUESS{limits.ALPHABET[each % 24]}" for each in range(limits.TRIES_OF_BROWSER)]
    assert {live.ask("GET", f"{path}/{what}/{digest}", **one)[0] for path in asked} == {unknown}
    for code in (CODE, "GUESSZ"):
        assert live.ask("GET", f"/live/{code}/{what}/{digest}", **one)[0] == full


def test_guessing_is_hopeless() -> None:
    codes = len(limits.ALPHABET) ** limits.CODE_LETTERS
    hour = 60 * limits.ALL_TRIES
    assert codes / (60 * limits.TRIES) > 5_000
    assert codes / hour > 1_700
    assert codes / (hour * limits.CLASSES) > 35


def test_right_codes_count_as_no_tries(live: Asker) -> None:
    for _ in range(2 * limits.TRIES_UNNAMED):
        assert live.ask("GET", f"/live/{CODE}")[0] == 303
    assert list(islice(live.listen(), 1))
