"""What decoding did not give back: the text beside what came of it, each difference marked.

The result is HTML without scripts and without links.
"""

import html
from collections.abc import Iterator, Sequence

from tokviz.text.characters import beginning
from tokviz.traces.results import Result
from tokviz.views.markup import paragraphs, written
from tokviz.views.tables.fair import comes_back

LONGEST, LONGEST_LOSS = 600, 200
"""Characters of the text that are drawn, and of one loss."""
_STYLE = """
<style>
  .lost { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .4rem .9rem; }
  .lost dt { font-weight: 600; }
  .lost dd { margin: 0; font: 1rem/1.8 monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
  .lost :is(del, ins) { unicode-bidi: plaintext; }
  .lost p { margin: 0; }
  .lost del { padding: .1em .15em; border: 1px dashed currentcolor; border-radius: 4px; }
  .lost ins { padding: .1em .15em; border: 2px solid currentcolor; border-radius: 4px;
    text-decoration: none; font-weight: 700; }
  @media (max-width: 640px) { .lost { grid-template-columns: minmax(0, 1fr); } }
</style>
"""


def lost_html(results: Sequence[Result]) -> str:
    """A line for each tokenizer: what was lost struck out, what stands in its place boxed."""
    rows = "".join(
        f"<dt>{html.escape(result.name)}<br><small>{html.escape(comes_back(result))}</small></dt>"
        f"<dd>{_marked(result)}</dd>"
        for result in results
    )
    return f'{_STYLE}<dl class="lost">{rows}</dl>'


def _marked(result: Result) -> str:
    data = result.text.encode()
    end = len(result.text[:LONGEST].encode())
    words: list[tuple[str, str]] = []
    at = 0
    for loss in result.losses:
        if loss.start >= end:
            break
        words += _kept(data[at : loss.start].decode())
        lost, came = _cut(loss.lost), _cut(loss.written)
        words.append((lost or came, _change(lost, came)))
        at = loss.end
    words += _kept(data[at : max(at, end)].decode())
    if end < len(data):
        words.append(("", " …"))
    return paragraphs(words)


def _cut(text: str) -> str:
    shown = beginning(text, LONGEST_LOSS)
    return shown if shown == text else f"{shown}…"


def _change(before: str, after: str) -> str:
    lost = f"<del>{written(before)}</del>" if before else ""
    return lost + (f"<ins>{written(after)}</ins>" if after else "")


def _kept(text: str) -> Iterator[tuple[str, str]]:
    """Line by line as it stands in the text, plain spaces included."""
    for line in text.splitlines(keepends=True):
        yield line, " ".join(map(written, line.split(" ")))
