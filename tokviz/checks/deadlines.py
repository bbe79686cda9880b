"""One deadline for a whole task, however many pieces it has."""

import time
from dataclasses import dataclass, field

_LEAST = 0.001  # seconds; the engine of split patterns takes no deadline that has passed


@dataclass(frozen=True, slots=True)
class Deadline:
    """So many seconds from now on."""

    seconds: float
    _end: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_end", time.monotonic() + self.seconds)

    @property
    def left(self) -> float:
        """The seconds that are left, never less than a moment."""
        return max(self._end - time.monotonic(), _LEAST)

    @property
    def passed(self) -> bool:
        return time.monotonic() >= self._end
