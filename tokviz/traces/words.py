"""What the lessons without merges recorded: frozen steps of numbering, cutting and looking up.

Each lesson's ``encode_trace`` returns one of these traces; their ``steps`` stand in the order in
which encoding made them. All ``start`` and ``end`` are half-open ranges of UTF-8 bytes.
Not here: WordPiece's tries (matches.py) and merges (merges.py, encoding.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from tokviz.traces.saving.saved import SavedTrace

STOP_REASON = "Every word of the text has its number."

Stage: TypeAlias = Literal["split", "sort", "number"]


@dataclass(frozen=True, slots=True)
class NumberStep:
    """One unit of the text given its number; ``start`` and ``end`` are its UTF-8 byte range."""

    start: int
    end: int
    token: str | bytes
    token_id: int


@dataclass(frozen=True, repr=False)
class NumberTrace(SavedTrace):
    """How a text became numbers, unit by unit."""

    text: str
    steps: tuple[NumberStep, ...]

    @property
    def ids(self) -> list[int]:
        """What ``encode`` returns."""
        return [step.token_id for step in self.steps]


@dataclass(frozen=True, slots=True)
class WordStep:
    """One word found and numbered; ``start`` and ``end`` are its UTF-8 byte range.

    ``is_new`` tells whether the vocabulary has to grow for it.
    """

    start: int
    end: int
    word: str
    token_id: int
    is_new: bool


@dataclass(frozen=True, repr=False)
class WhitespaceTrace(SavedTrace):
    """How a text was cut into words."""

    text: str
    steps: tuple[WordStep, ...]

    @property
    def ids(self) -> list[int]:
        """What ``encode`` returns."""
        return [step.token_id for step in self.steps]

    @property
    def tokens(self) -> list[str]:
        """What ``tokenize`` returns."""
        return [step.word for step in self.steps]


@dataclass(frozen=True, slots=True)
class StageStep:
    """One stage of training. ``ids`` number the tokens in the last stage, else they are empty."""

    stage: Stage
    tokens: tuple[str, ...]
    ids: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class WordLevelTrace(SavedTrace):
    """How a list of words came about: the words in reading order, then distinct, then numbered."""

    words: tuple[str, ...]
    distinct: tuple[str, ...]
    vocab: Mapping[int, str]
    stop_reason: str = STOP_REASON

    @cached_property
    def steps(self) -> tuple[StageStep, ...]:
        """The three stages: split, sort, number."""
        return (
            StageStep("split", self.words, ()),
            StageStep("sort", self.distinct, ()),
            StageStep("number", tuple(self.vocab.values()), tuple(self.vocab)),
        )

    def __len__(self) -> int:
        return len(self.steps)


@dataclass(frozen=True, slots=True)
class LookUpStep:
    """One word looked up; ``start`` and ``end`` are its UTF-8 byte range.

    ``token_id`` is None where the word is unknown and there is no unknown token.
    """

    start: int
    end: int
    word: str
    token_id: int | None
    known: bool


@dataclass(frozen=True, repr=False)
class LookUpTrace(SavedTrace):
    """How a text was encoded, word by word."""

    text: str
    steps: tuple[LookUpStep, ...]

    @property
    def ids(self) -> list[int]:
        """The ids found, in order; a word without an id is left out."""
        return [step.token_id for step in self.steps if step.token_id is not None]

    @property
    def num_unknown(self) -> int:
        """How many words were not on the list."""
        return sum(not step.known for step in self.steps)
