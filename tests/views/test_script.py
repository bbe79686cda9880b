"""Script files joined for the browser: no comment is sent, and no line of code is lost."""

from pathlib import Path

import pytest

from tokviz.views import script
from tokviz.views.script import VIEWS, one_module

ENTRY = """// What it is,
// and why.

/**
 * Adds.
 * @param {number} a
 */
export function add(a) {
  /** @type {number} */ const one = 1; // stays: its line has code
  /* a short one */
  return `// ${a} */` + one;
}
"""
JOINED = """
function add(a) {
  /** @type {number} */ const one = 1; // stays: its line has code
  return `// ${a} */` + one;
}
"""


def test_lines_of_comment_go_and_all_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "entry.js").write_text(ENTRY, encoding="utf-8")
    monkeypatch.setattr(script, "VIEWS", tmp_path)
    assert one_module("entry.js") == JOINED


@pytest.mark.parametrize("entry", sorted(VIEWS.rglob("component.js")), ids=lambda p: p.parent.name)
def test_no_component_sends_comments(entry: Path) -> None:
    joined = one_module(str(entry.relative_to(VIEWS)))
    assert not [line for line in joined.splitlines() if line.lstrip().startswith(("//", "* "))]


def test_no_script_counts_characters() -> None:
    """What is one character is told by the Unicode that a browser knows, and that may be older."""
    counting = [path.name for path in VIEWS.rglob("*.js") if "Segmenter" in path.read_text("utf-8")]
    assert counting == []
