"""A server of classes on a port of this machine, behind the app's guard."""

import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware

from tests.ui.server.live_class.asking import Asker
from tokviz.ui.server.guard import Guard
from tokviz.ui.server.live_class import rates
from tokviz.ui.server.live_class.classes import Classes
from tokviz.ui.server.live_class.routes import class_routes


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asker]:
    """A server without a class, whose minutes do not end: what it counts, it counts to the end."""
    monkeypatch.setattr(rates, "CLOCK", lambda: 0.0)
    classes = Classes()
    app = Starlette(routes=class_routes(classes), middleware=[Middleware(Guard)])
    running = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical"))
    thread = threading.Thread(target=running.run)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    asker = Asker(running.servers[0].sockets[0].getsockname()[1], classes)
    yield asker
    for connection in asker.open:
        connection.close()
    running.should_exit = running.force_exit = True
    thread.join(10)


@pytest.fixture
def live(server: Asker) -> Asker:
    """A server with one class."""
    server.start()
    return server
