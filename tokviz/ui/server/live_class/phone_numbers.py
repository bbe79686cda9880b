"""The numbers that phones show which ask to lead: who shows which, and for how long.

A follower has one number for two minutes, and whoever asks again is given the same. Nobody's goes
because others ask: the streams of a class are counted, so its numbers are. What was given is given
to nobody else while it may stand on a screen, so who reads her number can not draw it, too.

One who leaves and comes as another draws anew. So of those who came only now an address draws some
dozens a minute, and a class some hundreds; who has been there for some seconds is never refused. A
pupil behind the leader's own address who uses all of that up costs her these seconds, no more.
"""

import secrets
from dataclasses import dataclass

from tokviz.ui.server.live_class import limits, rates
from tokviz.ui.server.live_class.rates import Rate
from tokviz.ui.server.live_class.refused import RefusedError

TOO_MANY_ASK = (
    f"Many phones ask for a number now. Try again in {limits.STAYED:.0f} seconds: then it is given."
)


@dataclass(slots=True)
class _Given:
    """A number, since when its follower has it, and whether their phone shows it."""

    number: str
    since: float
    shown: bool = True

    @property
    def is_over(self) -> bool:
        return self.since <= rates.CLOCK() - limits.NUMBER_SECONDS


class PhoneNumbers:
    """The numbers of one class."""

    def __init__(self) -> None:
        self._given: dict[str, _Given] = {}  # by the follower's name
        self._left: list[_Given] = []  # of nobody now, and not to be given again yet
        self._asked = Rate(limits.ASKS_OF_FOLLOWER)
        self._new = Rate(limits.NEW_ASK_OF_ONE, limits.NEW_ASK)

    def ask(self, name: str, address: str, *, stays: bool) -> str:
        """A number for this follower to show: the one it has, for two minutes more.

        ``stays`` says whether the follower has been there for some seconds.
        """
        if self._asked.is_full(name):
            raise RefusedError(429, "You asked often. Try again in a minute.")
        self._asked.count(name)
        given = self._given.get(name)
        if given is None or given.is_over:
            number = self._drawn(address, stays)
            given = self._given[name] = _Given(number, rates.CLOCK())
        given.since, given.shown = rates.CLOCK(), True
        return given.number

    def _drawn(self, address: str, stays: bool) -> str:
        """A number that stands on no screen, unless too many who came only now draw one."""
        self._forget_late()
        taken = {one.number for one in (*self._given.values(), *self._left)}
        if (not stays and self._new.is_full(address)) or len(taken) >= len(limits.PHONE_NUMBERS):
            raise RefusedError(429, TOO_MANY_ASK)
        if not stays:
            self._new.count(address)
        while (number := str(secrets.choice(limits.PHONE_NUMBERS))) in taken:
            pass
        return number

    def _forget_late(self) -> None:
        self._given = {name: one for name, one in self._given.items() if not one.is_over}
        self._left = [one for one in self._left if not one.is_over]

    def of(self, name: str) -> str | None:
        """What this follower's phone shows."""
        given = self._given.get(name)
        return given.number if given and given.shown and not given.is_over else None

    def who_shows(self, number: str) -> str | None:
        """The follower whose phone shows this number."""
        return next((name for name in self._given if self.of(name) == number), None)

    def cancel(self, name: str) -> None:
        """The phone shows it no longer; it is still this follower's."""
        if name in self._given:
            self._given[name].shown = False

    def forget(self, name: str) -> None:
        """The number has done its work, or its follower is gone."""
        if name in self._given:
            self._left.append(self._given.pop(name))

    def pass_on(self, before: str, name: str) -> None:
        """Who comes back under another name shows the same number."""
        if before in self._given:
            self._given[name] = self._given.pop(before)
