"""A script that sends a text box while the reader types: its style and the script itself."""

from functools import cache

from tokviz.views.script import VIEWS, one_module


@cache
def live_files() -> tuple[str, str]:
    """The component as (css, js); it has no markup."""
    style = (VIEWS / "live" / "live.css").read_text(encoding="utf-8")
    return style, one_module("live/component.js")
