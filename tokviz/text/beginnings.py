"""The beginning of a text that is too long to show, with its last word whole."""

LONG_WORD = 100
"""Letters up to which a word stays whole."""


def beginning(text: str, longest: int) -> str:
    """At most so many characters of a text, and no part of a word where white space is near.

    beginning("the best of times", 14) -> "the best of"
    """
    cut = text[:longest]
    if cut != text and not any(map(str.isspace, text[longest - 1 : longest + 1])):
        words = cut.rsplit(maxsplit=1)
        if len(words) == 2 and len(words[1]) < LONG_WORD:
            return words[0]
    return cut
