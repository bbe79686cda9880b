"""Classes that have one code, one after the other, as of a leader who comes back with her key."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.ui.server.live_class.asking import CODE, KEY
from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.classes import Classes


def on_a_loop(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """In a thread of its own: where a browser's tests ran before, this one has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(work())).result()


def test_a_late_stream_of_an_ended_class_keeps_no_later_one_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "GONE", 0.1)

    async def led_twice() -> None:
        classes = Classes()
        first = classes.start(CODE, KEY, "")
        stream = first.join(None, "")
        classes.end(first)
        classes.start(CODE, KEY, "")
        first.leave(stream)
        classes.watch(first)
        await asyncio.sleep(0.3)
        assert classes.find(CODE) is None

    on_a_loop(led_twice)


def test_an_ended_class_that_is_ended_again_keeps_no_later_one_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "GONE", 0.1)

    async def led_twice() -> None:
        classes = Classes()
        first = classes.start(CODE, KEY, "")
        classes.end(first)
        classes.start(CODE, KEY, "")
        classes.end(first)
        await asyncio.sleep(0.3)
        assert classes.find(CODE) is None

    on_a_loop(led_twice)
