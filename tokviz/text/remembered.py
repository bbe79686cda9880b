"""What short stretches of text became, remembered up to a number: then it begins anew."""

from typing import TypeVar

Kept = TypeVar("Kept")


class Remembered(dict[str, Kept]):
    """Stretches of at most ``longest`` characters, at most ``most`` of them.

    In a loop, ``get`` is taken out once: looked up each time, it takes twice as long as a dict's.
    """

    def __init__(self, *, most: int, longest: int) -> None:
        self._most, self._longest = most, longest

    def keep(self, text: str, became: Kept) -> Kept:
        """Remember it, if the text is short: a long one hardly ever comes again."""
        if len(text) <= self._longest:
            if len(self) >= self._most:
                self.clear()
            self[text] = became
        return became
