"""A split pattern part by part: what each says, what it made, and where in the text.

The result is HTML without scripts and without links.
"""

import html
from collections.abc import Sequence

from tokviz.text.characters import beginning
from tokviz.text.pattern_parts import MadePreToken, PatternPart
from tokviz.views.markup import isolated_html, paragraphs, written

EXAMPLES = 6
"""Different pre-tokens that stand beside a part."""
LONGEST_EXAMPLE = 24
_UNUSED = "also tried, but made nothing in this text:"
_STYLE = """
<style>
  .parts { width: 100%; border-collapse: collapse; }
  .parts :is(th, td) { text-align: start; vertical-align: top; padding: .25rem .6rem .25rem 0;
    border-bottom: 1px solid rgba(128, 128, 128, .3); }
  .parts td:nth-child(3) { text-align: end; font-variant-numeric: tabular-nums; }
  .parts .unused th { padding-top: .9rem; font-weight: 400; font-style: italic; }
  .parts code { overflow-wrap: anywhere; background: none; color: inherit; padding: 0; }
  .parts .chip, .lit-text span { font-family: monospace; border: 1px solid rgba(128, 128, 128, .5);
    border-radius: 4px; padding: 0 .25em; white-space: pre-wrap; overflow-wrap: anywhere;
    unicode-bidi: plaintext; }
  .parts .chip { display: inline-block; margin: 0 .2em .2em 0; }
  :is(.parts, .lit-text) p { margin: 0; }
  .lit-text { line-height: 2.1; max-height: 16rem; overflow: auto; }
  .lit-text span { padding: .1em .1em; margin-inline-end: 2px; border-color: transparent;
    border-bottom-color: rgba(128, 128, 128, .5); }
  .lit-text mark { font: 700 1em monospace; color: inherit; background: rgba(255, 190, 60, .35);
    border: 2px solid currentcolor; border-radius: 4px; padding: .05em .1em;
    margin-inline-end: 2px; white-space: pre-wrap; overflow-wrap: anywhere;
    unicode-bidi: plaintext; }
</style>
"""


def parts_html(parts: Sequence[PatternPart]) -> str:
    """A row for each alternative, numbered as they are tried; those that made none below a line."""
    head = "<tr><th>order</th><th>part</th><th>made</th><th>such as</th></tr>"
    numbered = list(enumerate(parts, start=1))
    used = "".join(_row(number, part) for number, part in numbered if part.count)
    unused = "".join(_row(number, part) for number, part in numbered if not part.count)
    line = f'<tr class="unused"><th colspan="4">{_UNUSED}</th></tr>' if unused else ""
    return f'{_STYLE}<table class="parts">{head}{used}{line}{unused}</table>'


def lit_html(made: Sequence[MadePreToken], lit: int) -> str:
    """The text as its pre-tokens; those that alternative ``lit``, from 0, made are marked."""
    drawn = paragraphs((row.text, _pre_token(row, lit=row.maker == lit)) for row in made)
    return f'{_STYLE}<div class="lit-text" tabindex="0">{drawn}</div>'


def _pre_token(row: MadePreToken, *, lit: bool) -> str:
    tag = "mark" if lit else "span"
    return f"<{tag}>{written(row.text)}</{tag}>\u200b"


def _row(number: int, part: PatternPart) -> str:
    words = f"<p>{html.escape(part.words)}</p>" if part.words else ""
    chips = "".join(
        f'<span class="chip">{isolated_html(_short(text))} ×{times:,}</span>'
        for text, times in part.made[:EXAMPLES]
    )
    more = " …" if len(part.made) > EXAMPLES else ""
    return (
        f"<tr><td>{number}</td><td><code>{_written_pattern(part.pattern)}</code>{words}</td>"
        f"<td>{part.count:,}</td><td>{chips}{more}</td></tr>"
    )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_EXAMPLE else beginning(text, LONGEST_EXAMPLE - 1) + "…"


def _written_pattern(pattern: str) -> str:
    """A space in a pattern is easily overlooked; it is drawn as in the tokens."""
    return written(pattern) or "(nothing)"
