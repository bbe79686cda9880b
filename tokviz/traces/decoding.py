"""What decoding some ids gave, recorded: which text each id added, and what became of its marks."""

from collections.abc import Sequence
from dataclasses import dataclass

from tokviz.traces.merges import Token


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some of the decoded text and the ids that give it, a half-open range of their places.

    A character of which several ids hold bytes is a stretch of its own. ``fault`` says why the
    text is U+FFFD; it is empty where nothing was replaced.
    """

    text: str
    first: int
    last: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class DecodedId:
    """One id. ``spelled`` are its bytes, or None where its token is text.

    ``start`` and ``end`` are the half-open range of code points of the decoded text to which it
    gives something; where ids share a character, both ranges hold it. ``note`` says what became of
    the tokenizer's mark in the token, or of a special token; mostly nothing.
    """

    token_id: int
    token: Token
    spelled: bytes | None
    start: int
    end: int
    note: str


@dataclass(frozen=True, slots=True)
class Decoding:
    """A decoding: ``text`` is that of all ``stretches`` joined, and what ``decode`` gives."""

    text: str
    ids: Sequence[DecodedId]
    stretches: Sequence[Stretch]

    @property
    def faults(self) -> list[Stretch]:
        """The replaced bytes."""
        return [part for part in self.stretches if part.fault]


@dataclass(frozen=True, slots=True)
class EncodedAgain:
    """The ids that the decoded text gives, or None where it cannot be encoded.

    ``why`` says in a sentence why they are not those that were decoded; nothing where they are.
    """

    ids: Sequence[int] | None
    why: str

    @property
    def same(self) -> bool:
        """Whether the ids came back."""
        return not self.why
