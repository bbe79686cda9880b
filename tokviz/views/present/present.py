"""The button that shows the stage alone, over the whole screen: its markup, style and script."""

from functools import cache

from tokviz.views.script import VIEWS, one_module


@cache
def present_files() -> tuple[str, str, str]:
    """The button as (html, css, js)."""
    here = VIEWS / "present"
    markup, style = (
        (here / name).read_text(encoding="utf-8") for name in ("present.html", "present.css")
    )
    return markup, style, one_module("present/component.js")
