"""A percentage is written in one way on the screen: 64%, with no space."""

import ast
import re
from pathlib import Path

import pytest

TOKVIZ = Path(__file__).parents[2] / "tokviz"
WORDS = sorted(TOKVIZ.rglob("*.py"))
SCRIPTS = sorted([*TOKVIZ.rglob("*.js"), *TOKVIZ.rglob("*.html")])
SPACED = re.compile(r"(?:^|\d)[ \u00a0\u202f]%(?![\w(])")
"""In a string of Python's; one that begins with it goes on after a number of an f-string."""
SPACED_THERE = re.compile(r"[\d}][ \u00a0\u202f]%[`'\"<.,;:)]")
"""In a script, in which " % 2" is a remainder."""


def spaced_in(source: str) -> list[str]:
    strings = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return [each for each in strings if isinstance(each, str) and SPACED.search(each)]


def test_no_percentage_has_a_space() -> None:
    spaced = {path.name: spaced_in(path.read_text(encoding="utf-8")) for path in WORDS}
    assert {name: words for name, words in spaced.items() if words} == {}


def test_nor_has_one_of_a_script() -> None:
    found = {path.name: SPACED_THERE.findall(path.read_text(encoding="utf-8")) for path in SCRIPTS}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize("line", ['f"{share:.1f} %"', '"over 99.9 % of it"', '"64\u202f%."'])
def test_one_with_a_space_is_found(line: str) -> None:
    assert spaced_in(line)
