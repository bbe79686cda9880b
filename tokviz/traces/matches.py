"""What WordPiece's encoding recorded: every try to find a piece, the longest first, hit or not.

A word is cut from the left by the longest piece in the vocabulary, then the longest that continues
it, until nothing is left or nothing fits. Each look-up is one step, so a replay can show how long
the search went on and where a word was given up.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tokviz.text.markers import Markers
from tokviz.traces.saving.saved import SavedTrace

Outcome: TypeAlias = Literal["pieces", "nothing fits", "too long", "special"]
"""How the matching of one word ended. "nothing fits" and "too long" make the whole word [UNK]; a
special token is not matched but kept."""


@dataclass(frozen=True, slots=True)
class MatchStep:
    """One try: is ``candidate``, the word's characters ``start`` to ``end``, in the vocabulary?

    ``pre_token`` is the number of the word; ``token_id`` is None where the answer is no.
    """

    pre_token: int
    start: int
    end: int
    candidate: str
    token_id: int | None

    @property
    def hit(self) -> bool:
        """Whether the try found a piece."""
        return self.token_id is not None


@dataclass(frozen=True, eq=False, repr=False)
class MatchTrace(SavedTrace):
    """Every try that encoding one text made, in order."""

    text: str
    normalized: str
    pre_tokens: tuple[str, ...]
    gaps: tuple[str, ...]  # one more than pre_tokens: what stood before each, and at the end
    pieces: tuple[tuple[int, ...], ...]  # the ids each word became
    outcomes: tuple[Outcome, ...]  # and why
    steps: tuple[MatchStep, ...]
    markers: Markers = ()  # what the tokenizer writes into its tokens

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def ids(self) -> list[int]:
        """What ``encode`` returns."""
        return [token_id for ids in self.pieces for token_id in ids]

    @property
    def num_unknown(self) -> int:
        """How many words became [UNK]."""
        return sum(outcome in ("nothing fits", "too long") for outcome in self.outcomes)
