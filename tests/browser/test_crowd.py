"""Readers at once over real WebSockets: nobody is sent a word of what another typed."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.benchmarks.reader import Reader

READERS, SECONDS, EVERY = 6, 6.0, 1.5


async def crowd(url: str, lesson: str) -> list[Reader]:
    """All of them open the lesson, change text and settings side by side, and leave."""
    readers = [Reader(url, number, lesson) for number in range(READERS)]
    await asyncio.gather(*(reader.open() for reader in readers))
    await asyncio.gather(*(reader.change(SECONDS, EVERY) for reader in readers))
    await asyncio.gather(*(reader.leave() for reader in readers))
    return readers


@pytest.mark.parametrize("lesson", ["byte_bpe", "char_bpe"])
def test_no_reader_is_sent_what_another_typed(lesson: str, app_url: str) -> None:
    with ThreadPoolExecutor(1) as aside:  # the browser of other tests has this thread's loop
        readers = aside.submit(asyncio.run, crowd(app_url, lesson)).result()
    assert [reader.foreign for reader in readers] == [set()] * READERS
    assert [reader.unanswered for reader in readers] == [0] * READERS
    assert all(reader.waits for reader in readers)
