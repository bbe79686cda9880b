"""Words that a caller counted, and whether SentencePiece's trainers could see them in a text.

Such a word has been normalized, ▁ stands at its front (or end) alone, and in front of the first of
a line stands one too, unless that is switched off. So one without a ▁ would never be met again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tokviz.algorithms.pieces.corpus import BY_PIECES
from tokviz.algorithms.pieces.settings import PieceOptions, PieceSettings
from tokviz.text.counted_words import counted_words
from tokviz.text.markers import SPACE_MARKER, UNKNOWN_MARK
from tokviz.text.pre_tokens import PreTokens


def counted_piece_words(
    counts: PreTokens | Mapping[str, int], settings: Mapping[str, object]
) -> PreTokens:
    """The words for training with these settings; TokvizError for one that no text gives it."""
    names = PieceOptions.__annotations__
    asked = PieceSettings(**{name: settings[name] for name in settings if name in names})  # type: ignore[arg-type]
    example = f"low{SPACE_MARKER}" if asked.treat_whitespace_as_suffix else f"{SPACE_MARKER}low"
    return counted_words(counts, lambda words: unseen_word(words, asked), example, BY_PIECES)


def unseen_word(words: Sequence[str], asked: PieceSettings) -> str | None:
    """The first of the words that training sees in no text. ["▁low", "low"] -> "low" """
    strip = str.removesuffix if asked.treat_whitespace_as_suffix else str.removeprefix
    bodies = [strip(word, SPACE_MARKER) for word in words]
    normalizer = replace(asked.normalizer, add_dummy_prefix=True, space_after=False)
    lines = normalizer.normalize_each([body.replace("\n", " ") for body in bodies])
    barred = [UNKNOWN_MARK, *(name for name in asked.special.spellings if " " not in name)]
    for word, body, line in zip(words, bodies, lines, strict=True):
        changed = asked.remove_extra_whitespaces if not body else line != SPACE_MARKER + body
        unmarked = asked.add_dummy_prefix and word == body
        uncut = asked.split_by_whitespace and SPACE_MARKER in body
        if changed or unmarked or uncut or any(name in word for name in barred):
            return word
    return None
