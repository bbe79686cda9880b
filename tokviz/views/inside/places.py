"""Where a token stands in a text: each place with what is around it, lit, as HTML."""

from collections.abc import Sequence

from tokviz.text.direction import Direction, direction
from tokviz.views.markup import written

AROUND = 20
"""Bytes of the text that are shown on each side."""
MORE = "\u2060<small>…</small>\u2060"
"""Where the text goes on; no line breaks beside it."""
STYLE = """<style>
ol.tv-places { margin: 0; padding-left: 3.2rem; max-height: 20rem; overflow: auto; }
.tv-places li { line-height: 1.8; white-space: pre-wrap; overflow-wrap: anywhere;
  font-family: var(--st-code-font, monospace); }
.tv-places p { margin: 0; }
.tv-places small { opacity: .7; }
.tv-places mark { unicode-bidi: plaintext;
  border-radius: 4px; padding: 0 .1rem; background: #ffd54a; color: #111;
  border-bottom: 2px solid #8a6d00; }
</style>"""


def places_html(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """A numbered list of the places; ``spans`` are half-open ranges of UTF-8 bytes."""
    data = text.encode("utf-8", "surrogatepass")
    rows = "".join(
        f'<li><p dir="{_runs(data, start)}">{_row(data, start, end)}</p></li>'
        for start, end in spans
    )
    return f'{STYLE}<ol class="tv-places" tabindex="0">{rows}</ol>'


def _runs(data: bytes, at: int) -> Direction:
    """Which way the line runs in which the place is."""
    begin, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
    return direction(data[begin : end if end >= 0 else len(data)].decode("utf-8", "replace"))


def _row(data: bytes, start: int, end: int) -> str:
    """The token lit, and the text around it; a character that is cut goes to the sides whole."""
    before = data[max(start - AROUND, 0) : start]
    while before and before[0] & 0xC0 == 0x80:
        before = before[1:]
    after = data[end : end + AROUND]
    while len(data) > end + AROUND and after and not _ends_whole(after):
        after = after[:-1]
    left, lit, right = (written(part) for part in (before, data[start:end], after))
    cut = len(before) < start, end + len(after) < len(data)
    front, back = (MORE if is_cut else "" for is_cut in cut)
    return f"{front}{left}<mark>{lit}</mark>{right}{back}"


def _ends_whole(data: bytes) -> bool:
    """Whether the last character has all its bytes."""
    try:
        data[-4:].lstrip(bytes(range(0x80, 0xC0))).decode()
    except UnicodeDecodeError:
        return False
    return True
