"""Which strings may become a piece, as SentencePiece's trainers decide it.

A piece is at most 16 characters long; ▁ stands only at its front; its characters come from one
Unicode script, so "a1" and "日本x" are never learned. Hiragana and Katakana count as Han, because
Japanese mixes all three in a word. Digits and punctuation are the script Common; a combining mark
(Inherited) takes the script of what it follows.

Source: the checks in SentencePiece's trainer, whose list of scripts is that of Unicode 9: a
younger script counts as Common.
"""

from dataclasses import dataclass
from functools import cache

import regex

from tokviz.text.errors import TokvizError
from tokviz.text.markers import SPACE_MARKER

UNKNOWN_MARK = "▅"
"""Stands in the training text for every character too rare for the vocabulary."""
ANY_SCRIPT = -1
"""The script of a piece that has no character with a script of its own yet."""
MIXED = -2
"""What a forbidden character or a second script makes of a piece."""

SPELLING_KNOWN = "its spelling is a token already"
BARS = (
    SPELLING_KNOWN,
    "it would be longer than a piece may be",
    "▁ would stand inside it",
    "a digit stays alone",
    "it would mix scripts",
    "it holds a character that no piece may hold",
)
"""Why two neighbours may not become a piece, in words; the first is the trainer's to judge."""

_PROLONGED_SOUND = "ー"
_DIGITS = frozenset("0123456789０１２３４５６７８９")
_SCRIPT_NAMES = """
Common Latin Han Inherited Hiragana Katakana Hangul Cyrillic Greek Arabic Hebrew Devanagari Thai
Adlam Ahom Anatolian_Hieroglyphs Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki
Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham
Cherokee Coptic Cuneiform Cypriot Deseret Duployan Egyptian_Hieroglyphs Elbasan Ethiopic Georgian
Glagolitic Gothic Grantha Gujarati Gurmukhi Hanunoo Hatran Imperial_Aramaic Inscriptional_Pahlavi
Inscriptional_Parthian Javanese Kaithi Kannada Kayah_Li Kharoshthi Khmer Khojki Khudawadi Lao Lepcha
Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Malayalam Mandaic Manichaean Marchen
Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani
Myanmar Nabataean New_Tai_Lue Newa Nko Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian
Old_Permic Old_Persian Old_South_Arabian Old_Turkic Oriya Osage Osmanya Pahawh_Hmong Palmyrene
Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian
Siddham SignWriting Sinhala Sora_Sompeng Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le
Tai_Tham Tai_Viet Takri Tamil Tangut Telugu Thaana Tibetan Tifinagh Tirhuta Ugaritic Vai
Warang_Citi Yi
"""
_SCRIPTS = _SCRIPT_NAMES.split()
_COMMON, _HAN, _INHERITED = (_SCRIPTS.index(name) for name in ("Common", "Han", "Inherited"))
_JOINED_TO_HAN = frozenset(map(_SCRIPTS.index, ("Hiragana", "Katakana")))


@dataclass(frozen=True)
class PieceRules:
    """The limits on a piece; the values are SentencePiece's defaults.

    ``split_digits`` keeps every digit a piece of its own.
    """

    max_piece_length: int = 16
    split_by_script: bool = True
    split_digits: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.max_piece_length <= 512:
            raise TokvizError(
                f"max_piece_length is {self.max_piece_length}, but a piece has 1 to 512 "
                "characters. The usual limit is 16."
            )

    def allows(self, piece: str) -> bool:
        """Whether the string may become a piece."""
        return bool(piece) and self.bar(piece) is None

    def bar(self, piece: str) -> int | None:
        """The number, among ``BARS``, of the rule that forbids the string; None where none does."""
        if len(piece) > self.max_piece_length:
            return 1
        if SPACE_MARKER in piece[1:]:
            return 2
        if len(piece) > 1 and any(map(self.stands_alone, piece)):
            return 3
        state = ANY_SCRIPT
        for character in piece:
            script = self.script(character)
            if script == MIXED:
                return 5
            state = self.next_state(state, script)
            if state == MIXED:
                return 4
        return None

    def stands_alone(self, character: str) -> bool:
        """Whether a character may never be part of a longer piece."""
        return self.split_digits and character in _DIGITS

    def script(self, character: str) -> int:
        """The number of a character's script; ANY_SCRIPT for ▁, MIXED if no piece may hold it."""
        if character == SPACE_MARKER:
            return ANY_SCRIPT
        if character in (UNKNOWN_MARK, "\0", "\t", " "):
            return MIXED
        return _script(character) if self.split_by_script else ANY_SCRIPT

    def next_state(self, state: int, script: int) -> int:
        """The script of a piece after one more character."""
        if MIXED in (state, script):
            return MIXED
        if script in (ANY_SCRIPT, _INHERITED):
            return state
        return script if state in (ANY_SCRIPT, script) else MIXED


@cache
def _script(character: str) -> int:
    match = _scripts_pattern().match(character)
    script = _SCRIPTS.index(match.lastgroup) if match and match.lastgroup else _COMMON
    if script in _JOINED_TO_HAN or character == _PROLONGED_SOUND:
        return _HAN
    return script


@cache
def _scripts_pattern() -> "regex.Pattern[str]":
    return regex.compile("|".join(rf"(?P<{name}>\p{{Script={name}}})" for name in _SCRIPTS))
