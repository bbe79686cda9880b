"""Script files joined for the browser: no comment is sent, and no line of code is lost."""

from pathlib import Path

import pytest

from tokviz.views import script
from tokviz.views.script import VIEWS, one_module, text_of

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


def test_a_file_is_read_once_for_all_whose_part_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[str]()
    for name in ("one", "other"):
        (tmp_path / f"{name}.js").write_text('import { a } from "./shared.js";\nb();\n', "utf-8")
    (tmp_path / "shared.js").write_text("export const a = 1;\n", "utf-8")
    monkeypatch.setattr(script, "VIEWS", tmp_path)

    def reading(path: str) -> str:
        read.append(path)
        return text_of(path)

    monkeypatch.setattr(script, "text_of", reading)
    joined = [one_module("one.js"), one_module("other.js")]
    assert joined == ["const a = 1;\n\nb();\n"] * 2
    assert read.count("shared.js") == 2  # for what it imports, and for itself


@pytest.mark.parametrize("entry", sorted(VIEWS.rglob("component.js")), ids=lambda p: p.parent.name)
def test_no_component_sends_comments(entry: Path) -> None:
    joined = one_module(str(entry.relative_to(VIEWS)))
    assert not [line for line in joined.splitlines() if line.lstrip().startswith(("//", "* "))]


def test_no_script_counts_characters() -> None:
    """What is one character is told by the Unicode that a browser knows, and that may be older."""
    counting = [path.name for path in VIEWS.rglob("*.js") if "Segmenter" in path.read_text("utf-8")]
    assert counting == []
