"""What stands below a chart: two buttons that save it, and the script that lets it follow."""

from functools import cache

from tokviz.views.script import VIEWS, one_module


@cache
def follow_files() -> tuple[str, str, str]:
    """The chart's tools as (html, css, js)."""
    here = VIEWS / "charts"
    markup = (here / "follow.html").read_text(encoding="utf-8")
    style = (here / "follow.css").read_text(encoding="utf-8")
    return markup, style, one_module("charts/component.js")
