"""The limits that a browser keeps before the server has to refuse: both know the same."""

import json
import re
from pathlib import Path

from tokviz import views
from tokviz.ui.server.live_class import limits

README = Path(__file__).parents[4] / "README.md"
CLASS_OF_THIRTY = 31
"""Streams: they follow, and one leads."""
SCRIPT = Path(views.__file__).parent / "script" / "class_limits.js"


def test_the_scripts_limits_are_the_servers() -> None:
    body = SCRIPT.read_text(encoding="utf-8").partition("CLASS_LIMITS = ")[2].rstrip(";\n")
    told = json.loads(re.sub(r",\s*}", "}", re.sub(r"(\w+):", r'"\1":', body)))
    assert told.keys() >= {"ALPHABET", "CODE_LETTERS", "OPTIONS", "STAGES"}
    assert told == {name: getattr(limits, name) for name in told}


def test_one_address_has_room_for_the_fullest_class_and_for_a_school_as_the_readme_says() -> None:
    full = limits.STREAMS_OF_ONE // CLASS_OF_THIRTY
    assert limits.FOLLOWERS < limits.STREAMS_OF_ONE < limits.STREAMS
    assert full < limits.CLASSES_OF_ONE < limits.CLASSES  # not every class is full
    said = " ".join(README.read_text(encoding="utf-8").split())
    assert f"{limits.CLASSES_OF_ONE} classes may be open at once from one address" in said
    assert f"{limits.STREAMS_OF_ONE} browsers lead or follow" in said
    assert f"{full} classes of thirty" in said


def test_each_option_has_a_letter() -> None:
    assert len(set(limits.LETTERS)) == len(limits.LETTERS) == limits.OPTIONS
