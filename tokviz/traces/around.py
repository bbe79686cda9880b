"""What a post-processor puts around a text: marks, as [CLS] and [SEP], that stand for no text.

A model was trained with them, so a pipeline's ``encode`` adds them to the ids of the text. They
are no part of how the text is cut, and no measure counts them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Mark(NamedTuple):
    """A token that stands for no text: its id, and how the file spells it."""

    token_id: int
    token: str


@dataclass(frozen=True, slots=True)
class Frame:
    """Marks in order, and None where the text stands between them.

    Nearly every file has the text once; one may give it twice, or leave it out.
    """

    parts: tuple[Mark | None, ...] = (None,)

    @property
    def times(self) -> int:
        """How often the text stands in it."""
        return self.parts.count(None)

    @property
    def front(self) -> tuple[Mark, ...]:
        """The marks before the text, where it stands once; else none."""
        return self._marks(slice(0, self._place))

    @property
    def back(self) -> tuple[Mark, ...]:
        """The marks behind the text, where it stands once; else none."""
        return self._marks(slice(self._place + 1, None))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Those before the text and those behind it."""
        return self.front + self.back

    def around(self, ids: Sequence[int]) -> list[int]:
        """The ids of a text with the marks around them."""
        return [i for part in self.parts for i in (ids if part is None else [part.token_id])]

    @property
    def _place(self) -> int:
        return self.parts.index(None) if self.times == 1 else len(self.parts)

    def _marks(self, which: slice) -> tuple[Mark, ...]:
        found = self.parts[which] if self.times == 1 else ()
        return tuple(part for part in found if part is not None)


def marks_of(frame: Frame | None) -> tuple[Mark, ...]:
    """The marks on both sides; none where a post-processor has no form for one text."""
    return () if frame is None else frame.marks
