"""Classes that have one code, one after the other, as of a leader who comes back with her key."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.ui.server.live_class.asking import CODE, KEY
from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.classes import Classes
from tokviz.ui.server.live_class.listener import Listener
from tokviz.ui.server.live_class.one_class import LiveClass

Late = Callable[[Classes, LiveClass, Listener], None]


def stream_closes(classes: Classes, first: LiveClass, stream: Listener) -> None:
    first.leave(stream)
    classes.watch(first)


def is_ended_again(classes: Classes, first: LiveClass, stream: Listener) -> None:  # noqa: ARG001
    classes.end(first)


@pytest.mark.parametrize("what_is_late", [stream_closes, is_ended_again])
def test_what_comes_late_of_an_ended_class_keeps_no_later_one_for_ever(
    what_is_late: Late, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "GONE", 0.1)

    async def led_twice() -> LiveClass | None:
        classes = Classes()
        first = classes.start(CODE, KEY, "")
        stream = first.join(None, "")
        classes.end(first)
        classes.start(CODE, KEY, "")
        what_is_late(classes, first, stream)
        await asyncio.sleep(0.3)
        return classes.find(CODE)

    # Where a browser's tests ran before, this thread has a loop already.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(lambda: asyncio.run(led_twice())).result() is None
