"""A vocabulary, X-rayed: of what kind each token is, in which script, and how long.

The kinds say what can be seen in a token, and no more: whether letters are a whole word, only a
text could tell. A tokenizer that writes markers says more: that a token begins, goes on with or
ends a word.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import regex

from tokviz.inspection.scripts import NONE, script_of
from tokviz.inspection.spelling import Spelling
from tokviz.text.labels import Unit, unit_of
from tokviz.text.markers import Markers, cut_markers, num_letters
from tokviz.traces.merges import Token
from tokviz.traces.tokenizer import Tokenizer

Kind: TypeAlias = Literal[
    "begins",
    "continues",
    "ends",
    "letters",
    "number",
    "punctuation",
    "space",
    "mixed",
    "incomplete",
    "special",
]
KINDS: Mapping[str, str] = {
    "begins": "begins a word",
    "continues": "continues a word",
    "ends": "ends a word",
    "letters": "letters alone",
    "number": "number",
    "punctuation": "punctuation, symbols, controls",
    "space": "white space",
    "mixed": "several kinds together",
    "incomplete": "no whole character",
    "special": "special token",
}
"""What a token can be, in words."""
WHY: Mapping[str, str] = {
    "begins": "Letters with a space before them, or, where pieces inside a word are marked, "
    "without that mark.",
    "continues": "Letters with the mark of a piece inside a word.",
    "ends": "Letters with the mark of a word's end, or that mark alone.",
    "letters": "Letters with nothing that says where the word begins or ends: a part of a word, "
    "or a word with no space before it.",
    "number": "Digits and other numbers, such as ½, perhaps with a space before them.",
    "punctuation": "Neither letters nor digits, perhaps with a space before and line ends behind.",
    "space": "Spaces, tabs and line ends only.",
    "mixed": "Several of these together: letters, digits, punctuation or spaces.",
    "incomplete": "Bytes that are no whole character: a part of one, parts of two, or bytes that "
    "UTF-8 never uses.",
    "special": "For programs, not for text: the unknown token is one.",
}
"""What makes a token one of these."""
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
_SHAPES: dict[Kind, regex.Pattern[str]] = {
    "space": regex.compile(r"\s+"),
    "number": regex.compile(r" ?\p{N}+"),
    "punctuation": regex.compile(r" ?[^\s\p{L}\p{N}]+[\r\n]*"),
}


@dataclass(frozen=True, slots=True)
class TokenFacts:
    """One token. ``length`` counts characters, of a byte token bytes; markers are left out.

    ``plain`` is what the token spells without case and outer space; empty where it is no text.
    """

    token_id: int
    token: Token
    kind: Kind
    script: str
    length: int
    plain: str


@dataclass(frozen=True, eq=False)
class VocabularyFacts:
    """The facts of all tokens, by id."""

    tokens: Sequence[TokenFacts]
    markers: Markers
    unit: Unit
    """In what lengths are counted."""

    @cached_property
    def duplicates(self) -> Sequence[Sequence[TokenFacts]]:
        """Groups of tokens that differ in case or outer space only, the largest first."""
        groups: defaultdict[str, list[TokenFacts]] = defaultdict(list)
        for facts in self.tokens:
            if facts.plain:
                groups[facts.plain].append(facts)
        several = [group for group in groups.values() if len(group) > 1]
        return sorted(several, key=lambda group: (-len(group), group[0].token_id))

    def longest(self, most: int = 100) -> Sequence[TokenFacts]:
        """The longest tokens that are no special ones, the longest first."""
        ordinary = [facts for facts in self.tokens if facts.kind != "special"]
        return sorted(ordinary, key=lambda facts: (-facts.length, facts.token_id))[:most]


def examine(tokenizer: Tokenizer) -> VocabularyFacts:
    """Look at every token of a vocabulary once."""
    spelling = Spelling.of(tokenizer)
    tokens = tuple(_facts(spelling, token_id) for token_id in sorted(tokenizer.vocab))
    return VocabularyFacts(tokens, tokenizer.markers, unit_of(facts.token for facts in tokens))


def _facts(spelling: Spelling, token_id: int) -> TokenFacts:
    token = spelling.vocab[token_id]
    kind, text = kind_of(spelling, token_id), spelling.text_of(token_id) or ""
    is_text = kind not in ("special", "incomplete")
    length = 1 if token_id in spelling.byte_of else num_letters(token, spelling.markers)
    return TokenFacts(
        token_id,
        token,
        kind,
        script_of(text) if is_text else NONE,
        length,
        text.strip().casefold() if is_text else "",
    )


def kind_of(spelling: Spelling, token_id: int) -> Kind:
    """Of which kind a token is."""
    if token_id in spelling.special_ids:
        return "special"
    text = spelling.text_of(token_id)
    if text is None:
        return "incomplete"
    for kind, shape in _SHAPES.items():
        if shape.fullmatch(text):
            return kind
    if text and not _LETTERS.fullmatch(text.removeprefix(" ")):
        return "mixed"
    return _letters(spelling, token_id, text)


def _letters(spelling: Spelling, token_id: int, text: str) -> Kind:
    """What the markers, or a space, say of letters."""
    token = spelling.vocab[token_id]
    front, _, end = (
        cut_markers(token, spelling.markers) if isinstance(token, str) else ("", token, "")
    )
    if end:
        return "ends"
    if front:
        return "continues"
    marks_insides = any(
        marker.place == "front" and not marker.spells for marker in spelling.markers
    )
    return "begins" if text.startswith(" ") or marks_insides else "letters"
