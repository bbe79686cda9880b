"""Which scripts lie where: what one component alone needs lies with it, what several need apart."""

import posixpath
import re
from collections import defaultdict
from pathlib import Path

from tokviz.views.script import VIEWS, imported_by, text_of

SCRIPTS = sorted(path.relative_to(VIEWS).as_posix() for path in VIEWS.rglob("*.js"))
SHARED = {"script", "tokens"}
"""The rooms of what components share."""
TESTS = Path(__file__).parents[1] / "js"
_NAMED = re.compile(r'^import ([^;]*?) from "[^"]+";\n', re.MULTILINE)
_EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)


def room_of(script: str) -> str:
    return posixpath.dirname(script)


def reached_from(script: str) -> set[str]:
    """The rooms, not themselves shared, whose scripts need this one, directly or through others."""
    importers: dict[str, set[str]] = defaultdict(set)
    for path in SCRIPTS:
        for needed in imported_by(path):
            importers[needed].add(path)
    rooms: set[str] = set()
    seen: set[str] = set()
    asked = [script]
    while asked:
        for path in importers[asked.pop()] - seen:
            seen.add(path)
            if room_of(path) in SHARED:
                asked.append(path)
            else:
                rooms.add(room_of(path))
    return rooms


def test_what_components_share_is_needed_by_more_than_one() -> None:
    shared = [path for path in SCRIPTS if room_of(path) in SHARED]
    alone = {path: rooms for path in shared if len(rooms := reached_from(path)) < 2}
    assert alone == {}


def test_what_a_script_exports_another_imports() -> None:
    sources = [text_of(path) for path in SCRIPTS]
    sources += [path.read_text("utf-8") for path in TESTS.glob("*.js")]
    named = {name for text in sources for one in _NAMED.findall(text) for name in words(one)}
    inside = [path for path in SCRIPTS if not path.endswith("/replay.js")]  # a saved page calls it
    unheard = {(path, name) for path in inside for name in _EXPORTED.findall(text_of(path))}
    assert {(path, name) for path, name in unheard if name not in named} == set()


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)
