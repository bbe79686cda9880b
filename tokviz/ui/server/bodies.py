"""What a request brings after its head: it may be long and slow, but it comes.

uvicorn waits for ever for the rest of a body, and so does Streamlit. Who sends half of one, a
thousand times, holds as many files and what has come of each.
"""

import asyncio

from starlette.types import Message, Receive

from tokviz.ui.server import limits


class LateError(TimeoutError):
    """The rest of a body does not come in time, or is not waited for."""


class Body:
    """A body on its way; ``size`` is how many bytes of it have come.

    Arguments:
        rate: how many come in a second at least, on the whole; None where whoever reads it may
            let it wait.
    """

    def __init__(self, receive: Receive, rate: float | None = None) -> None:
        self._receive = receive
        self._rate = rate
        self._begun = asyncio.get_running_loop().time()
        self._wait: asyncio.Timeout | None = None
        self.size = 0
        self.is_whole = self.is_broken_off = False

    async def receive(self) -> Message:
        """Its next part."""
        if self.is_whole:  # what comes then is that the browser has gone
            return await self._receive()
        if self.is_broken_off:
            raise LateError
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout_at(self._until(loop.time())) as self._wait:
                message = await self._receive()
        except TimeoutError:
            raise LateError from None
        finally:
            self._wait = None
        self.size += len(message.get("body", b""))
        self.is_whole = not message.get("more_body", False)
        return message

    def _until(self, now: float) -> float:
        """When the next part must be there."""
        ends = [self._begun + limits.BODY_SECONDS, now + limits.STILL_SECONDS]
        if self._rate is not None:
            ends.append(self._begun + self.size / self._rate + limits.STILL_SECONDS)
        return min(ends)

    def break_off(self) -> None:
        """Wait for no more of it."""
        self.is_broken_off = True
        if self._wait is not None and not self._wait.expired():
            self._wait.reschedule(asyncio.get_running_loop().time())
