"""What BERT does to a line before WordPiece sees it: as written, normalized, cut into words.

The result is HTML without scripts and without links.
"""

from collections.abc import Sequence

from tokviz.text.direction import direction
from tokviz.views.markup import written

LONGEST = 400
"""Characters of a line, and words of it, that are drawn."""
_STYLE = """
<style>
  .prepared { display: grid; grid-template-columns: max-content 1fr; gap: .3rem .9rem;
    font: 1.1rem/2 monospace; overflow-wrap: anywhere; }
  .prepared dt { font: 600 .9rem/2.4 sans-serif; opacity: .8; }
  .prepared dd { margin: 0; white-space: pre-wrap; }
  .prepared .word { unicode-bidi: plaintext; padding: .1em .35em;
    margin-inline-end: 5px; border-radius: 4px;
    border: 1px solid rgba(128, 128, 128, .6); background: rgba(128, 128, 128, .14); }
</style>
"""


def preparation_html(line: str, normalized: str, words: Sequence[str]) -> str:
    """The three stages below each other; spaces are drawn, and so is what cannot be seen."""
    boxes = "".join(f'<span class="word">{written(word)}</span>\u200b' for word in words[:LONGEST])
    stages = (
        ("as written", _stage(line)),
        ("normalized", _stage(normalized)),
        ("words", boxes or "none"),
    )
    runs = direction(line)
    rows = "".join(f'<dt>{name}</dt><dd dir="{runs}">{shown}</dd>' for name, shown in stages)
    return f'{_STYLE}<dl class="prepared">{rows}</dl>'


def _stage(text: str) -> str:
    return written(text[:LONGEST]) + (" …" if len(text) > LONGEST else "")
