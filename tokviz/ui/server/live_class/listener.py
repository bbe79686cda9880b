"""Who hears the news of a class, and which."""

import asyncio
from collections.abc import Container
from dataclasses import dataclass, field

from tokviz.ui.server.live_class import limits, rates

LEADERS = {"followers", "votes", "sentences", "phones", "presses"}
REMOTES = {"followers", "votes", "sentences", "notes", "led", "undone", "missed"}
"""The parts of the news that the leader's browser is told, and those that her phone is told besides
what all followers hear; nobody else is told any of them."""
PRIVATE = LEADERS | REMOTES


@dataclass(eq=False)
class Listener:
    """One open stream of news.

    ``name`` is a follower's, by chance; a leader has none. ``address`` is where it came from, and
    ``since`` when. Of a follower, ``is_remote`` says whether it was told that it leads, too, and
    ``number`` which it was told last that its phone shows. Of a leader, ``turn`` is which of her
    streams it is (in_order.py).
    """

    name: str
    address: str
    seen: int = 0
    is_remote: bool = False
    number: str | None = None
    since: float = 0.0
    turn: int = 0
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def leads(self) -> bool:
        return not self.name

    @property
    def stays(self) -> bool:
        """Whether it has been here for some seconds."""
        return self.since <= rates.CLOCK() - limits.STAYED

    def hears(self, part: str, remotes: Container[str]) -> bool:
        """Whether this part is for it, where these followers lead, too."""
        if self.leads:
            return part in LEADERS
        return part not in PRIVATE or (part in REMOTES and self.name in remotes)
