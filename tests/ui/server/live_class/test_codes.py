"""The code of a class is what its leader's key gives: nobody else starts a class by it."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette

from tests.ui.server.live_class.asking import Asker
from tests.ui.server.on_a_port import on_a_port
from tokviz.ui.server.live_class import limits, rates
from tokviz.ui.server.live_class.classes import Classes
from tokviz.ui.server.live_class.codes import code_of, is_of
from tokviz.ui.server.live_class.routes import class_routes

HERS, HIS = "h" * 40, "p" * 40


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asker]:
    """A server as the app has it, without a class."""
    monkeypatch.setattr(rates, "CLOCK", lambda: 0.0)
    classes = Classes()
    with on_a_port(Starlette(routes=class_routes(classes))) as running:
        asker = Asker(running.port, classes)
        yield asker
        for connection in asker.open:
            connection.close()


def test_a_key_gives_one_code_of_letters_that_are_read_aloud() -> None:
    codes = [code_of(letter * 40) for letter in "abcdef"]
    assert len(set(codes)) == len(codes)
    assert all(len(code) == limits.CODE_LETTERS for code in codes)
    assert all(set(code) <= set(limits.ALPHABET) for code in codes)
    assert code_of("a" * 40) == codes[0]
    assert is_of(codes[0], "a" * 40)
    assert not is_of(codes[0], "b" * 40)


def test_a_browser_asks_for_its_code_and_starts_its_class(strict: Asker) -> None:
    status, said, _ = strict.ask("POST", "/live/code", key=HERS)
    assert (status, said) == (200, {"code": code_of(HERS)})
    assert strict.ask("POST", f"/live/{said['code']}", key=HERS)[0] == 200
    assert strict.ask("POST", "/live/code")[0] == 400


def test_who_knows_a_code_cannot_start_its_class_where_the_server_has_forgotten_it(
    strict: Asker,
) -> None:
    """As a server that was killed has, or one whose leader was away for long."""
    code = code_of(HERS)
    status, said, _ = strict.ask("POST", f"/live/{code}", key=HIS)
    assert (status, "another class's" in said["error"]) == (403, True)
    assert strict.ask("POST", f"/live/{code}", key=HERS)[0] == 200
    assert strict.ask("POST", f"/live/{code}", key=HIS)[0] == 409
    assert strict.ask("DELETE", f"/live/{code}", key=HERS)[0] == 200
    assert strict.ask("POST", f"/live/{code}", key=HIS)[0] == 403
    assert strict.ask("POST", f"/live/{code}", key=HERS)[0] == 200


def test_codes_are_given_no_faster_than_classes_are_started(strict: Asker) -> None:
    asked = [strict.ask("POST", "/live/code", key=HIS)[0] for _ in range(limits.STARTS_UNNAMED + 1)]
    assert asked == [200] * limits.STARTS_UNNAMED + [429]
    assert strict.ask("POST", f"/live/{code_of(HERS)}", key=HERS)[0] == 200
