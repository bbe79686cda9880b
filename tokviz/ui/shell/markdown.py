"""Words that are not ours, written so that Markdown shows them as they stand.

Streamlit reads Markdown in errors, captions and labels, and afterwards replaces some characters in
what was read: ``:smile:``, ``->`` and the addresses of pages and mailboxes. A backslash keeps the
first away, an invisible word joiner within the pattern keeps the second.
"""

import re

from tokviz.text.direction import isolated

WORD_JOINER = "\u2060"
_MARKUP = re.compile(r"[\\`*_\[\]<>~$!#|&:]")
_BLOCK = re.compile(r"^(\s*(?:\d{1,9}(?=[.)])|(?=[-+=])))")
_ESCAPED = re.compile(r"\\([^A-Za-z0-9\s])")
_REPLACED_AFTERWARDS = re.compile(
    r"(?<=[:@])(?=\S)|(?<=www)(?=\.)|(?<=[<>~-])(?=[-=>])", re.IGNORECASE
)


def quoted(label: str) -> str:
    """``literal`` for a token or a text within a sentence of ours: it reorders nothing there."""
    return literal(isolated(label))


def literal(text: str) -> str:
    r"""Markdown that shows this text, on one line.

    "**a** _b_" -> r"\*\*a\*\* \_b\_"
    """
    one_line = re.sub(r"\s*[\r\n]\s*", " ", text)
    inline = _MARKUP.sub(r"\\\g<0>", _REPLACED_AFTERWARDS.sub(WORD_JOINER, one_line))
    return _BLOCK.sub(r"\1\\", inline)


def unmarked(sentence: str) -> str:
    r"""A sentence of ours, in which others' words are ``literal``, as plain text.

    r"step 5 joins **\* + h**" -> "step 5 joins * + h"
    """
    return _ESCAPED.sub(r"\1", sentence.replace("**", "")).replace(WORD_JOINER, "")
