"""The phones that lead a class beside its leader's browser: her remote, and her private screen.

A phone that follows asks for a number and shows it; the leader types it on her laptop. So nothing
that stands on a projector makes another phone lead. What a remote asks for is numbered twice: by
the phone, so that what it sends again counts once, and here, so that the leader's browser, which
says how far it is, does each once and in turn. What it means, that browser alone decides.

What a pupil can do still: show a number, too, and talk her into typing it. Then the laptop says
that a phone leads, though hers does not, and “Phone off” ends it. A number that she mistypes is a
pupil's only if one asks: once in 30, if he holds all 300 places of the class and asks on each. From
her address he may cost her some seconds (phone_numbers.py). Before her phone has joined, he may
keep it out as any other, by taking all places or by wrong codes (tries.py).
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from tokviz.ui.server.live_class import limits, rates
from tokviz.ui.server.live_class.phone_numbers import PhoneNumbers
from tokviz.ui.server.live_class.rates import Rate
from tokviz.ui.server.live_class.refused import RefusedError

NO_SUCH = "No phone shows this number now. Look at your phone again, or ask it for another."
NOT_THERE = "The phone that shows this number is not connected now. Wake it, and type it again."


@dataclass(frozen=True, slots=True)
class _Press:
    """What a remote asked for, and when."""

    serial: int
    wanted: dict[str, str]
    at: float


class Remotes:
    """The remotes of one class, those who ask to be one, and what the leader has not done yet.

    ``missed`` is how much that was pressed came too late and was not done.
    """

    def __init__(self) -> None:
        self.numbers = PhoneNumbers()
        self._heard: dict[str, int] = {}  # the remotes, with the number of the last press of each
        self._waiting: list[_Press] = []
        self._serial = 0
        self._era, self._begun = secrets.token_hex(4), rates.CLOCK()  # another server counts anew
        self.missed = self._told_missed = 0
        self._pressed = Rate(limits.PRESSES, seconds=1)

    def __contains__(self, name: object) -> bool:
        return name in self._heard

    def __len__(self) -> int:
        return len(self._heard)

    # ---- pairing --------------------------------------------------------------------------

    def pair(self, number: str, there: Collection[str]) -> str:
        """Let the follower who shows this number be a remote, if it is ``there``; its name."""
        name = self.numbers.who_shows(number)
        if name is None:
            raise RefusedError(404, NO_SUCH)
        if name not in there:
            raise RefusedError(409, NOT_THERE)
        if len(self) >= limits.REMOTES:
            raise RefusedError(409, "A phone leads already. Press “Phone off” first.")
        self.numbers.forget(name)
        self._heard[name] = 0
        return name

    def pass_on(self, before: str, name: str) -> None:
        """Who comes back under another name is the same phone."""
        self.numbers.pass_on(before, name)
        if before in self:
            self._heard[name] = self._heard.pop(before)

    def let_go(self, name: str) -> bool:
        """It leads no longer, and shows no number; whether it led."""
        self.numbers.cancel(name)
        return self._heard.pop(name, None) is not None

    def let_all_go(self) -> bool:
        """Nobody leads but the leader; whether anybody did."""
        led = bool(self._heard)
        self._heard.clear()
        self._waiting.clear()
        return led

    # ---- what they ask for ----------------------------------------------------------------

    def press(self, name: str, number: int, wanted: dict[str, str]) -> int:
        """Take what a remote asks for; its serial, or 0 if it was only sent again."""
        if name not in self:
            raise RefusedError(403, "Only the phone of who leads a class can do this.")
        if self._pressed.is_full(name):
            raise RefusedError(429, "That is too fast.")
        self._pressed.count(name)
        if number <= self._heard[name]:
            return 0
        self.forget_old()
        if len(self._waiting) >= limits.PRESSES_WAITING:
            raise RefusedError(429, "The laptop does not answer.")
        self._heard[name] = number
        self._serial += 1
        self._waiting.append(_Press(self._serial, wanted, rates.CLOCK()))
        return self._serial

    def forget_old(self) -> None:
        """A press that waited for long surprises a class, and is not done any more."""
        begun = rates.CLOCK() - limits.PRESS_LASTS
        self.forget_to(max((one.serial for one in self._waiting if one.at <= begun), default=0))

    def forget_to(self, serial: int) -> int:
        """What waits up to this one is not done any more; how much that was."""
        young = [press for press in self._waiting if press.serial > serial]
        late, self._waiting = len(self._waiting) - len(young), young
        self.missed += late
        return late

    def done(self, era: str, serial: int, missed: int) -> None:
        """The leader's browser is through with all up to this one; it ``missed`` so many so far."""
        if era == self._era:
            self._waiting = [press for press in self._waiting if press.serial > serial]
            self.missed += max(0, missed - self._told_missed)
            self._told_missed = max(missed, self._told_missed)

    # ---- what is told ---------------------------------------------------------------------

    def waiting(self) -> dict[str, Any]:
        """For the leader's browser: what is to be done, in turn, and what time it is here."""
        presses = [
            {"serial": press.serial, "at": self._time(press.at), **press.wanted}
            for press in self._waiting
        ]
        return {"era": self._era, "now": self._time(rates.CLOCK()), "presses": presses}

    def _time(self, at: float) -> int:
        """Milliseconds since this began."""
        return round(1000 * (at - self._begun))

    def told(self, name: str) -> dict[str, int] | None:
        """For a follower: whether it is a remote, and which of its presses came last."""
        return {"pressed": self._heard[name]} if name in self else None
