"""How many classes are started and open, from one browser, one address and all."""

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, Asker
from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.tries import BROWSER

OTHER_KEY = "x" * 40


def test_starting_classes_as_a_guess_is_stopped(server: Asker) -> None:
    codes = [f"START{letter}" for letter in limits.ALPHABET[: limits.STARTS_UNNAMED]]
    for code in codes:
        server.start(code)
    assert server.ask("POST", "/live/ANYZZZ", key=KEY)[0] == 429
    server.start(codes[0])  # one's own, again


def test_one_pupil_keeps_nobody_else_from_starting_a_class(server: Asker) -> None:
    for letter in limits.ALPHABET[: limits.STARTS_UNNAMED + 1]:
        server.ask("POST", f"/live/START{letter}", key=OTHER_KEY)
    one, another = ({"Cookie": f"{BROWSER}={name:x<22}"} for name in ("one", "another"))
    own = [
        server.ask("POST", f"/live/FRXMA{letter}", key=OTHER_KEY, **one)[0]
        for letter in limits.ALPHABET[: limits.STARTS_OF_BROWSER + 1]
    ]
    assert own == [200] * limits.STARTS_OF_BROWSER + [429]
    assert server.ask("POST", f"/live/{CODE}", key=KEY, **another)[0] == 200


def test_classes_are_bounded(server: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CLASSES", 1)
    server.start()
    assert next(server.listen(key=KEY))
    assert server.ask("POST", "/live/BCDEFG", key=KEY)[0] == 503


def test_one_address_does_not_hold_all_classes(
    server: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CLASSES_OF_ONE", 1)
    server.start()
    server.start()  # one's own, again
    assert next(server.listen(key=KEY))
    status, said, _ = server.ask("POST", "/live/BCDEFG", key=OTHER_KEY)
    assert (status, "End one of them" in said["error"]) == (503, True)
    elsewhere = {"X-Forwarded-For": "192.168.1.20"}
    assert server.ask("POST", "/live/BCDEFG", key=OTHER_KEY, **elsewhere)[0] == 200
    assert server.ask("DELETE", f"/live/{CODE}", key=KEY)[0] == 200
    server.start("CDEFGH")


def test_a_class_that_nobody_leads_makes_room(
    server: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CLASSES_OF_ONE", 2)
    server.start()
    assert next(server.listen(key=KEY))
    server.start("BCDEFG", OTHER_KEY)
    server.start("CDEFGH", OTHER_KEY)
    found = [server.classes.find(code) for code in (CODE, "BCDEFG", "CDEFGH")]
    assert [one is not None for one in found] == [True, False, True]
