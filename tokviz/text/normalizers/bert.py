"""How BERT prepares text: clean it, set Chinese characters apart, fold case and accents, split.

Normalizing loses text on purpose; splitting afterwards loses only the spaces. The rules, in order:

1. control and format characters, U+0000 and U+FFFD vanish; every white space becomes a space;
2. every Chinese character gets a space on both sides, so that it is a word;
3. if asked, accents are dropped: decompose (NFD), then remove the nonspacing marks;
4. if asked, lower case, character by character (so a final sigma is an ordinary one);
5. split at spaces; every punctuation mark is a word of its own.

Sources: Devlin et al. 2018, BERT's published tokenization; the classes of characters are those of
Hugging Face's ``BertNormalizer`` and ``BertPreTokenizer``, which know Unicode as of version 8:
what came later counts there as an ordinary letter, and so it does here. It decomposes as of version
9, but knows the capitals of today.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import regex

# Marks, punctuation and format characters that are younger than Unicode 8, in hexadecimal.
_YOUNGER = """
5C8-5C9 61D 7FD 890-891 897-89F 8CA-8E2 9FD-9FE A76 AFA-AFF B53-B55 C04 C3C C77 C84 D00 D3B-D3C D81
EBA ECE 180F 1885-1886 1ABF-1AF0 1B4E-1B4F 1B7D-1B7F 1DF6-1DFB 2E43-2E4F 2E52-2E5D 2E60-2E63 A82C
A8C5 A8FF A9BD 10D24-10D27 10D69-10D6E 10EAB-10EAD 10ECB-10ED0 10EF0-10EFF 10F46-10F50 10F55-10F59
10F82-10F89 11070 11073-11074 110C2 110CD 111C9 111CF 1123E 11241 1133B 113BB-113C0 113CE 113D0
113D2 113D4-113D5 113D7-113D8 113E1-113E2 11438-1143F 11442-11444 11446 1144B-1144F 1145A-1145B
1145D-1145E 11660-1166C 116B9 1182F-11837 11839-1183B 1193B-1193C 1193E 11943-11946 119D4-119D7
119DA-119DB 119E0 119E2 11A01-11A0A 11A33-11A38 11A3B-11A47 11A51-11A56 11A59-11A5B 11A8A-11A96
11A98-11A9C 11A9E-11AA2 11B00-11B09 11B60 11B62-11B64 11B66 11BE1 11C30-11C36 11C38-11C3D 11C3F
11C41-11C45 11C70-11C71 11C92-11CA7 11CAA-11CB0 11CB2-11CB3 11CB5-11CB6 11D31-11D36 11D3A
11D3C-11D3D 11D3F-11D45 11D47 11D90-11D91 11D95 11D97 11DF0 11EF3-11EF4 11EF7-11EF8 11F00-11F01
11F36-11F3A 11F40 11F42-11F4F 11F5A 11FFF 12FF1-12FF2 13430-13440 13447-13455 1611E-16129
1612D-1612F 16D6D-16D6F 16E97-16E9A 16F4F 16FE2 16FE4 1CF00-1CF2D 1CF30-1CF46 1D127-1D128
1D25B-1D25C 1E000-1E006 1E008-1E018 1E01B-1E021 1E023-1E024 1E026-1E02A 1E08F 1E130-1E136 1E2AE
1E2EC-1E2EF 1E4EC-1E4EF 1E5EE-1E5EF 1E5FF 1E6E3 1E6E6 1E6EE-1E6EF 1E6F5 1E944-1E94A 1E95E-1E95F
"""
# What is younger than Unicode 9 and has an order among marks, or decomposes: there it does neither.
_INERT = """
5C8-5C9 7FD 897-89F 8CA-8D3 9FE C3C D3B-D3C EBA 1715 1ABF-1AF0 1DF6-1DFA A82C 105C9 105E4
10D24-10D27 10D69-10D6D 10EAB-10EAC 10ECB-10ECF 10EF0-10EFB 10EFD-10EFF 10F46-10F50 10F82-10F85
11070 1133B 11383 11385 1138E 11391 113C5 113C7-113C8 113CE-113D0 1145E 11839-1183A 11938
1193D-1193E 11943 119E0 11A34 11A47 11A99 11D42 11D44-11D45 11D97 11F41-11F42 16121-16128 1612F
16D68-16D6A 16FF0-16FF1 1D127-1D128 1D250-1D252 1D25B-1D25C 1D25F 1D280-1D281 1E08F 1E130-1E136
1E2AE 1E2EC-1E2EF 1E4EC-1E4EF 1E5EE-1E5EF 1E6E3 1E6E6 1E6EE-1E6EF 1E6F5
"""
# The capitals of Unicode 16 and 17, which Python learns from its release 3.14 on.
_YOUNG_CAPITALS = {
    **{0x1C89: 0x1C8A, 0xA7CB: 0x264, 0xA7CC: 0xA7CD, 0xA7CE: 0xA7CF, 0xA7D2: 0xA7D3},
    **{0xA7D4: 0xA7D5, 0xA7DA: 0xA7DB, 0xA7DC: 0x19B},
    **{capital: capital + 0x20 for capital in range(0x10D50, 0x10D66)},
    **{capital: capital + 0x1B for capital in range(0x16EA0, 0x16EB9)},
}
_CHINESE = "3400-4DBF 4E00-9FFF F900-FAFF 20000-2A6DF 2A700-2B81F 2B920-2CEAF 2F800-2FA1F"


def _ranges(table: str) -> str:
    """A table of hexadecimal ranges as the inside of a character class."""
    return "".join(
        "-".join(f"\\U{int(edge, 16):08X}" for edge in entry.split("-")) for entry in table.split()
    )


# Three characters have changed their class since Unicode 8; they are added by number.
_PUNCTUATION_CLASS = rf"[[[\p{{P}}$+<=>^`|~]--[{_ranges(_YOUNGER)}]]{_ranges('166D 111C9')}]"
_WORD = regex.compile(rf"(?V1){_PUNCTUATION_CLASS}|[^\s{_PUNCTUATION_CLASS}]+")
_PUNCTUATION = regex.compile(rf"(?V1){_PUNCTUATION_CLASS}")
_VANISHING = regex.compile(
    rf"(?V1)[[[\p{{Cc}}\p{{Cf}}\p{{Co}}]--[{_ranges(_YOUNGER)}\t\n\r]]\x00\uFFFD]"
)
_WHITE_SPACE = regex.compile(r"\s")
_CHINESE_CHARACTER = regex.compile(f"([{_ranges(_CHINESE)}])")
_ASCII_MARKS = re.escape("".join(filter(_PUNCTUATION.match, map(chr, range(128)))))
_DECOMPOSING = regex.compile(f"[^{_ranges(_INERT)}]+")
_MANY_MARKS = regex.compile(r"\p{M}{64}")
_NONSPACING = regex.compile(rf"(?V1)[[\p{{Mn}}--[{_ranges(_YOUNGER)}]]{_ranges('1734 1171E')}]")


@dataclass(frozen=True, eq=False)
class BertWords:
    """A normalized text as its words and the gaps around them.

    ``gaps`` has one entry more than ``words``: what stands before each, and at the end.
    """

    words: Sequence[str]
    gaps: Sequence[str]


def _clean(text: str) -> str:
    return str(_WHITE_SPACE.sub(" ", _VANISHING.sub("", text)))


def _cleaned(text: str) -> str:
    return str(_CHINESE_CHARACTER.sub(r" \1 ", _clean(text)))


def _without_accents(text: str) -> str:
    return str(_NONSPACING.sub("", _nfd(text)))


def _lower(text: str) -> str:
    return "".join(map(str.lower, text)).translate(_YOUNG_CAPITALS)


_CLEAN_ASCII = {code: _clean(chr(code)) or None for code in range(128)}
# Of ASCII text the standard library's engine finds the same words in a third of the time.
_ASCII_WORD = re.compile(rf"[{_ASCII_MARKS}]|[^ \t\n\r\f\v{_ASCII_MARKS}]+")
_STRETCH = 1 << 15  # characters, and on to the next edge
_EDGE = re.compile("[ \n]")
_WORD_EDGE = regex.compile(rf"(?V1)[ \n{_PUNCTUATION_CLASS}]")
# ``regex`` gives Python's lock back for each search. One so short takes it again before a thread
# that waits has woken up, and that one then waits anew: it never gets to ask for the lock.
_ASCII_WORD_EDGE = re.compile(rf"[ \n{_ASCII_MARKS}]")
_NO_MARK = regex.compile(r"\P{M}")  # what stands before it, no mark leaves in any folding


def bert_normalize(text: str, *, lowercase: bool, strip_accents: bool | None = None) -> str:
    """The text after cleaning and folding. ``strip_accents=None`` follows ``lowercase``.

    "Café\\t東京", lowercase=True -> "cafe  東  京 "
    """
    if text.isascii():
        text = text.translate(_CLEAN_ASCII)
        return text.lower() if lowercase else text
    text = _in_stretches(_cleaned, text)
    if lowercase if strip_accents is None else strip_accents:
        text = _in_stretches(_without_accents, text)
    return _in_stretches(_lower, text) if lowercase else text


def bert_origins(text: str, *, lowercase: bool, strip_accents: bool | None = None) -> list[int]:
    """Which character of the text each character of the normalized text came from, ascending.

    "Aß 東" -> [0, 1, 2, 3, 3, 3] for "Aß  東 ". Where accents are put into another order, each has
    the place that it came to.
    """
    spaced = {char: bert_normalize(char, lowercase=False) for char in set(text)}
    sources = [(part, index) for index, char in enumerate(text) for part in spaced[char]]
    if lowercase if strip_accents is None else strip_accents:
        sources = [source for source in _decomposed(sources) if not _NONSPACING.match(source[0])]
    if lowercase:
        sources = [(part, index) for char, index in sources for part in char.lower()]
    return sorted(index for _, index in sources)


def _nfd(text: str) -> str:
    """The text decomposed; Python's own sorts marks in the square of their number."""
    if _MANY_MARKS.search(text):
        return "".join(char for char, _ in _decomposed(zip(text, range(len(text)), strict=True)))
    decomposed: str = _DECOMPOSING.sub(lambda run: unicodedata.normalize("NFD", run.group()), text)
    return decomposed


