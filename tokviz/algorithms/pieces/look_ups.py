"""SentencePiece's word and character models: no algorithm but looking each unit up.

The text is normalized and cut into words (in front of every ▁) or into characters, and a unit that
is not in the vocabulary is unknown. User-defined tokens stay whole in a character model. Not here:
training, which is no more than counting.

Source: SentencePiece's word and character models, with which the tests compare.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tokviz.algorithms.pieces.piece_tokenizer import WORD, Encoded, PieceTokenizer
from tokviz.checks.arguments import checked
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.words import LookUpStep, LookUpTrace


@checked
@dataclass(frozen=True, eq=False)
class SentencePieceLookup(PieceTokenizer):
    """A loaded word or character model."""

    unit: Literal["word", "char"] = field(kw_only=True)

    @property
    def algorithm(self) -> Literal["word", "char"]:
        """What a file calls it: by its unit."""
        return self.unit

    @checked
    def encode_trace(self, text: str) -> LookUpTrace:
        """Each unit of the text and the id that was found for it, in order."""
        text = well_formed(text)
        found = zip(self.token_spans(text), self.tokenize(text), self.encode(text), strict=True)
        look_ups = (LookUpStep(*span, unit, i, i != self.unk_id) for span, unit, i in found)
        return LookUpTrace(text, tuple(look_ups))

    def _stretches(self, normalized: Iterable[str]) -> Iterator[Iterable[Encoded]]:
        ids, unk_id = self.pieces.text_ids, self.pieces.unk_id
        for text in normalized:
            found = ((unit, ids.get(unit, unk_id)) for unit in self._units.findall(text))
            yield [Encoded.of(self.pieces.resolve_unknown(found))]

    @cached_property
    def _units(self) -> re.Pattern[str]:
        if self.unit == "word":
            return WORD
        longest_first = sorted(self.pieces.user_defined, key=len, reverse=True)
        return re.compile("|".join([*map(re.escape, longest_first), "."]), re.DOTALL)
