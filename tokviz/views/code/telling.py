"""What to light and to say beside the code at each step: a few kinds of moment, and their values.

Most steps of a replay light the same lines, only with other values. So a moment is told once, with
gaps in its sentences, and each step says which moment it is and what fills the gaps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from tokviz.text.markers import Markers
from tokviz.traces.merges import Token

Gap: TypeAlias = tuple[Literal["token", "number", "words"], str]
"""Where a step's value goes: the name of its column."""
Said: TypeAlias = Sequence[str | Gap]


class Spot(NamedTuple):
    """A line of the code: the number of the listing, and of the line in it."""

    listing: int
    line: int


@dataclass(frozen=True)
class Moment:
    """Lines that are lit, and what is said at some of them."""

    lit: Sequence[Spot] = ()
    notes: Mapping[Spot, Said] = field(default_factory=dict)


@dataclass
class Telling:
    """A replay's moments, step by step, as they are gathered.

    ``columns`` hold a value for each step: of "token" its number in ``tokens``, of "words" the
    number of the words in ``words``.
    """

    markers: Markers = ()
    moments: list[Moment] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    columns: dict[str, list[int]] = field(default_factory=dict)
    tokens: dict[Token, int] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)
    _gaps: list[dict[str, str]] = field(default_factory=list)

    def moment(self, moment: Moment) -> int:
        """Tell a moment; the number by which ``step`` names it."""
        said = [part for note in moment.notes.values() for part in note]
        self._gaps.append({part[1]: part[0] for part in said if not isinstance(part, str)})
        self.moments.append(moment)
        return len(self.moments) - 1

    def step(self, moment: int, **values: Token | int) -> None:
        """The next step: its moment, and what fills its gaps; other values are left out."""
        at = len(self.steps)
        self.steps.append(moment)
        for name, kind in self._gaps[moment].items():
            column = self.columns.setdefault(name, [])
            column.extend([0] * (at - len(column)))
            column.append(self._number(kind, values[name]))

    def cut(self, steps: int) -> None:
        """Leave out what comes after so many steps; a replay may show only a beginning."""
        for column in (self.steps, *self.columns.values()):
            del column[steps + 1 :]

    def _number(self, kind: str, value: Token | int) -> int:
        if isinstance(value, int):
            return value
        if kind == "token":
            return self.tokens.setdefault(value, len(self.tokens))
        assert isinstance(value, str), "words are text"
        return self.words.setdefault(value, len(self.words))
