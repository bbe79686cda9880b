"""Where each token of an encoded text stands in it, so that tokenizers can be shown side by side.

Byte tokens simply follow each other. Others left marks (``##``, ``</w>``, ``▁``) or dropped the
white space between words, so each token is looked for where the one before it ended. If one
cannot be found (lower case, accents removed, an unknown token), no place is claimed for any.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from tokviz.text.markers import Markers, spelled_bytes
from tokviz.traces.merges import Token
from tokviz.traces.results import Loss, Result, Span
from tokviz.traces.tokenizer import Tokenizer
from tokviz.views.strips.strips import StripRow

_WHITE_SPACE = re.compile(
    b"(?:%s)*" % b"|".join(re.escape(chr(i).encode()) for i in range(0x3001) if chr(i).isspace())
)


def strip_row(
    name: str,
    ids: Sequence[int],
    vocab: Mapping[int, Token],
    text: str,
    *,
    markers: Markers = (),
    spans: Sequence[Span] | None = None,
    losses: Sequence[Loss] = (),
    unknown: Collection[Span] = (),
) -> StripRow:
    """The tokens ``ids`` of ``text`` as a row of the strips, placed where that is possible.

    ``spans`` are their UTF-8 byte ranges where the tokenizer tells them; else they are looked for.
    ``losses`` and ``unknown`` are what a ``StripRow`` takes.
    """
    tokens = [vocab[token_id] for token_id in ids]
    places = place_tokens(tokens, text, markers=markers) if spans is None else spans
    if places is None:
        rows = [(i, token, None, None) for i, token in zip(ids, tokens, strict=True)]
        return StripRow(name, rows, markers=markers, losses=losses, unknown=unknown)
    placed = [(i, t, start, end) for i, t, (start, end) in zip(ids, tokens, places, strict=True)]
    return StripRow(name, placed, markers=markers, losses=losses, unknown=unknown)


def result_row(result: Result, tokenizer: Tokenizer) -> StripRow:
    """A measured text as a row of the strips, with what was lost of it."""
    return strip_row(
        result.name,
        result.ids,
        tokenizer.vocab,
        result.text,
        markers=tokenizer.markers,
        spans=result.spans,
        losses=result.losses,
        unknown=result.unknown,
    )


def place_tokens(tokens: Sequence[Token], text: str, *, markers: Markers = ()) -> list[Span] | None:
    """A half-open range of UTF-8 bytes for each token, or None where the text was changed.

    ["hug", "##s"] in " hugs" -> [(1, 4), (4, 5)]
    """
    data = text.encode("utf-8", "surrogatepass")
    places: list[Span] = []
    position = 0
    for token in tokens:
        spelled = spelled_bytes(token, markers)
        start = next(_starts(data, position, spelled), None)
        if start is None:
            return None
        if not spelled:
            start = position
        elif start < position:  # the space that SentencePiece puts before the first word
            start, spelled = position, spelled[1:]
        position = start + len(spelled)
        places.append((start, position))
    left_over = data[position:].decode("utf-8", "replace").strip()
    return None if left_over else places


def _starts(data: bytes, position: int, spelled: bytes) -> Iterator[int]:
    """Where the token may stand: here, after white space, or without its leading space."""
    if data.startswith(spelled, position):
        yield position
    white = _WHITE_SPACE.match(data, position)
    if white and data.startswith(spelled, white.end()):
        yield white.end()
    if position == 0 and spelled.startswith(b" ") and data.startswith(spelled[1:]):
        yield -1
