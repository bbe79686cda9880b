"""A server of classes on a port of this machine, behind the app's guard."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

from tests.ui.server.live_class.asking import Asker
from tests.ui.server.on_a_port import on_a_port
from tokviz.ui.server.bounded import Bounded
from tokviz.ui.server.guard import Guard
from tokviz.ui.server.live_class import rates
from tokviz.ui.server.live_class.classes import Classes
from tokviz.ui.server.live_class.routes import class_routes


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asker]:
    """A server without a class, whose minutes do not end: what it counts, it counts to the end.

    Any key gives any code there (test_codes.py has a server where it does not).
    """
    monkeypatch.setattr(rates, "CLOCK", lambda: 0.0)
    classes = Classes()
    middleware = [Middleware(Guard), Middleware(Bounded)]
    routes = class_routes(classes, gives=lambda *_: True)
    with on_a_port(Starlette(routes=routes, middleware=middleware)) as running:
        asker = Asker(running.port, classes)
        yield asker
        for connection in asker.open:
            connection.close()


@pytest.fixture
def live(server: Asker) -> Asker:
    """A server with one class."""
    server.start()
    return server
