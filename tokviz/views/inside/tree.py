"""A token's merges as nested lists in HTML: what it was joined of, down to the base symbols.

A tree may be as deep as the training was long, and a token of equal letters doubles with each
level. So drawing stops at a depth and after a number of nodes, and says where it did.
"""

import html
from collections.abc import Mapping
from dataclasses import dataclass

from tokviz.inspection.merge_tree import Branch
from tokviz.text.labels import short_label
from tokviz.text.markers import Markers
from tokviz.traces.merges import Token

DEEPEST, MOST_NODES = 12, 120
LONGEST_LABEL = 60
STYLE = """<style>
ul.tv-tree, ul.tv-tree ul { list-style: none; margin: 0; padding: 0 0 0 1.1rem; }
ul.tv-tree { padding: 0; max-height: 26rem; overflow: auto; }
ul.tv-tree ul { border-left: 1px solid rgba(128,128,128,.5); }
ul.tv-tree li { margin: 0; line-height: 1.9; }
.tv-tree bdi { border: 1px solid rgba(128,128,128,.6); border-radius: 5px; padding: 0 .35rem;
  font-family: var(--st-code-font, monospace); white-space: pre-wrap; overflow-wrap: anywhere; }
.tv-tree small { opacity: .8; margin-left: .4rem; }
</style>"""


@dataclass(slots=True)
class _Pen:
    """Draws nodes until there are too many."""

    vocab: Mapping[int, Token]
    markers: Markers
    left: int = MOST_NODES

    def draw(self, branch: Branch, depth: int = 0) -> str:
        self.left -= 1
        line = f"<bdi>{label_html(self.vocab[branch.token_id], self.markers)}</bdi>"
        line += f"<small>{said_of(branch, part=depth > 0)}</small>"
        if not branch.parts:
            return f"<li>{line}</li>"
        if depth == DEEPEST or self.left <= 1:
            return f"<li>{line} <small>and its parts …</small></li>"
        below = "".join(self.draw(part, depth + 1) for part in branch.parts)
        return f"<li>{line}<ul>{below}</ul></li>"


def tree_html(branch: Branch, vocab: Mapping[int, Token], markers: Markers) -> str:
    """The tree as an HTML list; tokens are escaped."""
    return f'{STYLE}<ul class="tv-tree" tabindex="0">{_Pen(vocab, markers).draw(branch)}</ul>'


def label_html(token: Token, markers: Markers) -> str:
    """A token's label, cut and escaped; an empty token is said to be one."""
    return html.escape(short_label(token, LONGEST_LABEL, markers) or "(empty)")


def said_of(branch: Branch, *, part: bool = False) -> str:
    """Its id, the merge that made it, and how often the pair stood then.

    Of a training whose steps are at hand it is a step, as in the replay; of a file's, a merge.

    A ``part`` of a token that no merge made is a base symbol; what stands alone may also be a
    piece that was chosen as a whole.
    """
    words = [f"id {branch.token_id}"]
    if branch.rank is None:
        return f"{words[0]}, a base symbol" if part else words[0]
    words.append(f"{'merge' if branch.count is None else 'step'} {branch.rank + 1:,}")
    if branch.count is not None:
        words.append("to fill up" if not branch.count else f"the pair stood {branch.count:,}×")
    return ", ".join(words)
