"""Names that a script and the server must both know, each written in one place of its language."""

import json
import re
import string
from pathlib import Path

from tokviz import views
from tokviz.checks.limits import STEP
from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.messages import PRESSES
from tokviz.ui.server.live_class.routes import COOKIE
from tokviz.ui.shell.state import BY_BROWSER

SCRIPTS = Path(views.__file__).parent


def test_what_the_browser_writes_into_the_address_is_the_same_for_both() -> None:
    script = (SCRIPTS / "script" / "place.js").read_text(encoding="utf-8")
    found = re.search(r"const BY_BROWSER = (\[.*?\]);", script)
    assert found
    assert {*json.loads(found[1])} == BY_BROWSER


def test_the_short_links_cookie_has_one_name() -> None:
    assert {*re.findall(r"\w+_class(?==)", classroom("keeper.js"))} == {COOKIE}


def test_no_question_that_is_put_has_a_step_beyond_those_of_links() -> None:
    found = re.search(r"const STEPS = (\d+) \*\* (\d+);", classroom("put.js"))
    assert found
    assert int(found[1]) ** int(found[2]) == STEP


def test_the_leaders_page_does_what_the_server_lets_a_phone_press() -> None:
    found = re.search(r"const ACTS = {\n(.*?)\n};", classroom("acts.js"), re.DOTALL)
    assert found
    keys = re.findall(r'^  (?:"([^"]+)"|(\w+)):', found[1], re.MULTILINE)
    assert {quoted or plain for quoted, plain in keys} == PRESSES


def test_a_phone_presses_what_the_server_knows() -> None:
    scripts = classroom("phone.js") + classroom("phone_list.js")
    said = " ".join(re.findall(r"\bpress\(([^,)]+)", scripts))
    assert {*re.findall(r'"([^"]+)"', said)} == PRESSES


def test_who_mistypes_a_code_is_told_which_codes_there_are() -> None:
    letters = {6: "six"}[limits.CODE_LETTERS]
    left_out = " or ".join(sorted({*string.ascii_uppercase} - {*limits.ALPHABET}))
    assert f'"A code has {letters} letters, and no {left_out}."' in classroom("keeper.js")


def classroom(name: str) -> str:
    return (SCRIPTS / "classroom" / name).read_text(encoding="utf-8")
