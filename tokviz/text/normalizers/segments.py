"""What normalizing did to a text, segment by segment: a record that pages show and spans follow."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

ChangeKind: TypeAlias = Literal["kept", "rule", "space", "dropped space", "dummy prefix"]


class Segment(NamedTuple):
    """``source[start:end]`` became ``after``, by one kind of move."""

    start: int
    end: int
    after: str
    kind: ChangeKind


class Change(NamedTuple):
    """One place where normalization altered the text.

    ``before`` is ``source[start:end]``, in characters; ``after`` stands in its place.
    """

    kind: ChangeKind
    before: str
    after: str
    start: int
    end: int


@dataclass(frozen=True)
class Normalization:
    """A text before and after, aligned segment by segment."""

    source: str
    segments: tuple[Segment, ...]

    @cached_property
    def text(self) -> str:
        """The normalized text."""
        return "".join(segment.after for segment in self.segments)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every alteration in order; a space that became ▁ is one of kind "space"."""
        return tuple(
            Change(kind, self.source[start:end], after, start, end)
            for start, end, after, kind in self.segments
            if kind != "kept"
        )

    @cached_property
    def origins(self) -> tuple[tuple[int, int], ...]:
        """For each character of the result, the ``(start, end)`` it came from in the source."""
        origins: list[tuple[int, int]] = []
        for start, end, after, kind in self.segments:
            if kind == "kept":
                origins += [(start + i, start + i + 1) for i in range(len(after))]
            else:
                origins += [(start, end)] * len(after)
        return tuple(origins)
