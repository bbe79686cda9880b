"""Names that a script and the server must both know, each written in one place of its language."""

import json
import re
from pathlib import Path

from tokviz import views
from tokviz.ui.server.live_class.routes import COOKIE
from tokviz.ui.shell.state import BY_BROWSER

SCRIPTS = Path(views.__file__).parent


def test_what_the_browser_writes_into_the_address_is_the_same_for_both() -> None:
    script = (SCRIPTS / "script" / "place.js").read_text(encoding="utf-8")
    found = re.search(r"const BY_BROWSER = (\[.*?\]);", script)
    assert found
    assert {*json.loads(found[1])} == BY_BROWSER


def test_the_short_links_cookie_has_one_name() -> None:
    script = (SCRIPTS / "classroom" / "keeper.js").read_text(encoding="utf-8")
    assert {*re.findall(r"\w+_class(?==)", script)} == {COOKIE}
