"""A place that says when it comes into sight: its markup, style and script."""

from functools import cache

from tokviz.views.script import VIEWS, one_module


@cache
def sight_files() -> tuple[str, str, str]:
    """The place as (html, css, js)."""
    here = VIEWS / "sight"
    markup, style = (
        (here / name).read_text(encoding="utf-8") for name in ("sight.html", "sight.css")
    )
    return markup, style, one_module("sight/component.js")