def _decomposed(sources: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """NFD, each character with its place: marks between two letters in the order of their class."""
    marks: list[tuple[str, int]] = []
    for char, index in sources:
        inert = not _DECOMPOSING.match(char)
        for part in char if inert else unicodedata.normalize("NFD", char):
            if not inert and unicodedata.combining(part):
                marks.append((part, index))
                continue
            yield from sorted(marks, key=lambda mark: unicodedata.combining(mark[0]))
            marks.clear()
            yield part, index
    yield from sorted(marks, key=lambda mark: unicodedata.combining(mark[0]))


def is_punctuation(character: str) -> bool:
    """Whether the character is always a word of its own."""
    return bool(_PUNCTUATION.fullmatch(character))


def bert_split(normalized: str) -> BertWords:
    """Words between spaces, punctuation marks alone. "don't go" -> ["don", "'", "t", "go"]"""
    word = _ASCII_WORD if normalized.isascii() else _WORD
    return BertWords(word.findall(normalized), word.split(normalized))


def bert_words(
    documents: Iterable[str], *, lowercase: bool, strip_accents: bool | None = None
) -> BertWords:
    """The words of the documents as BERT prepares them, with a line end between two documents.

    No call into an engine is long: while one runs, no other thread does.
    """
    normalized = (
        ("\n" if number and not start else "")  # parts words as well as a space
        + bert_normalize(stretch, lowercase=lowercase, strip_accents=strip_accents)
        for number, document in enumerate(documents)
        for start, stretch in _stretches(document)
    )
    words: list[str] = []
    gaps = [""]
    for _, part in chain.from_iterable(map(_words_whole, _joined(normalized))):
        split = bert_split(part)
        words += split.words
        gaps[-1] += split.gaps[0]
        gaps += split.gaps[1:]
    return BertWords(words, gaps)


def _stretches(text: str, edges: Any = _EDGE) -> Iterator[tuple[int, str]]:
    """The text, cut now and then before an edge, and where each stretch begins.

    A space or a line end stays white: no word, and no accent on its way to its place, crosses it.
    """
    start = 0
    while (edge := edges.search(text, start + _STRETCH)) is not None:
        yield start, text[start : edge.start()]
        start = edge.start()
    yield start, text[start:]


def _words_whole(text: str) -> Iterator[tuple[int, str]]:
    return _stretches(text, _ASCII_WORD_EDGE if text.isascii() else _WORD_EDGE)


def _in_stretches(fold: Callable[[str], str], text: str) -> str:
    return "".join(fold(stretch) for _, stretch in _stretches(text, _NO_MARK))


def _joined(parts: Iterable[str]) -> Iterator[str]:
    """The parts, short ones joined."""
    waiting: list[str] = []
    size = 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size >= _STRETCH:
            yield "".join(waiting)
            waiting, size = [], 0
    yield "".join(waiting)
