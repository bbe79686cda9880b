"""The pipeline models that only look up: "WordPiece", the longest piece first, and "WordLevel".

Source: tokenizers 0.23, ``models/wordpiece`` and ``models/wordlevel``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tokviz.algorithms.merging.longest_match import Pieces, Try, word_effort
from tokviz.algorithms.pipelines.models import Cut
from tokviz.algorithms.pipelines.stages import Located
from tokviz.checks.errors import TokvizError
from tokviz.text.characters import byte_offsets
from tokviz.text.markers import Markers, continuations
from tokviz.traces.matches import MatchStep, MatchTrace, Outcome
from tokviz.traces.words import LookUpStep, LookUpTrace


@dataclass(frozen=True, eq=False)
class PipelineLongestMatch:
    """The longest piece first; a word that is too long, or does not fit, is unknown."""

    pieces: Pieces

    @property
    def token_to_id(self) -> Mapping[str, int]:
        """Piece -> id."""
        return self.pieces.token_to_id

    @property
    def unk_id(self) -> int:
        """The id of the unknown token."""
        return self.pieces.unk_id

    @property
    def effort(self) -> float:
        """That of the longest word."""
        return word_effort(self.pieces.max_chars)

    @property
    def markers(self) -> Markers:
        """The prefix of pieces inside a word."""
        return continuations(self.pieces.prefix) if self.pieces.prefix else ()

    def encode(self, part: str) -> list[int]:
        """The ids of one part."""
        return self.pieces.match(part, [])[0]

    def locate(self, part: str) -> list[Located]:
        """The ids, each with the bytes of the part that it covers."""
        tries: list[Try] = []
        ids, outcome = self.pieces.match(part, tries)
        if outcome != "pieces":
            return [(ids[0], 0, len(part.encode()))]
        offsets = byte_offsets(part)
        return [(i, offsets[start], offsets[end]) for start, end, _, i in tries if i is not None]

    def trace(self, cut: Cut) -> MatchTrace:
        """Every try, part by part."""
        matched: list[tuple[list[int], Outcome]] = []
        steps: list[MatchStep] = []
        for number, part in enumerate(cut.parts):
            if part.added is not None:
                matched.append(([part.added], "special"))
                continue
            tries: list[Try] = []
            matched.append(self.pieces.match(part.text, tries))
            steps.extend(MatchStep(number, *tried) for tried in tries)
        words, gaps = [part.text for part in cut.parts], cut.gaps
        return MatchTrace(
            text=cut.text,
            normalized="".join(map("".join, zip(gaps, [*words, ""], strict=True))),
            pre_tokens=tuple(words),
            gaps=tuple(gaps),
            pieces=tuple(tuple(ids) for ids, _ in matched),
            outcomes=tuple(outcome for _, outcome in matched),
            steps=tuple(steps),
            markers=cut.markers,
        )


@dataclass(frozen=True, eq=False)
class PipelineWordList:
    """Whole words; another becomes the unknown token."""

    token_to_id: Mapping[str, int]
    unk_id: int | None
    effort: ClassVar[float] = 1.0
    markers: ClassVar[Markers] = ()

    def encode(self, part: str) -> list[int]:
        """The id of one part."""
        token_id = self.token_to_id.get(part, self.unk_id)
        if token_id is None:
            raise TokvizError(
                f"Every word must be in the vocabulary where no unk_token stands for others, but "
                f"{part!r} is not. Use another text, or give the file an unk_token."
            )
        return [token_id]

    def locate(self, part: str) -> list[Located]:
        """The id, and the bytes of the part: all."""
        return [(token_id, 0, len(part.encode())) for token_id in self.encode(part)]

    def trace(self, cut: Cut) -> LookUpTrace:
        """Every look-up in order."""
        offsets = byte_offsets(cut.text)
        steps = []
        for part in cut.parts:
            (token_id,) = self.encode(part.text) if part.added is None else (part.added,)
            known = part.added is not None or part.text in self.token_to_id
            span = offsets[part.start], offsets[part.end]
            steps.append(LookUpStep(*span, part.text, token_id, known))
        return LookUpTrace(cut.text, tuple(steps))
