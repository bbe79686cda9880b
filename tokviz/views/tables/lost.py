"""What decoding did not give back: the text beside what came of it, each difference marked.

The text is escaped here, in ``_written``; the result is HTML without scripts and without links.
"""

import html
from difflib import SequenceMatcher

import regex

from tokviz.text.labels import plain_label

LONGEST = 600
"""Characters of the text that are compared and drawn."""
_PARTS = regex.compile(r"\w+|\s|[^\w\s]")
_STYLE = """
<style>
  .lost { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .4rem .9rem; }
  .lost dt { font-weight: 600; }
  .lost dd { margin: 0; font: 1rem/1.8 monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
  .lost del { padding: .1em .15em; border: 1px dashed currentcolor; border-radius: 4px; }
  .lost ins { padding: .1em .15em; border: 2px solid currentcolor; border-radius: 4px;
    text-decoration: none; font-weight: 700; }
  @media (max-width: 640px) { .lost { grid-template-columns: minmax(0, 1fr); } }
</style>
"""


def lost_html(text: str, decoded: dict[str, str]) -> str:
    """A line for each tokenizer: what was lost struck out, what stands in its place boxed.

    ``decoded``: name -> what its ids decode to.
    """
    rows = "".join(
        f"<dt>{html.escape(name)}</dt><dd>{_marked(text, back)}</dd>"
        for name, back in decoded.items()
    )
    return f'{_STYLE}<dl class="lost">{rows}</dl>'


def differences(text: str, back: str) -> list[tuple[str, str]]:
    """The text's parts in order as (before, after); both are equal where nothing changed.

    "ten hens", "ten men" -> [("ten ", "ten "), ("hens", "men")]
    """
    before, after = _PARTS.findall(text), _PARTS.findall(back)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        ("".join(before[i1:i2]), "".join(after[j1:j2]))
        for _, i1, i2, j1, j2 in matcher.get_opcodes()
    ]


def _marked(text: str, back: str) -> str:
    # Ten characters may come back as one, or one as ten, so the end of what is drawn may differ.
    shown = differences(text[:LONGEST], back[: 2 * LONGEST])
    if len(text) > LONGEST:
        while len(shown) > 1 and shown[-1][0] != shown[-1][1]:
            shown.pop()
    words = [
        _kept(before) if before == after else _change(before, after) for before, after in shown
    ]
    return "".join(words) + (" …" if len(text) > LONGEST else "")


def _change(before: str, after: str) -> str:
    lost = f"<del>{_written(before)}</del>" if before else ""
    return lost + (f"<ins>{_written(after)}</ins>" if after else "")


def _written(text: str) -> str:
    """Nothing invisible, nothing that a browser would read as markup."""
    return html.escape(plain_label(text))


def _kept(text: str) -> str:
    """As it stands in the text, plain spaces included."""
    return " ".join(map(_written, text.split(" ")))
