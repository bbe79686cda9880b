"""A leader's phone, as the server of classes sees it."""

from collections.abc import Iterator
from typing import Any

from tests.ui.server.live_class.asking import CODE, KEY, Asker, joined
from tokviz.ui.server.live_class.one_class import LiveClass

News = Iterator[dict[str, Any]]


def the_class(server: Asker) -> LiveClass:
    found = server.classes.find(CODE)
    assert found is not None
    return found


def ask(server: Asker, name: str, path: str = "", key: str = "", **said: Any) -> tuple[int, Any]:
    body = {"follower": name, **said} if name else said
    return server.ask("POST", f"/live/{CODE}/phone{path}", body, key=key)[:2]


def pair(server: Asker, number: str, key: str = KEY) -> tuple[int, Any]:
    return ask(server, "", "/pair", key, number=number)


def press(server: Asker, name: str, number: int, what: str = "next", **more: str) -> int:
    if what == "next":
        more.setdefault("words", "Next")
    return ask(server, name, "/press", number=number, what=what, **more)[0]


def a_remote(server: Asker) -> tuple[str, News]:
    """A follower that leads, and the news that it is told from then on."""
    name, news = joined(server)
    assert pair(server, ask(server, name)[1]["number"])[0] == 200
    return name, news


def until(news: News, part: str) -> Any:
    """What is told next of this part."""
    return next(told[part] for told in news if part in told)


def led(server: Asker) -> News:
    """The news of who leads, who is there from now on."""
    news = server.listen(key=KEY)
    assert next(news) == {"follower": "", "turn": 1}
    until(news, "followers")
    return news
