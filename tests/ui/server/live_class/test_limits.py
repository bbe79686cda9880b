"""The limits that a browser keeps before the server has to refuse: both know the same."""

import json
import re
from pathlib import Path

from tokviz import views
from tokviz.ui.server.live_class import limits

SCRIPT = Path(views.__file__).parent / "classroom" / "limits.js"


def test_the_scripts_limits_are_the_servers() -> None:
    body = SCRIPT.read_text(encoding="utf-8").partition("CLASS_LIMITS = ")[2].rstrip(";\n")
    told = json.loads(re.sub(r",\s*}", "}", re.sub(r"(\w+):", r'"\1":', body)))
    assert told.keys() >= {"ALPHABET", "CODE_LETTERS", "OPTIONS", "STAGES"}
    assert told == {name: getattr(limits, name) for name in told}


def test_each_option_has_a_letter() -> None:
    assert len(set(limits.LETTERS)) == len(limits.LETTERS) == limits.OPTIONS
