"""What a guided path does in the browser: its markup, style and script."""

from functools import cache

from tokviz.views.script import one_module


@cache
def guide_files() -> tuple[str, str, str]:
    """The script as (html, css, js); it draws nothing of its own."""
    return "<span hidden></span>", ":host { display: none; }", one_module("guide/component.js")
