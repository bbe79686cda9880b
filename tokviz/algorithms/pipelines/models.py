"""What a pipeline asks of the model in it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tokviz.algorithms.pipelines.stages import Located, Part
from tokviz.text.markers import Markers
from tokviz.text.remembered import Remembered
from tokviz.traces.merges import Token
from tokviz.traces.tokenizer import EncodingTrace

MOST_KEPT, LONGEST_KEPT = 1 << 15, 64
"""Of how many parts the ids are remembered, and up to how many characters."""


@dataclass(frozen=True, eq=False)
class Cut:
    """A well-formed text, its parts, and the tokens that they become."""

    text: str
    parts: Sequence[Part]
    vocab: Mapping[int, Token]
    markers: Markers

    @property
    def gaps(self) -> list[str]:
        """What was dropped before each part, and at the end."""
        gaps, position = [], 0
        for part in self.parts:
            gaps.append(self.text[position : part.start])
            position = max(position, part.end)
        return [*gaps, self.text[position:]]


class KnownParts:
    """The ids of parts, as ``cut`` gives them; those of the last short ones are remembered."""

    def __init__(self, cut: Callable[[str], Iterable[int]]) -> None:
        self._cut = cut
        self._known = Remembered[tuple[int, ...]](most=MOST_KEPT, longest=LONGEST_KEPT)

    def ids(self, part: str) -> tuple[int, ...]:
        """The ids of one part."""
        found = self._known.get(part)
        return self._known.keep(part, tuple(self._cut(part))) if found is None else found


class PipelineModel(Protocol):
    """The model of a pipeline: it cuts one part at a time."""

    @property
    def token_to_id(self) -> Mapping[str, int]:
        """Token, as the file spells it -> id."""

    @property
    def unk_id(self) -> int | None:
        """The id of the unknown token, if the model has one."""

    @property
    def markers(self) -> Markers:
        """What it writes into its tokens."""

    @property
    def effort(self) -> float:
        """How many times the work of a merge each character of a part may cost, 1 or more."""

    def encode(self, part: str) -> list[int]:
        """The ids of one part."""

    def locate(self, part: str) -> list[Located]:
        """The ids, each with the bytes of the part that it covers."""

    def trace(self, cut: Cut) -> EncodingTrace:
        """How each part is cut, recorded."""
