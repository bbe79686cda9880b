"""Which tokens no text reaches, and which come back as others.

A token that is decoded and encoded again should come back. Where it does not, three things can be
so, and each is told apart here:

1. It comes out elsewhere: a text was found in whose encoding it stands. The text is given.
2. It never comes out, and this is proven:
   - its bytes stand in no UTF-8 text;
   - its own spelling, encoded as one stretch, becomes other tokens. Merges, and the best path of a
     Unigram model, work within a stretch just as they do alone: as long as no merge crosses the
     borders of the token, those inside it come in the same order, so what it becomes alone it
     becomes everywhere. (For Unigram this holds but for the rounding of its sums.)
   - the split pattern is a published one, and no pre-token can hold the token's characters.
3. Nothing was found: no text that was tried gives it. Tried were its text alone, between spaces,
   letters, digits and marks, behind pieces that begin words, and, for parts of characters,
   characters that have these bytes. This is a search, and no proof.

Special tokens are for programs and are left out. That a token can come out does not mean that a
model has learned it: what was rare in the model's own training text is under-trained, and only the
model's weights show that. The tokens found here are candidates at once.
Source: Land and Bartolo 2024, "Fishing for Magikarp" (arXiv:2405.05417), whose "unreachable" and
"partial UTF-8" tokens these are.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from tokviz.checks.errors import TokvizError
from tokviz.inspection.pre_token_factors import can_stand_in_a_pre_token
from tokviz.inspection.spelling import Spelling
from tokviz.inspection.whole_characters import completions, inner_text
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.merges import MergeTrace
from tokviz.traces.tokenizer import Tokenizer

Verdict: TypeAlias = Literal["elsewhere", "never", "not found"]
Reason: TypeAlias = Literal["part", "no UTF-8", "merges", "split", "changed", "cut"]
REASONS: dict[Reason, str] = {
    "part": "a part of a character: alone it is no text",
    "no UTF-8": "these bytes stand in no UTF-8 text",
    "merges": "its own characters or bytes become other tokens",
    "split": "the split pattern cuts through it",
    "changed": "normalizing changes or drops it",
    "cut": "its text alone is cut otherwise",
}
"""Why a token does not come back, in words."""
MOST_TEXTS = 3_000
"""Texts tried for one token."""
MOST_IN_ALL = 300_000
"""Texts tried for a vocabulary: a hostile one has half a million tokens that nothing reaches."""
MOST_READ = 300_000
"""Tokens looked at for a letter that is in none."""
AROUND = ("", " ", "a", "1", ".", "\n", "A")
"""What is put before a token's text, and behind."""
UNUSED = ("ꙮ", "𐎀", "Ⰰ", "𓀀", "ᚠ")
"""Letters so rare that some vocabulary lacks one: nothing merges with it."""


@runtime_checkable
class SpellsTokens(Protocol):
    """A tokenizer that can say what its model alone makes of a token's spelling."""

    def spelling_trace(self, token_id: int) -> EncodeTrace | LatticeTrace:
        """How the token's own spelling is encoded as one stretch, neither normalized nor split."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A token that does not come back. ``becomes`` are the ids of its own text, encoded.

    ``witness`` is a text in whose encoding it stands; empty where none was found.
    """

    token_id: int
    verdict: Verdict
    reason: Reason
    becomes: tuple[int, ...]
    witness: str = ""


def unreachable(tokenizer: Tokenizer) -> tuple[Reach, ...]:
    """The tokens that do not come back when they are decoded and encoded, by id."""
    search = _Search(tokenizer, Spelling.of(tokenizer), MOST_IN_ALL)
    specials = tokenizer.special_ids
    ordinary = (i for i in sorted(tokenizer.vocab) if i not in specials)
    return tuple(found for i in ordinary if (found := search.reach(i)) is not None)


def left_behind(trace: MergeTrace) -> tuple[int, ...]:
    """The learned tokens that stand nowhere in the training text when training ends, by id.

    Each was a step to a longer token, which took all of its places.
    """
    counts = trace.token_counts(len(trace))
    return tuple(sorted({i for i in trace.merged_ids.tolist() if not counts[i]}))


