"""Patterns for text that surely stays as it is: visible ASCII that no rule of a normalizer takes.

Most text is such, and a pattern passes over it many times faster than rules are looked up.
"""

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class PlainText:
    """``inert`` are the characters that stay; ``space`` is empty where a rule takes the space."""

    inert: str
    space: str

    @cached_property
    def run(self) -> re.Pattern[str]:
        """Characters to be skipped at once.

        The last one before something else is left out: e and an accent may become é.
        """
        return re.compile(f"{_any_of(self.inert)}+(?=[\x00-\x7f]|\\Z)")

    @cached_property
    def words(self) -> re.Pattern[str]:
        """A whole text, with spaces."""
        return re.compile(f"{_any_of(self.inert + self.space)}*")

    @cached_property
    def lines(self) -> re.Pattern[str]:
        """Texts one a line, none of them empty, and no space too many."""
        word = _any_of(self.inert)
        return re.compile(f"{word}++(?:[\\n{self.space}]{word}++)*+")


def _any_of(characters: str) -> str:
    """A pattern for one of these characters."""
    return f"[{re.escape(characters)}]" if characters else "(?!)"
