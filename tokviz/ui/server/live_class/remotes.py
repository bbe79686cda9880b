"""The phones that lead a class beside its leader's browser: her remote, and her private screen.

A phone that follows asks for a number and shows it; the leader types it on her laptop. So nothing
that stands on a projector makes another phone lead. What a remote asks for is numbered twice: by
the phone, so that what it sends again counts once, and here, so that the leader's browser, which
says how far it is, does each once and in turn. What it means, that browser alone decides.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from tokviz.ui.server.live_class import limits, rates
from tokviz.ui.server.live_class.rates import Rate
from tokviz.ui.server.live_class.refused import RefusedError

NO_SUCH = "No phone shows this number now. Look at your phone again, or ask it for another."


@dataclass(frozen=True, slots=True)
class _Asking:
    """A phone that shows a number, and since when."""

    number: str
    address: str
    since: float


@dataclass(frozen=True, slots=True)
class _Press:
    """What a remote asked for, and when."""

    serial: int
    wanted: dict[str, str]
    at: float


class Remotes:
    """The remotes of one class, those who ask to be one, and what the leader has not done yet."""

    def __init__(self) -> None:
        self._asking: dict[str, _Asking] = {}  # by the follower's name
        self._heard: dict[str, int] = {}  # the remotes, with the number of the last press of each
        self._waiting: list[_Press] = []
        self._serial = 0
        self._era = secrets.token_hex(4)  # another server begins to count anew
        self._pressed = Rate(limits.PRESSES, seconds=1)

    def __contains__(self, name: str) -> bool:
        return name in self._heard

    def __len__(self) -> int:
        return len(self._heard)

    # ---- pairing --------------------------------------------------------------------------

    def ask(self, name: str, address: str) -> str:
        """A number for this follower to show, in the place of the one it had.

        Where too many ask, the number that was given first is no more: pupils who press the button
        may cost the leader a second try, but shut her out for no time.
        """
        self._asking.pop(name, None)
        self._forget_late()
        from_there = [of for of, one in self._asking.items() if one.address == address]
        if len(from_there) >= limits.ASKING_OF_ONE:
            del self._asking[from_there[0]]
        elif len(self._asking) >= limits.ASKING:
            del self._asking[next(iter(self._asking))]
        shown = {one.number for one in self._asking.values()}
        while (number := str(secrets.choice(limits.PHONE_NUMBERS))) in shown:
            pass
        self._asking[name] = _Asking(number, address, rates.CLOCK())
        return number

    def _forget_late(self) -> None:
        begun = rates.CLOCK() - limits.NUMBER_SECONDS
        self._asking = {name: one for name, one in self._asking.items() if one.since > begun}

    def pair(self, number: str) -> str:
        """Let the follower who shows this number be a remote; its name."""
        self._forget_late()
        found = [name for name, one in self._asking.items() if one.number == number]
        if not found:
            raise RefusedError(404, NO_SUCH)
        if len(self) >= limits.REMOTES:
            raise RefusedError(409, "A phone leads already. Press “Phone off” first.")
        del self._asking[found[0]]
        self._heard[found[0]] = 0
        return found[0]

    def pass_on(self, before: str, name: str) -> None:
        """Who comes back under another name is the same phone."""
        if before in self._asking:
            self._asking[name] = self._asking.pop(before)
        if before in self:
            self._heard[name] = self._heard.pop(before)

    def let_go(self, name: str) -> None:
        """It leads no longer, and does not ask to."""
        self._asking.pop(name, None)
        self._heard.pop(name, None)

    def let_all_go(self) -> None:
        """Nobody leads but the leader."""
        self._heard.clear()
        self._waiting.clear()

    # ---- what they ask for ----------------------------------------------------------------

    def press(self, name: str, number: int, wanted: dict[str, str]) -> bool:
        """Take what a remote asks for; whether it is new, and was not only sent again."""
        if name not in self:
            raise RefusedError(403, "Only the phone of who leads a class can do this.")
        if self._pressed.is_full(name):
            raise RefusedError(429, "That is too fast.")
        self._pressed.count(name)
        if number <= self._heard[name]:
            return False
        self.forget_old()
        if len(self._waiting) >= limits.PRESSES_WAITING:
            raise RefusedError(429, "The laptop does not answer.")
        self._heard[name] = number
        self._serial += 1
        self._waiting.append(_Press(self._serial, wanted, rates.CLOCK()))
        return True

    def forget_old(self) -> None:
        """A press that waited for long surprises a class, and is not done any more."""
        begun = rates.CLOCK() - limits.PRESS_LASTS
        self._waiting = [press for press in self._waiting if press.at > begun]

    def done(self, era: str, serial: int) -> None:
        """The leader's browser has done all of them up to this one."""
        if era == self._era:
            self._waiting = [press for press in self._waiting if press.serial > serial]

    # ---- what is told ---------------------------------------------------------------------

    def waiting(self) -> dict[str, Any]:
        """For the leader's browser: what is to be done, in turn."""
        presses = [{"serial": press.serial, **press.wanted} for press in self._waiting]
        return {"era": self._era, "presses": presses}

    def told(self, name: str) -> dict[str, int] | None:
        """For a follower: whether it is a remote, and which of its presses came last."""
        return {"pressed": self._heard[name]} if name in self else None
