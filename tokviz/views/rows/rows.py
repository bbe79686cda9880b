"""The payload of the rows: a text's graphemes, their code points, their bytes, aligned.

The browser draws one box per grapheme: the character, below it its code points with their names,
and below each of those its bytes. The bits of a byte are explained when it is picked. What bits
mean is told by ``tokviz.text.characters.byte_bits``, for the bytes that occur.

The payload has no arrays: all of it is header.
"""

from dataclasses import asdict
from functools import cache
from typing import Any

from tokviz.text.characters import CodePoint, Grapheme, TextRows, byte_bits
from tokviz.views.payload import pack
from tokviz.views.player.player import player_files
from tokviz.views.script import VIEWS, one_module, with_controls
from tokviz.views.standalone.standalone import standalone_page

DRAWN_BYTES = 2_000
"""As many bytes as a browser draws without stuttering."""


def rows_payload(rows: TextRows, *, limit: int = DRAWN_BYTES) -> bytes:
    """The rows as the browser takes them: whole graphemes, up to ``limit`` bytes of them."""
    shown = [grapheme for grapheme in rows.graphemes if grapheme.end <= limit]
    used = sorted(
        {byte for grapheme in shown for point in grapheme.code_points for byte in point.utf8}
    )
    body: dict[str, Any] = {
        "graphemes": [_grapheme(grapheme) for grapheme in shown],
        "bits": {byte: asdict(byte_bits(byte)) for byte in used},
        "shown": shown[-1].end if shown else 0,
        "bytes": rows.num_bytes,
    }
    return pack(body)


@cache
def rows_files() -> tuple[str, str, str]:
    """The rows as (html, css, js), in the player's colours."""
    style = player_files()[1] + (VIEWS / "rows/rows.css").read_text(encoding="utf-8")
    return with_controls("rows/rows.html"), style, one_module("rows/component.js")


def rows_html(payload: bytes, *, title: str, step: int = 0) -> str:
    """One HTML page that shows a payload of ``rows_payload`` and opens on ``step``."""
    markup, style, _ = rows_files()
    return standalone_page(
        payload, title=title, markup=markup, style=style, entry="rows/replay.js", step=step
    )


def _grapheme(grapheme: Grapheme) -> dict[str, Any]:
    visible = any(point.kind == "visible" for point in grapheme.code_points)
    surrogates = any(point.kind == "surrogate" for point in grapheme.code_points)
    return {
        # A character that can be seen is drawn whole; of the others, each code point is named.
        "drawn": grapheme.text if visible and not surrogates else "",
        "points": [_code_point(point) for point in grapheme.code_points],
    }


def _code_point(point: CodePoint) -> dict[str, Any]:
    return {
        "number": point.number,
        "notation": point.notation,
        "name": point.name,
        "label": point.label,
        "kind": point.kind,
        "bytes": list(point.utf8),
    }
