"""The style of a page is cheap: drawing one element does not style the whole page anew."""

import re
from pathlib import Path

import pytest

from tokviz.ui import shell

STYLES = sorted(Path(shell.__file__).parent.glob("*.css"))
ALL_OF_IT = r"\.stApp|\.stMain\b|\bbody|\bhtml|:root"


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_no_rule_asks_what_the_whole_page_has(path: Path) -> None:
    """Where one does, Chromium styles all 2,000 elements for each label that a chart measures."""
    style = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert re.findall(rf"(?:{ALL_OF_IT})[^\s,>~+{{]*:has\([^{{]*", style) == []
    assert re.findall(r":has\([^{]*\)\s*[~+][^{]*", style) == []
    asked = [question.split(")")[0] for question in style.split(":has(")[1:]]
    assert [question for question in asked if re.search(r"[*[]|:focus", question)] == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_no_rule_asks_for_a_part_of_a_class(path: Path) -> None:
    """Where one does, Chromium styles all that stands in a box whenever Streamlit marks the box."""
    assert re.findall(r"\[class[^\]]*\]", path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_what_a_rule_asks_for_is_a_plain_list(path: Path) -> None:
    """Firefox 153 ESR does not look again at ``:has(:is(.a, .b))`` when an ``.a`` comes or goes.

    “Code” left the stage as it was, and its replay no width. ``:has(.a, .b)`` it does.
    """
    style = path.read_text(encoding="utf-8")
    assert re.findall(r":has\([^a-z.\[#]*:(?:is|where)\([^{]*", style) == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_what_moves_by_scrolling_does_so_where_it_can(path: Path) -> None:
    """Firefox 153 ESR leaves it at its end: a phone's way to the menu was above the window."""
    style = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    open_blocks: list[str] = []
    for part in re.split(r"(?<=[{};])", style):
        words = part.strip()
        if words.endswith("{"):
            open_blocks.append(words)
        elif words.endswith("}"):
            open_blocks.pop()
        if "animation-timeline:" in words and not words.startswith("@supports"):
            assert any(block.startswith("@supports (animation-timeline") for block in open_blocks)
