"""In which order a leader told things: what was given up, and comes late, is passed over.

Each stream that a leader opens is a turn, of which the server tells her the number; what she tells
has that, and a number which grows. What is of a turn before is told anew in this one.
"""


class InOrder:
    """The turn of a class, and how far its leader told in it."""

    def __init__(self) -> None:
        self._turn, self._told = 0, -1

    def next_turn(self) -> int:
        """A stream was opened."""
        self._turn, self._told = self._turn + 1, -1
        return self._turn

    def takes(self, turn: int, number: int) -> bool:
        """Whether nothing that is later was told already; then this is told."""
        if turn != self._turn or number <= self._told:
            return False
        self._told = number
        return True
