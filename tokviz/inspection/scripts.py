"""In which script a token is written.

What belongs to no one script, as digits, punctuation and white space do, does not count, so " the"
is Latin. A token of two scripts is mixed, but for Japanese, which mixes three in a word.
Source: the property Script of Unicode (Standard Annex 24), as the package ``regex`` has it.
"""

from functools import lru_cache

import regex

from tokviz.text.code_points import distinct_characters

NONE, MIXED, OTHER = "no script", "several scripts", "another script"
JAPANESE = "Japanese"
_JAPANESE = frozenset(("Han", "Hiragana", "Katakana"))
SCRIPTS = (
    *("Latin", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic", "Syriac", "Thaana", "NKo"),
    *("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada"),
    *("Malayalam", "Sinhala", "Thai", "Lao", "Tibetan", "Myanmar", "Georgian", "Hangul"),
    *("Ethiopic", "Cherokee", "Khmer", "Mongolian", "Han", "Hiragana", "Katakana", "Bopomofo"),
    *("Canadian_Aboriginal", "Tifinagh", "Runic", "Ogham", "Gothic", "Coptic", "Yi", "Braille"),
    *("Javanese", "Balinese", "Sundanese", "Tagalog", "Vai", "Adlam", "Ol_Chiki", "Glagolitic"),
)
"""The scripts that are told apart by name."""
_NO_SCRIPT = r"[\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]"


def script_of(text: str) -> str:
    """One of ``SCRIPTS``, with spaces for underscores, or what else the text is."""
    found = {script for char in distinct_characters(text) if (script := _script(char)) != NONE}
    if not found:
        return NONE
    if len(found) == 1:
        return found.pop()
    return JAPANESE if found <= _JAPANESE else MIXED


@lru_cache(maxsize=1 << 16)
def _script(char: str) -> str:
    if char.isascii():
        return "Latin" if char.isalpha() else NONE
    if regex.match(_NO_SCRIPT, char):
        return NONE
    named = (name for name in SCRIPTS if regex.match(rf"\p{{Script={name}}}", char))
    return next(named, OTHER).replace("_", " ")
