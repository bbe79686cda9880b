"""How WordPiece encodes: from the left the longest piece, then the longest that continues the word.

Merges play no part, only the vocabulary. If nothing fits at some place, or the word is longer than
the limit, all of it is unknown. A special token that the text may hold is a word of its own, found
before anything is normalized.
Source: Devlin et al. 2018, BERT's published tokenization. Not here: training (wordpiece.py).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tokviz.algorithms.merging.letter_pieces import check_prefix
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import AT_ONCE, WORD_LENGTH
from tokviz.text.characters import byte_offsets
from tokviz.text.markers import BERT_MAX_CHARS, continuations
from tokviz.text.normalizers.bert import bert_normalize, bert_origins, bert_split
from tokviz.text.pre_tokens import cut_special_tokens
from tokviz.text.special_tokens import search_effort
from tokviz.traces.matches import MatchStep, MatchTrace, Outcome

Try: TypeAlias = tuple[int, int, str, int | None]
"""A look-up: where in the word the candidate starts and ends, the candidate, its id or None."""


def check_words(prefix: str, max_chars: int) -> None:
    """TokvizError for a prefix that is none, or a limit of a word that takes too long."""
    check_prefix(prefix)
    if not 1 <= max_chars <= WORD_LENGTH:
        raise TokvizError(
            f"max_chars_per_word is {max_chars:,}, but the longest word has from 1 to "
            f"{WORD_LENGTH:,} characters. BERT's limit is {BERT_MAX_CHARS}."
        )


def word_effort(max_chars: int) -> float:
    """How many times the work of a merge each character of the longest word may cost, 1 or more.

    Each start is tried with each end, and what is tried is as long as the word.
    """
    return max(1.0, 10 * (max_chars / BERT_MAX_CHARS) ** 2)


@dataclass(frozen=True, eq=False)
class _Words:
    """A text cut into words; ``gaps`` has one entry more than they."""

    words: Sequence[str]
    gaps: Sequence[str]
    special: Collection[int]  # the numbers of the words that are special tokens


@dataclass(frozen=True, slots=True)
class Pieces:
    """A vocabulary, the prefix of pieces inside a word, and the longest word, in characters."""

    token_to_id: Mapping[str, int]
    unk_id: int
    prefix: str
    max_chars: int

    def match(self, word: str, tries: list[Try]) -> tuple[list[int], Outcome]:
        """The pieces of one word, and how the matching ended; every try is added to ``tries``."""
        if len(word) > self.max_chars:
            return [self.unk_id], "too long"
        token_ids: list[int] = []
        start = 0
        while start < len(word):
            prefix = self.prefix if start else ""
            for end in range(len(word), start, -1):
                candidate = prefix + word[start:end]
                token_id = self.token_to_id.get(candidate)
                tries.append((start, end, candidate, token_id))
                if token_id is not None:
                    break
            else:
                return [self.unk_id], "nothing fits"
            token_ids.append(token_id)
            start = end
        return token_ids, "pieces"


@dataclass(frozen=True, eq=False)
class LongestMatch:
    """A vocabulary, and how a text is prepared to be looked up in it.

    All texts are well-formed; ``allowed`` are the special tokens that a text may hold.
    """

    token_to_id: Mapping[str, int]
    unk_id: int
    prefix: str
    max_chars: int
    specials: Collection[str]
    lowercase: bool
    strip_accents: bool | None

    def may_run_away(self, size: int) -> bool:
        """Whether a text of so many characters may take the server's time or memory for long."""
        effort = word_effort(self.max_chars) + search_effort(self.specials)
        return effort > AT_ONCE / max(1, size)

    def normalize(self, text: str) -> str:
        """The text after cleaning and folding."""
        return bert_normalize(text, lowercase=self.lowercase, strip_accents=self.strip_accents)

    def encode(self, text: str, allowed: Collection[str]) -> list[int]:
        """The ids of the pieces, word by word."""
        cut = self._cut(text, allowed)
        pieces = self._pieces
        ids_of: dict[str, Sequence[int]] = {}
        token_ids: list[int] = []
        for number, word in enumerate(cut.words):
            if number in cut.special:
                token_ids.append(self.token_to_id[word])
                continue
            if word not in ids_of:
                ids_of[word] = pieces.match(word, [])[0]
            token_ids.extend(ids_of[word])
        return token_ids

    def trace(self, text: str, allowed: Collection[str]) -> MatchTrace:
        """Every try in order: each substring looked up, found or not."""
        cut = self._cut(text, allowed)
        matched: list[tuple[list[int], Outcome]] = []
        steps: list[MatchStep] = []
        for number, word in enumerate(cut.words):
            if number in cut.special:
                matched.append(([self.token_to_id[word]], "special"))
                continue
            tries: list[Try] = []
            matched.append(self._pieces.match(word, tries))
            steps.extend(MatchStep(number, *tried) for tried in tries)
        return MatchTrace(
            text=text,
            normalized="".join(map("".join, zip(cut.gaps, [*cut.words, ""], strict=True))),
            pre_tokens=tuple(cut.words),
            gaps=tuple(cut.gaps),
            pieces=tuple(tuple(ids) for ids, _ in matched),
            outcomes=tuple(outcome for _, outcome in matched),
            steps=tuple(steps),
            markers=continuations(self.prefix),
        )

    def spans(self, text: str, allowed: Collection[str]) -> list[tuple[int, int]]:
        """The UTF-8 byte range of each token; the first token of a character has all of it."""
        origins = self._origins(text, allowed)
        offsets = byte_offsets(text)
        piece_of = {token_id: piece for piece, token_id in self.token_to_id.items()}
        trace = self.trace(text, allowed)
        spans: list[tuple[int, int]] = []
        start = position = 0  # characters of the normalized text done, bytes of the text done
        for word, gap, ids, outcome in zip(
            trace.pre_tokens, trace.gaps, trace.pieces, trace.outcomes, strict=False
        ):
            start += len(gap)
            for token_id in ids:
                piece = piece_of[token_id].removeprefix(self.prefix)
                end = start + len(piece if outcome == "pieces" else word)
                begin = max(offsets[origins[start]], position)
                position = max(offsets[origins[end - 1] + 1], begin)
                spans.append((begin, position))
                start = end
        return spans

    def _cut(self, text: str, allowed: Collection[str]) -> _Words:
        words: list[str] = []
        gaps = [""]
        special: set[int] = set()
        for part, is_special in cut_special_tokens(text, self.specials, allowed):
            if is_special:
                special.add(len(words))
                words.append(part)
                gaps.append("")
                continue
            split = bert_split(self.normalize(part))
            words.extend(split.words)
            gaps[-1] += split.gaps[0]
            gaps.extend(split.gaps[1:])
        return _Words(words, gaps, special)

    def _origins(self, text: str, allowed: Collection[str]) -> list[int]:
        """Which character of the text each character of the trace's normalized text came from."""
        origins: list[int] = []
        place = 0
        for part, is_special in cut_special_tokens(text, self.specials, allowed):
            own = (
                list(range(len(part)))
                if is_special
                else bert_origins(part, lowercase=self.lowercase, strip_accents=self.strip_accents)
            )
            origins.extend(place + index for index in own)
            place += len(part)
        return origins

    @property
    def _pieces(self) -> Pieces:
        return Pieces(self.token_to_id, self.unk_id, self.prefix, self.max_chars)
