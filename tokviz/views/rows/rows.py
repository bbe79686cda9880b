"""The payload of the rows: a text's graphemes, their code points, their bytes, aligned.

The browser draws one box per grapheme: the character, below it its code points with their names,
and below each of those its bytes. The bits of a byte are explained when it is picked. What bits
mean is told by ``tokviz.text.characters.byte_bits``, for the bytes that occur.

The payload has no arrays: all of it is header.
"""

from dataclasses import asdict
from typing import Any

from tokviz.text.characters import CodePoint, Grapheme, TextRows, byte_bits
from tokviz.text.emoji import WHOLE_EMOJI
from tokviz.text.invisible import enclosing_name
from tokviz.views.components import ROWS
from tokviz.views.payload import pack
from tokviz.views.standalone.standalone import standalone_page

DRAWN_BYTES = 2_000
"""As many bytes as a browser draws without stuttering."""


def rows_payload(
    rows: TextRows,
    *,
    num_bytes: int | None = None,
    names: bool = True,
) -> bytes:
    """The rows as the browser takes them: whole graphemes, up to ``DRAWN_BYTES`` of them.

    ``num_bytes`` are those of the whole text, where the rows are of its beginning. ``names``:
    whether the row with the names of the code points is drawn.
    """
    shown = [grapheme for grapheme in rows.graphemes if grapheme.end <= DRAWN_BYTES]
    used = sorted(
        {byte for grapheme in shown for point in grapheme.code_points for byte in point.utf8}
    )
    body: dict[str, Any] = {
        "graphemes": [_grapheme(grapheme) for grapheme in shown],
        "bits": {byte: asdict(byte_bits(byte)) for byte in used},
        "shown": shown[-1].end if shown else 0,
        "bytes": rows.num_bytes if num_bytes is None else num_bytes,
        "names": names,
    }
    return pack(body)


def rows_html(payload: bytes, *, title: str, step: int = 0) -> str:
    """One HTML page that shows a payload of ``rows_payload`` and opens on ``step``."""
    return standalone_page(ROWS, payload, title=title, step=step)


def _grapheme(grapheme: Grapheme) -> dict[str, Any]:
    encloses = any(map(enclosing_name, grapheme.text)) and not WHOLE_EMOJI.fullmatch(grapheme.text)
    visible = any(point.kind == "visible" for point in grapheme.code_points) and not encloses
    surrogates = any(point.kind == "surrogate" for point in grapheme.code_points)
    return {
        # A character that can be seen is drawn whole; of the others, each code point is shown.
        "drawn": grapheme.text if visible and not surrogates else "",
        "points": [_code_point(point) for point in grapheme.code_points],
    }


def _code_point(point: CodePoint) -> dict[str, Any]:
    return {
        "notation": point.notation,
        "name": point.name,
        "label": point.label,
        "kind": point.kind,
        "bytes": list(point.utf8),
    }
