"""Patterns for text that surely stays as it is: visible ASCII that no rule of a normalizer takes.

Most text is such, and a pattern passes over it many times faster than rules are looked up.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Codes: TypeAlias = npt.NDArray[np.uint8]

_SPACE, _LINE_BREAK = ord(" "), ord("\n")


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

    def tidied(self, text: str) -> str | None:
        """Texts one a line, with no space too many. "a  b \\nc" -> "a b\\nc"

        None where something else stands in them, or where a line is empty or becomes so.
        """
        if not self.space or not text.isascii() or text.encode().translate(None, self._stays):
            return None
        codes = np.frombuffer(text.encode(), np.uint8)
        if not _has_odd_gap(codes):
            return text
        codes = codes[(codes != _SPACE) | ~np.append(_is_gap(codes)[1:], True)]
        codes = codes[(codes != _SPACE) | ~np.append(True, codes[:-1] == _LINE_BREAK)]
        return None if _has_odd_gap(codes) else codes.tobytes().decode("ascii")

    @cached_property
    def _stays(self) -> bytes:
        return f"{self.inert} \n".encode()


def _is_gap(codes: Codes) -> npt.NDArray[np.bool_]:
    is_gap: npt.NDArray[np.bool_] = (codes == _SPACE) | (codes == _LINE_BREAK)
    return is_gap


def _has_odd_gap(codes: Codes) -> bool:
    """Whether two gaps stand side by side, or one at an end, or the text is empty."""
    gap = _is_gap(codes)
    return not len(gap) or bool(gap[0] or gap[-1] or (gap[1:] & gap[:-1]).any())


def _any_of(characters: str) -> str:
    """A pattern for one of these characters."""
    return f"[{re.escape(characters)}]" if characters else "(?!)"
