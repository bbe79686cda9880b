"""Markers: what a tokenizer itself writes into its tokens, so that words can be told apart.

``##`` says that a piece continues a word, ``</w>`` that a word ends, ``▁`` that a space stood
there. A marker is no letter of the text: it is drawn as what it is, left out of lengths, and taken
off (or, for ``▁``, read as a space) where a token is looked for in the text.
"""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Place: TypeAlias = Literal["front", "end"]

SPACE_MARKER = "▁"
CONTINUING_PREFIX = "##"
END_OF_WORD = "</w>"
UNKNOWN_MARK = "▅"
"""Stands in SentencePiece's training text for every character too rare for the vocabulary."""

NAMED_BYTE = re.compile(r"<0x([0-9A-F]{2})>")
"""A token of SentencePiece, and of those who follow it, that stands for a single byte."""

BERT_UNK = "[UNK]"
BERT_MAX_CHARS = 100
"""Characters of the longest word that BERT cuts into pieces."""


@dataclass(frozen=True, slots=True)
class Marker:
    """What it looks like, and at which end of a token it stands.

    ``spells`` is the text it stands for; one that spells text may stand inside a token too.
    """

    text: str
    place: Place
    spells: str = ""


Markers: TypeAlias = tuple[Marker, ...]

SPACES: Markers = (Marker(SPACE_MARKER, "front", spells=" "),)


def continuations(prefix: str) -> Markers:
    """The marker of a tokenizer that writes this prefix before each piece inside a word."""
    return (Marker(prefix, "front"),)


def word_ends(end_of_word: str | None) -> Markers:
    """The marker of a tokenizer that writes this symbol behind every word, if it writes one."""
    return () if end_of_word is None else (Marker(end_of_word, "end"),)


def cut_markers(token: str, markers: Markers) -> tuple[str, str, str]:
    """The marker in front, the rest, and the marker at the end. "##ly" -> ("##", "ly", "")

    A marker that spells text stays in the rest.
    """
    front = end = ""
    for marker in markers:
        if marker.spells:
            continue
        if marker.place == "front" and not front and token.startswith(marker.text):
            front, token = marker.text, token[len(marker.text) :]
        elif marker.place == "end" and not end and token.endswith(marker.text):
            end, token = marker.text, token[: -len(marker.text)]
    return front, token, end


def spelled_text(token: str, markers: Markers) -> str:
    """The text that a token stands for. "##ly" -> "ly", "▁the" -> " the" """
    _, text, _ = cut_markers(token, markers)
    for marker in markers:
        if marker.spells:
            text = text.replace(marker.text, marker.spells)
    return text


def spelled_bytes(token: str | bytes, markers: Markers) -> bytes:
    """The UTF-8 of what a token stands for. "##ly" -> b"ly", "▁the" -> b" the"

    Of a tokenizer that writes spaces as ▁, "<0xC3>" is the byte.
    """
    if isinstance(token, bytes):
        return token
    if byte := named_byte(token, markers):
        return bytes.fromhex(byte[1])
    return spelled_text(token, markers).encode("utf-8", "surrogatepass")


def named_byte(token: str, markers: Markers) -> re.Match[str] | None:
    """A match where the token is one byte of a character without a piece: "<0xC3>"."""
    return NAMED_BYTE.fullmatch(token) if any(mark.spells for mark in markers) else None


def spelled_length(token: str | bytes, markers: Markers) -> int:
    """The length of what a token stands for: characters, of a byte token its bytes.

    "##ly" -> 2, "▁the" -> 4, "<0xC3>" -> 1
    """
    if isinstance(token, bytes):
        return len(token)
    return 1 if named_byte(token, markers) else len(spelled_text(token, markers))


def num_letters(token: str | bytes, markers: Markers) -> int:
    """The length of a token without its markers: characters, of a byte token its bytes."""
    if isinstance(token, bytes):
        return len(token)
    if named_byte(token, markers):
        return 1
    _, text, _ = cut_markers(token, markers)
    return len(text) - sum(text.count(marker.text) for marker in markers if marker.spells)
