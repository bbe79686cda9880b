"""Which strings may become a piece, as SentencePiece's trainers decide it.

A piece is at most 16 characters long; ▁ stands only at its front; its characters come from one
Unicode script, so "a1" and "日本x" are never learned. Hiragana and Katakana count as Han, because
Japanese mixes all three in a word. Digits and punctuation are the script Common; a combining mark
(Inherited) takes the script of what it follows.

Source: the checks in SentencePiece's trainer. Which script it takes each character for is in
``scripts.txt``, asked of the library itself (it says of which release); its list is older than
today's Unicode, and a character that is not in it counts as Common.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import NamedTuple

from tokviz.checks.errors import TokvizError
from tokviz.text.markers import SPACE_MARKER, UNKNOWN_MARK

ANY_SCRIPT = -1
"""The script of a piece that has no character with a script of its own yet."""
FORGOTTEN = -3
"""The script of a digit that goes with any: what was before it no longer counts."""
MIXED = -2
"""What a forbidden character or a second script makes of a piece."""

SPELLING_KNOWN = "its spelling is a token already"
BARS = (
    SPELLING_KNOWN,
    "it would be longer than a piece may be",
    "▁ would stand in the wrong place",
    "a digit stays alone",
    "it would mix letters with punctuation, symbols, digits or another script",
    "it holds a character that no piece may hold",
)
"""Why two neighbours may not become a piece, in words; the first is the trainer's to judge."""

_COMMON = 0
_DIGITS = frozenset("0123456789０１２３４５６７８９")


@dataclass(frozen=True)
class PieceRules:
    """The limits on a piece; the values are SentencePiece's defaults.

    ``split_digits`` keeps every digit a piece of its own; without ``split_by_number`` a digit goes
    with any script. Without ``split_by_whitespace`` ▁ may stand inside a piece, though not at its
    end; with ``whitespace_as_suffix`` ends and fronts change places.
    """

    max_piece_length: int = 16
    split_by_script: bool = True
    split_digits: bool = False
    split_by_number: bool = True
    split_by_whitespace: bool = True
    whitespace_as_suffix: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.max_piece_length <= 512:
            raise TokvizError(
                f"max_piece_length is {self.max_piece_length}, but a piece has 1 to 512 "
                "characters. The usual limit is 16."
            )

    def bar(self, piece: str) -> int | None:
        """The number, among ``BARS``, of the rule that forbids the string; None where none does."""
        if len(piece) > self.max_piece_length:
            return 1
        letters = piece if self.whitespace_as_suffix else piece.removeprefix(SPACE_MARKER)
        if letters.isascii() and letters.isalpha():  # of one script, so often the case
            return None
        if SPACE_MARKER in piece and self.misplaces_space(piece):
            return 2
        if self.split_digits and len(piece) > 1 and any(map(self.stands_alone, piece)):
            return 3
        met = set(map(self._script_of, piece))
        if MIXED in met or FORGOTTEN in met:
            return self._bar_of_scripts(piece)
        return 4 if len(met) > 1 + (ANY_SCRIPT in met) else None

    def _bar_of_scripts(self, piece: str) -> int | None:
        """``bar`` where it matters in which order the characters stand."""
        state = ANY_SCRIPT
        for character in piece:
            script = self._script_of(character)
            if script == MIXED:
                return 5
            state = self.next_state(state, script)
            if state == MIXED:
                return 4
        return None

    def misplaces_space(self, piece: str) -> bool:
        """Whether ▁ stands where it may not in a piece of more than one character."""
        if len(piece) < 2:
            return False
        if not self.split_by_whitespace:
            return piece[0 if self.whitespace_as_suffix else -1] == SPACE_MARKER
        return SPACE_MARKER in (piece[:-1] if self.whitespace_as_suffix else piece[1:])

    def stands_alone(self, character: str) -> bool:
        """Whether a character may never be part of a longer piece."""
        return self.split_digits and character in _DIGITS

    def script(self, character: str) -> int:
        """The number of a character's script; MIXED if no piece may hold it.

        ANY_SCRIPT for ▁ and for what takes the script of the characters around it.
        """
        if character == SPACE_MARKER:
            return ANY_SCRIPT
        if character in (UNKNOWN_MARK, "\0", " "):
            return MIXED
        if not self.split_by_script:
            return ANY_SCRIPT
        if not self.split_by_number and character in _DIGITS:
            return FORGOTTEN
        script = _script(character)
        return ANY_SCRIPT if script == _inherited() else script

    def scripts_of(self, alphabet: Iterable[str]) -> dict[str, str]:
        """The script of each character by its name; "" for one that goes with any."""
        names = _scripts()[0]
        numbers = {character: self._script_of(character) for character in alphabet}
        return {char: names[number] if number >= 0 else "" for char, number in numbers.items()}

    @cached_property
    def _script_of(self) -> Callable[[str], int]:
        """``script``, asked once for each character."""
        return _ScriptsMet(self.script).__getitem__

    def next_state(self, state: int, script: int) -> int:
        """The script of a piece after one more character."""
        if MIXED in (state, script):
            return MIXED
        if script == ANY_SCRIPT:
            return state
        if script == FORGOTTEN:
            return ANY_SCRIPT
        return script if state in (ANY_SCRIPT, script) else MIXED


class _ScriptsMet(dict[str, int]):
    """Character -> number of its script, asked once for each."""

    def __init__(self, script: Callable[[str], int]) -> None:
        super().__init__()
        self._script = script

    def __missing__(self, character: str) -> int:
        self[character] = script = self._script(character)
        return script


class _Scripts(NamedTuple):
    """Ranges of characters in order: first and last code point, number of the script."""

    firsts: Sequence[int]
    lasts: Sequence[int]
    numbers: Sequence[int]


@cache
def _scripts() -> tuple[Sequence[str], _Scripts]:
    """The names of the scripts by number, and the ranges of ``scripts.txt``."""
    table = resources.files("tokviz.algorithms.pieces").joinpath("scripts.txt")
    names, ranges = ["Common"], []
    for line in table.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            name, *spans = line.split()
            for first, _, last in (span.partition("-") for span in spans):
                ranges.append((int(first, 16), int(last or first, 16), len(names)))
            names.append(name)
    firsts, lasts, numbers = zip(*sorted(ranges), strict=True)
    return names, _Scripts(firsts, lasts, numbers)


@cache
def _inherited() -> int:
    return _scripts()[0].index("Inherited")


@cache
def _script(character: str) -> int:
    _, ranges = _scripts()
    at = bisect_right(ranges.firsts, ord(character)) - 1
    return ranges.numbers[at] if at >= 0 and ord(character) <= ranges.lasts[at] else _COMMON
