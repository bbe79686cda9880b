"""What a message to a class brings: no more than it may, in time, and what is long one by one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import ClientDisconnect, Request

from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.one_class import LiveClass
from tokviz.ui.server.live_class.refused import RefusedError


async def body(request: Request, most: int) -> bytes:
    """A body of at most so many bytes; of a longer one, or a slow one, no more is read."""
    async with _in_time():
        return await _body(request, most)


async def bring(live_class: LiveClass, request: Request, most: int) -> bytes:
    """The body of a text or a replay, once those that came before it are there."""
    if live_class.brought >= limits.BROUGHT:
        raise RefusedError(429, "The class is brought too much at once. Try again.")
    live_class.brought += 1
    try:
        async with _in_time(), live_class.bringing:
            return await _body(request, most)
    finally:
        live_class.brought -= 1


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(limits.BODY_SECONDS):
            yield
    except TimeoutError:
        raise RefusedError(408, "The message did not come whole in time. Try again.") from None


async def _body(request: Request, most: int) -> bytes:
    come = bytearray()
    try:
        async for chunk in request.stream():
            come += chunk
            if len(come) > most:
                rule = f"A message may have up to {most:,} bytes, but this one has more."
                raise RefusedError(413, f"{rule} Shorten it, or reload the page.")
    except ClientDisconnect:
        raise RefusedError(400, "The message broke off.") from None
    return bytes(come)
