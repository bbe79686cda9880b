"""Normalization for a reader: one line before and after with its changes marked, and a table.

The result is HTML without scripts and without links.
"""

import html
from collections import Counter
from collections.abc import Sequence

from tokviz.text.direction import direction
from tokviz.text.labels import named, plain_label
from tokviz.text.markers import SPACES
from tokviz.text.normalizers.segments import Normalization, Segment
from tokviz.views.markup import written

LONGEST = 400
"""Characters of a line that are drawn."""
REASONS = {
    "rule": "rewritten by a rule",
    "space": "a space became ▁",
    "dropped space": "extra space dropped",
    "dummy prefix": "▁ put in front",
}
_STYLE = """
<style>
  .normalized { display: grid; grid-template-columns: max-content 1fr; gap: .3rem .8rem;
    font-family: monospace; font-size: 1.1rem; line-height: 2; overflow-wrap: anywhere; }
  .normalized dt { font: 600 .9rem/2.4 sans-serif; opacity: .8; }
  .normalized dd { margin: 0; white-space: pre-wrap; }
  .normalized mark { unicode-bidi: plaintext; color: inherit; padding: .1em .15em;
    background: rgba(128, 128, 128, .18);
    border: 1px solid rgba(128, 128, 128, .6); border-radius: 4px; margin-inline: 1px; }
  .normalized mark.rule { border: 2px solid currentcolor; font-weight: 700; }
  .normalized mark.dropped { border-style: dashed; text-decoration: line-through; }
</style>
"""


def normalization_html(normalization: Normalization) -> str:
    """A line before and after; each change is boxed, and says on hover what it is."""
    segments = _within(normalization.segments)
    source = normalization.source
    before = "".join(_mark(source[s.start : s.end], s, source) for s in segments)
    after = "".join(_mark(s.after, s, source) for s in segments)
    more = "" if segments == normalization.segments else " …"
    runs = direction(source)
    rows = "".join(
        f'<dt>{name}</dt><dd dir="{runs}">{line}{more}</dd>'
        for name, line in (("before", before), ("after", after))
    )
    return f'{_STYLE}<dl class="normalized">{rows}</dl>'


def change_table(lines: Sequence[Normalization]) -> list[dict[str, str | int]]:
    """Every kind of change in the lines with its number, rules first, then the most frequent."""
    counts = Counter(
        (change.kind, change.before, change.after) for line in lines for change in line.changes
    )
    ordered = sorted(counts.items(), key=lambda item: (item[0][0] != "rule", -item[1], item[0]))
    return [
        {
            "before": plain_label(before) or "(nothing)",
            "after": plain_label(after, SPACES) or "(nothing)",
            "why": REASONS[kind],
            "times": times,
        }
        for (kind, before, after), times in ordered
    ]


def _within(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    return tuple(segment for segment in segments if segment.end <= LONGEST)


def _mark(text: str, segment: Segment, source: str) -> str:
    if segment.kind == "kept":
        return written(text, SPACES)
    if not text:
        return ""
    before, after = named(source[segment.start : segment.end], SPACES), segment.after
    became = named(after, SPACES) or "nothing"
    title = html.escape(f"{REASONS[segment.kind]}: {before} → {became}")
    look = "dropped" if not after else segment.kind.split()[0]
    return f'<mark class="{look}" title="{title}">{written(text, SPACES)}</mark>'
