"""Who hears the news of a class."""

import asyncio
from dataclasses import dataclass, field


@dataclass(eq=False)
class Listener:
    """One open stream of news.

    ``name`` is a follower's, by chance; a leader has none. ``address`` is where it came from. Of a
    follower, ``is_remote`` says whether it was told that it leads, too.
    """

    name: str
    address: str
    seen: int = 0
    is_remote: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def leads(self) -> bool:
        return not self.name
