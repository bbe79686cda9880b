"""All classes of a process: found by code, started, and ended when a leader is gone."""

import asyncio

from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.listener import Listener
from tokviz.ui.server.live_class.one_class import LiveClass
from tokviz.ui.server.live_class.refused import RefusedError


class Classes:
    """All classes of a process."""

    def __init__(self) -> None:
        self._classes: dict[str, LiveClass] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}

    def find(self, code: str) -> LiveClass | None:
        return self._classes.get(code)

    def start(self, code: str, key: str, address: str) -> LiveClass:
        """A new class, or that of the leader who comes back with its key."""
        there = self._classes.get(code)
        if there is None:
            self._check_room(address)
            there = self._classes[code] = LiveClass(code, key, address)
            self.watch(there)
        elif not there.is_led_by(key):
            raise RefusedError(409, "Another class has this code.")
        return there

    def _check_room(self, address: str) -> None:
        from_here = [one for one in self._classes.values() if one.address == address]
        of_all, of_one = len(self._classes), len(from_here)
        if of_all < limits.CLASSES and of_one < limits.CLASSES_OF_ONE:
            return
        if (left := next((one for one in from_here if not one.is_led), None)) is not None:
            self.end(left)
        elif of_all >= limits.CLASSES:
            raise RefusedError(503, "Too many classes are on this server now. Try again later.")
        else:
            raise RefusedError(503, f"{of_one} classes are open from here. End one of them first.")

    def watch(self, live_class: LiveClass) -> None:
        """Forget a class some minutes after its leader went, unless the leader is back."""
        if not self._is_open(live_class):
            return
        self._stay(live_class)
        if not live_class.is_led:
            loop = asyncio.get_running_loop()
            self._leaving[live_class.code] = loop.call_later(limits.GONE, self.end, live_class)

    def _is_open(self, live_class: LiveClass) -> bool:
        """Whether the class was not ended: another may have its code since."""
        return self._classes.get(live_class.code) is live_class

    def _stay(self, live_class: LiveClass) -> None:
        """Forget it later no more."""
        if (waiting := self._leaving.pop(live_class.code, None)) is not None:
            waiting.cancel()

    def end(self, live_class: LiveClass, *, tell: bool = True) -> None:
        """Forget a class; its streams close, and say so before if they are told."""
        if self._is_open(live_class):
            self._stay(live_class)
            del self._classes[live_class.code]
        live_class.end(tell=tell)

    def streams(self) -> list[Listener]:
        """Every open stream."""
        return [listener for one in self._classes.values() for listener in one.listeners]

    def close(self) -> None:
        """Close all streams, as the server stops: leaders start their classes again on the next."""
        for live_class in list(self._classes.values()):
            self.end(live_class, tell=False)
