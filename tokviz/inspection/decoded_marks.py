"""What decoding made of a tokenizer's marks and of special tokens, in words.

Read from what each id added to the text, never from how the tokenizer means to decode: a brought
file may say anything of its decoder.
"""

from collections.abc import Sequence

from tokviz.text.markers import SPACE_MARKER, Marker
from tokviz.traces.merges import Token
from tokviz.traces.results import Span
from tokviz.traces.tokenizer import Tokenizer


def what_became(
    tokenizer: Tokenizer,
    ids: Sequence[int],
    text: str,
    spans: Sequence[Span],
    spelled: Sequence[bytes | None],
) -> list[str]:
    """For each id what became of its mark, or of a special token; mostly nothing.

    ``spans`` are the ranges of the decoded text to which the ids add.
    """
    puts_spaces = any(
        _puts_space(tokenizer.vocab[token_id], text[slice(*span)])
        for token_id, span, data in zip(ids, spans, spelled, strict=True)
        if data is None and token_id not in tokenizer.special_ids
    )
    notes = []
    for token_id, (start, end), data in zip(ids, spans, spelled, strict=True):
        token, added = tokenizer.vocab[token_id], text[start:end]
        if token_id == tokenizer.unk_id:
            notes.append("unknown: which text it stood for is lost")
        elif token_id in tokenizer.special_ids:
            notes.append(f"a special token: {'kept as written' if added else 'left out'}")
        elif data is not None or isinstance(token, bytes):
            notes.append("")
        else:
            found = (
                _note(mark, token, added, start, end == len(text)) for mark in tokenizer.markers
            )
            note = next(filter(None, found), "")
            notes.append(note or (_spacing(token, added, start) if puts_spaces else ""))
    return notes


def _puts_space(token: Token, added: str) -> bool:
    """Whether decoding wrote a space that the token does not have."""
    return (
        added.startswith(" ")
        and isinstance(token, str)
        and not token.startswith((" ", SPACE_MARKER))
    )


def _note(mark: Marker, token: str, added: str, start: int, ends: bool) -> str:
    """What became of this mark in a token; nothing where the token has none."""
    if mark.spells:
        return _space_mark(mark, token, added, start) if mark.text in token else ""
    if mark.place == "end":
        return _end_mark(mark, added, ends) if token.endswith(mark.text) else ""
    return _front_mark(mark, added, start) if token.startswith(mark.text) else ""


def _end_mark(mark: Marker, added: str, ends: bool) -> str:
    """</w>, which is a space where another word follows."""
    if mark.text in added:
        return f"{mark.text} is kept as written"
    if added.endswith(" "):
        return f"{mark.text} ends a word: a space"
    return f"{mark.text} ends the last word: no space" if ends else f"{mark.text} is left out"


def _front_mark(mark: Marker, added: str, start: int) -> str:
    """##, which says that no space stands before."""
    if added.lstrip(" ").startswith(mark.text):
        return f"{mark.text} is kept{'' if start else ': no piece stands before it'}"
    return f"{mark.text} is left out: joined without a space"


def _space_mark(mark: Marker, token: str, added: str, start: int) -> str:
    """▁, which is a space wherever it stands."""
    if mark.text in added:
        return f"{mark.text} is kept as written"
    if token.startswith(mark.text) and not added.startswith(mark.spells):
        where = "" if start else ": no space stands before the first word"
        return f"{mark.text} is left out{where}"
    return f"{mark.text} is a space"


def _spacing(token: str, added: str, start: int) -> str:
    """Of a tokenizer that puts spaces between its tokens."""
    if _puts_space(token, added):
        return "a space before it"
    return "no space before it" if start else ""