@dataclass(eq=False)
class _Search:
    tokenizer: Tokenizer
    spelling: Spelling
    left: int
    """How many texts may still be tried."""

    def reach(self, token_id: int) -> Reach | None:
        """What is found out about one token; None where it comes back."""
        text = self.spelling.text_of(token_id)
        alone = self._encode(text) if text is not None else None
        if alone == [token_id]:
            return None
        becomes = tuple(alone if alone is not None else self._decoded_ids(token_id))
        witness = self._witness(token_id, [] if text is None else self._beside_letters(text))
        reason, proven = self._reason(token_id, text, alone)
        if proven and not witness:
            return Reach(token_id, "never", reason, becomes)
        witness = witness or self._witness(token_id, self._texts(token_id, text))
        return Reach(token_id, "elsewhere" if witness else "not found", reason, becomes, witness)

    def _reason(
        self, token_id: int, text: str | None, alone: Sequence[int] | None
    ) -> tuple[Reason, bool]:
        """Why a token does not come back, and whether that proves that no text has it."""
        spelled = self.spelling.bytes_of(token_id)
        if text is None and next(completions(spelled), None) is None:
            return "no UTF-8", True
        if self._merges_otherwise(token_id):
            return "merges", True
        pattern = getattr(self.tokenizer, "pattern", "")
        if not can_stand_in_a_pre_token(text or inner_text(spelled), pattern):
            return "split", True
        if text is None:
            return "part", False
        changed = self.tokenizer.decode(alone or ()).strip() != text.strip()
        return "changed" if changed else "split" if pattern else "cut", False

    def _merges_otherwise(self, token_id: int) -> bool:
        """Whether the model alone makes other tokens of what this one spells."""
        if token_id in self.spelling.byte_of or not isinstance(self.tokenizer, SpellsTokens):
            return False
        return self.tokenizer.spelling_trace(token_id).ids != [token_id]

    def _decoded_ids(self, token_id: int) -> Sequence[int]:
        return self._encode(self.tokenizer.decode([token_id])) or ()

    def _witness(self, token_id: int, texts: Iterable[str]) -> str:
        """The first of the texts that gives the token, or nothing."""
        for text in islice(texts, min(MOST_TEXTS, self.left)):
            self.left -= 1
            if token_id in (self._encode(text) or ()):
                return text
        return ""

    def _beside_letters(self, text: str) -> Sequence[str]:
        """The text beside a usual letter, and beside one with which nothing merges."""
        unused = self._unused
        return ("a" + text, text + "a", unused + text, text + unused, unused + text + unused)

    def _texts(self, token_id: int, text: str | None) -> Iterator[str]:
        """More texts that may give the token, the likely ones first."""
        if text is not None:
            yield from (before + text + after for after in AROUND for before in AROUND)
            yield from (start + text for start in self._starts)
            return
        spelled = self.spelling.bytes_of(token_id)
        whole = [
            (before + spelled + after).decode()
            for before, after in islice(completions(spelled), MOST_TEXTS // 3)
        ]
        yield from whole
        yield from (side + each for each in whole for side in (self._unused, " "))

    @cached_property
    def _unused(self) -> str:
        vocab = self.tokenizer.vocab
        ids = sorted(vocab)[:MOST_READ]
        spelled = {char for i in ids for char in self.spelling.text_of(i) or ""}
        return next((char for char in UNUSED if char not in spelled), UNUSED[0])

    @cached_property
    def _starts(self) -> Sequence[str]:
        """The texts of tokens that may stand before another in a word."""
        specials = self.tokenizer.special_ids
        ids = (i for i in sorted(self.tokenizer.vocab) if i not in specials)
        texts = (self.spelling.text_of(token_id) for token_id in ids)
        return tuple(islice((text for text in texts if text and text.strip()), MOST_TEXTS))

    def _encode(self, text: str) -> list[int] | None:
        """The ids, or None where the tokenizer refuses the text."""
        try:
            return self.tokenizer.encode(text)
        except TokvizError:
            return None
